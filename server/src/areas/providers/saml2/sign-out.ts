import { createVerify, type KeyObject } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import type { Element } from "@xmldom/xmldom";
import { elementsOf, parseXml, textOf, untrusted } from "../strict-xml.ts";
import { clockSkew, type Saml2Settings } from "./saml2-settings.ts";

/** What addresses may be signed with, and what Node calls it: nothing of SHA-1. */
const signatureMethods: Readonly<Record<string, string>> = {
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256": "sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384": "sha384",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512": "sha512",
};

const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";
const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";

/** Largest message once it is unpacked, in bytes, and how old it may be, in milliseconds. */
const largest = 65_536;
const oldest = 300_000;

/** The provider ends a session, or all of a person. */
interface SignOutRequest {
  readonly id: string;
  readonly nameId: string;
  /** Null: every session of the person. */
  readonly sessionIndex: string | null;
}

/**
 * Reads a request of the provider to end sessions, in the redirect binding: signed over the query as it was sent.
 * @throws ProviderError naming the check that failed
 */
export function readSignOutRequest(
  { own, provider }: Pick<Saml2Settings, "own" | "provider">,
  rawQuery: string,
): SignOutRequest {
  const root = parseXml(unpack(checkQuery(rawQuery, provider.keys))).documentElement;
  if (root === null || root.localName !== "LogoutRequest" || root.namespaceURI !== protocolNamespace) {
    throw untrusted("LogoutRequest");
  }
  const id = root.getAttribute("ID") ?? "";
  if (root.getAttribute("Version") !== "2.0" || !/^[\w.-]{1,256}$/.test(id)) throw untrusted("ID");
  const [issuer, name] = [only(root, "Issuer"), only(root, "NameID")];
  if (textOf(issuer) !== provider.entityId) throw untrusted("Issuer");
  const destination = root.getAttribute("Destination") ?? "";
  if (destination !== own.logout) throw untrusted("Destination");
  const issued = Date.parse(root.getAttribute("IssueInstant") ?? "");
  if (!(Math.abs(Date.now() - issued) <= oldest)) throw untrusted("IssueInstant");
  const end = root.getAttribute("NotOnOrAfter") ?? "";
  if (end !== "" && !(Date.parse(end) > Date.now() - clockSkew)) throw untrusted("NotOnOrAfter");
  const [index] = elementsOf(root).filter(({ localName }) => localName === "SessionIndex");
  return { id, nameId: textOf(name), sessionIndex: index === undefined ? null : textOf(index) };
}

function only(parent: Element, name: string): Element {
  const found = elementsOf(parent).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === assertionNamespace,
  );
  const [first] = found;
  if (first === undefined || found.length > 1) throw untrusted(`one ${name}`);
  return first;
}

/** Checks the signature over the parameters exactly as they were encoded; answers the message. */
function checkQuery(rawQuery: string, keys: readonly KeyObject[]): string {
  const given = new Map<string, string>();
  for (const pair of rawQuery.split("&")) {
    const [name = "", ...value] = pair.split("=");
    // One that is there twice is signed once and read once, and nobody knows which.
    if (given.has(name)) throw untrusted("a parameter twice");
    given.set(name, value.join("="));
  }
  const signed = ["SAMLRequest", "RelayState", "SigAlg"]
    .filter((name) => given.has(name))
    .map((name) => `${name}=${given.get(name)}`)
    .join("&");
  const read = (name: string): string => new URLSearchParams(`v=${given.get(name) ?? ""}`).get("v") ?? "";
  const method = signatureMethods[read("SigAlg")];
  const signature = Buffer.from(read("Signature"), "base64");
  if (method === undefined || signature.length === 0) throw untrusted("Signature");
  const isSigned = keys.some(
    (key) => key.asymmetricKeyType === "rsa" && createVerify(method).update(signed).verify(key, signature),
  );
  if (!isSigned) throw untrusted("Signature");
  return read("SAMLRequest");
}

function unpack(message: string): string {
  try {
    return inflateRawSync(Buffer.from(message, "base64"), { maxOutputLength: largest }).toString("utf8");
  } catch {
    throw untrusted("DEFLATE");
  }
}
