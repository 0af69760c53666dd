import { createPrivateKey } from "node:crypto";
import { FieldError } from "../../../engine/errors.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import { json } from "../../../engine/resource/index.ts";
import { saml2Text as text } from "../saml2-texts.ts";
import { boolean, text as line, type SettingDefinition, secret, url } from "../setting-kinds.ts";
import { certificates } from "./certificates.ts";
import { attributeMap, linkSettings } from "./source-settings.ts";

/** A private key of RSA, in PEM: the protocol's signatures and encryption are made with one. */
function privateKey(value: string): string {
  try {
    if (value === "" || createPrivateKey(value).asymmetricKeyType === "rsa") return value;
  } catch {
    // Told below.
  }
  throw new FieldError([text.notKey]);
}

const switches = [
  "authnRequestsSigned",
  "wantAssertionsSigned",
  "wantMessagesSigned",
  "wantAssertionsEncrypted",
] as const;

const fallback: Json = {
  organization: {},
  security: {
    authnRequestsSigned: true,
    wantAssertionsSigned: false,
    wantMessagesSigned: false,
    wantAssertionsEncrypted: false,
  },
};

/** What else is agreed with the provider: who this is (`organization`), and what has to be signed (`security`). */
const advanced: SettingDefinition = {
  type: "object",
  fallback,
  field: {
    ...json({ label: text.advanced, help: text.advancedHelp, default: fallback }),
    parse: (input) => {
      const { security = {}, organization = {} } = isObject(input) ? input : {};
      const isWhole =
        isObject(input) &&
        isObject(organization) &&
        isObject(security) &&
        switches.every((name) => security[name] === undefined || typeof security[name] === "boolean") &&
        JSON.stringify(input).length <= 16_384;
      if (!isWhole) throw new FieldError([text.notAdvanced]);
      return input as Json;
    },
  },
};

/** Category `saml2`: the identity provider people sign in by with SAML 2.0. */
export const saml2Settings = {
  AUTH_SAML2: boolean(false, { label: text.on, help: text.onHelp }),
  SAML2_IDP_METADATA_URL: url("", {
    label: text.address,
    help: text.addressHelp,
    nullable: true,
    maxLength: 1024,
  }),
  SAML2_IDP_METADATA_XML: line("", { label: text.metadata, help: text.metadataHelp, maxLength: 262_144 }),
  SAML2_SP_ADVANCED_SETTINGS: advanced,
  SAML2_SP_KEY_CONTENT: secret({ label: text.key, help: text.keyHelp, maxLength: 16_384, check: privateKey }),
  SAML2_SP_CERT_CONTENT: secret({ label: text.certificate, maxLength: 16_384, check: certificates }),
  SAML2_RENAME_ATTRIBUTES: attributeMap({ uid: "username", email: "email" }, { renames: true }),
  SAML2_SUBJECT_ATTRIBUTE: line("", { label: text.subject, help: text.subjectHelp, maxLength: 256 }),
  SAML2_LOGOUT_COMPLETELY: boolean(true, { label: text.endSessions, help: text.endSessionsHelp }),
  AUTH_SAML2_ALWAYS_UPDATE_USER: boolean(true, { label: text.alwaysUpdate, help: text.alwaysUpdateHelp }),
  ...linkSettings("SAML2"),
};
