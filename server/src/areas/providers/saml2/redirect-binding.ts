import { createSign, randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { escapedXml } from "../../../engine/strict-xml.ts";
import type { SamlAssertion } from "./read-assertion.ts";
import type { Saml2Settings } from "./saml2-settings.ts";

/** Both sides of a message. */
type Sides = Pick<Saml2Settings, "own" | "provider">;

const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";
const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";
const rsaSha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

/** A name for a message that nobody can guess. */
export const messageId = (): string => `_${randomBytes(32).toString("hex")}`;

/** The element of a message with what all have in common; `values` are escaped here, `content` by the caller. */
function message(
  { own }: Sides,
  name: string,
  values: Readonly<Record<string, string>>,
  content: string,
): string {
  const all = { Version: "2.0", IssueInstant: new Date().toISOString(), ...values };
  const attributes = Object.entries(all).map(([key, value]) => ` ${key}="${escapedXml(value)}"`);
  const issuer = `<saml:Issuer>${escapedXml(own.entityId)}</saml:Issuer>`;
  return `<samlp:${name} xmlns:samlp="${protocolNamespace}" xmlns:saml="${assertionNamespace}"${attributes.join("")}>${issuer}${content}</samlp:${name}>`;
}

/** An address at the provider with a message in the redirect binding, signed where there is a key and that is wanted. */
function redirect(
  { own }: Sides,
  to: string,
  parameters: Readonly<Record<string, string>>,
  isSigned: boolean,
): string {
  const query = new URLSearchParams(parameters);
  if (own.key !== null && isSigned) {
    query.set("SigAlg", rsaSha256);
    // Signed exactly as it is encoded, in this order.
    const signature = createSign("sha256").update(query.toString()).sign(own.key.privateKey, "base64");
    query.set("Signature", signature);
  }
  return `${to}${to.includes("?") ? "&" : "?"}${query}`;
}

const packed = (xml: string): string => deflateRawSync(xml).toString("base64");

/** Where somebody goes to sign in; the assertion has to answer `id`. */
export function signInAddress(sides: Sides, id: string): string {
  const { own, provider } = sides;
  const request = message(
    sides,
    "AuthnRequest",
    {
      ID: id,
      Destination: provider.signInAddress,
      AssertionConsumerServiceURL: own.callback,
      ProtocolBinding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
    },
    '<samlp:NameIDPolicy AllowCreate="true"/>',
  );
  return redirect(sides, provider.signInAddress, { SAMLRequest: packed(request) }, own.wants.signedRequests);
}

/** What a name identifier says of itself, by the names of the attributes: who compares identifiers compares these, too. */
export type NameIdKind = Readonly<Record<string, string>>;

/** What the name identifier of an assertion says of itself. */
export const kindOf = ({ format, nameQualifier, spNameQualifier }: SamlAssertion): NameIdKind => ({
  ...(format === "" ? {} : { Format: format }),
  ...(nameQualifier === undefined ? {} : { NameQualifier: nameQualifier }),
  ...(spNameQualifier === undefined ? {} : { SPNameQualifier: spNameQualifier }),
});

/** A session at the provider. */
interface ProviderSession {
  readonly nameId: string;
  readonly kind: NameIdKind;
  /** Null: every session of the person. */
  readonly sessionIndex: string | null;
}

/** Where somebody goes to end their session at the provider, whose address for that is `to`. */
export function signOutAddress(
  sides: Sides,
  to: string,
  { nameId, kind, sessionIndex }: ProviderSession,
): string {
  const attributes = Object.entries(kind).map(([name, value]) => ` ${name}="${escapedXml(value)}"`);
  const index =
    sessionIndex === null ? "" : `<samlp:SessionIndex>${escapedXml(sessionIndex)}</samlp:SessionIndex>`;
  const request = message(
    sides,
    "LogoutRequest",
    { ID: messageId(), Destination: to },
    `<saml:NameID${attributes.join("")}>${escapedXml(nameId)}</saml:NameID>${index}`,
  );
  return redirect(sides, to, { SAMLRequest: packed(request) }, true);
}

/** Where a browser goes back to with the answer that sessions were ended, as the provider's request `id` asked for. */
export function signedOutAddress(
  sides: Sides,
  to: string,
  { id, relayState }: { readonly id: string; readonly relayState: string },
): string {
  const response = message(
    sides,
    "LogoutResponse",
    { ID: messageId(), Destination: to, InResponseTo: id },
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
  );
  const state = relayState === "" ? {} : { RelayState: relayState };
  return redirect(sides, to, { SAMLResponse: packed(response), ...state }, true);
}
