import { FieldError } from "../../../engine/errors.ts";
import { text as vaultText } from "../../../engine/secrets/index.ts";
import { configured, secret, text } from "../setting-kinds.ts";
import { text as texts } from "../vault-texts.ts";
import { certificates } from "./certificates.ts";

function origin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search + url.hash === "";
  if (!isPlain || url.username !== "" || url.password !== "") throw new FieldError([vaultText.address]);
  return url.origin;
}

/** The path an engine is mounted at, as it is in an address. */
function mountPoint(value: string): string {
  const path = value.replace(/^\/+|\/+$/g, "");
  if (!/^[\w-]+(\/[\w-]+)*$/.test(path)) throw new FieldError([vaultText.mountPoint]);
  return path;
}

/** What is in a header: one line, nothing that ends it. */
function headerText(value: string): string {
  if (!/^[\x21-\x7e]*$/.test(value)) throw new FieldError([vaultText.headerText]);
  return value;
}

/** Category `vault`: where the vault is, and how one signs in there. */
export const vaultSettings = {
  VAULT_ENABLED: configured(false, { label: texts.enabled, help: texts.enabledHelp }),
  VAULT_HCP_HOST: text("", {
    label: texts.host,
    help: texts.hostHelp,
    maxLength: 256,
    check: origin,
  }),
  VAULT_HCP_TOKEN: secret({
    label: texts.token,
    help: texts.tokenHelp,
    maxLength: 256,
    check: headerText,
  }),
  VAULT_HCP_MOUNT_POINT: text("sallyport", {
    label: texts.mountPoint,
    help: texts.mountPointHelp,
    maxLength: 256,
    blank: false,
    check: mountPoint,
  }),
  VAULT_HCP_NAMESPACE: text("", {
    label: texts.namespace,
    help: texts.namespaceHelp,
    maxLength: 256,
    check: headerText,
  }),
  VAULT_HCP_CA_CERTIFICATE: text("", {
    label: texts.authorities,
    help: texts.authoritiesHelp,
    check: certificates,
  }),
};
