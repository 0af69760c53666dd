import type { Document, Element } from "@xmldom/xmldom";
import { ProviderError } from "../provider-error.ts";
import { elementsOf, parseXml, textOf, untrusted } from "../strict-xml.ts";
import { checkEncryptionMethod, decryptedText } from "./encryption.ts";
import { readAssertion, type SamlAssertion } from "./read-assertion.ts";
import { clockSkew, type Saml2Settings } from "./saml2-settings.ts";
import { signatureAlgorithms, signedBytes } from "./signature.ts";

const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";
const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";
const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";
const encryptionNamespace = "http://www.w3.org/2001/04/xmlenc#";
const success = "urn:oasis:names:tc:SAML:2.0:status:Success";

/** The digest of an encrypted key is no signature's, and is SHA-1 by the standard. */
const isOfKey = (element: Element): boolean =>
  element.localName === "DigestMethod" &&
  (element.parentNode as Element | null)?.localName === "EncryptionMethod";

/** Refuses signatures and encryption that are made with anything else than what is read here. */
function checkAlgorithms(document: Document): void {
  for (const [name, allowed] of Object.entries(signatureAlgorithms)) {
    for (const one of [...document.getElementsByTagNameNS(signatureNamespace, name)]) {
      if (!allowed.includes(one.getAttribute("Algorithm") ?? "") && !isOfKey(one))
        throw untrusted(`${name}: Algorithm`);
    }
  }
  for (const one of [...document.getElementsByTagNameNS(encryptionNamespace, "EncryptionMethod")])
    checkEncryptionMethod(one);
}

const below = (parent: Element, namespace: string, name: string): Element[] =>
  elementsOf(parent).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === namespace,
  );

/**
 * Reads XML in which readers agree, and in which nothing is signed or encrypted by weak means; its outermost element has
 * to be of that name.
 */
function read(xml: string, name: string, uri: string): Element {
  if (xml.includes("<!--") || /<\?(?!xml\s)/.test(xml)) throw untrusted("comments and instructions");
  const document = parseXml(xml);
  checkAlgorithms(document);
  return rootOf(document, name, uri);
}

function decryptedAssertion(encrypted: Element, { key, entityId }: Saml2Settings["own"]): Element {
  if (key === null) throw untrusted("there is no key to read encrypted assertions");
  return read(decryptedText(encrypted, key.privateKey, entityId), "Assertion", assertionNamespace);
}

/** The same for every reason: who tries one change after the other learns nothing by it. */
const opaque = (): ProviderError => untrusted("signature or encryption");

/**
 * What the envelope says of itself. It may be unsigned, so nothing of it is believed; what contradicts is refused, and
 * what readers could differ about.
 */
function checkEnvelope(xml: string, { own, provider }: Pick<Saml2Settings, "own" | "provider">): Element {
  const root = read(xml, "Response", protocolNamespace);
  const destination = root.getAttribute("Destination") ?? "";
  if (destination !== "" && destination !== own.callback) throw untrusted("Destination");
  const [issuer] = below(root, assertionNamespace, "Issuer");
  if (issuer !== undefined && textOf(issuer) !== provider.entityId) throw untrusted("Issuer of the response");
  const [status] = below(root, protocolNamespace, "Status");
  const [code] = status === undefined ? [] : below(status, protocolNamespace, "StatusCode");
  const said = code?.getAttribute("Value") ?? "";
  if (said !== success) {
    const [inner] = code === undefined ? [] : below(code, protocolNamespace, "StatusCode");
    const detail = inner?.getAttribute("Value") ?? said;
    throw new ProviderError("denied", (detail.split(":").at(-1) ?? "").replace(/[^\w-]/g, "").slice(0, 64));
  }
  const { isEncrypted } = assertionIn(root);
  if (own.wants.encryptedAssertions && !isEncrypted) throw untrusted("an encrypted assertion");
  return root;
}

function rootOf(document: Document, name: string, namespace: string): Element {
  const root = document.documentElement;
  if (root === null || root.localName !== name || root.namespaceURI !== namespace) throw untrusted(name);
  return root;
}

/** The one assertion in a response, open or encrypted. */
function assertionIn(response: Element): { readonly element: Element; readonly isEncrypted: boolean } {
  const open = below(response, assertionNamespace, "Assertion");
  const encrypted = below(response, assertionNamespace, "EncryptedAssertion");
  const [element, ...others] = [...open, ...encrypted];
  if (element === undefined || others.length > 0) throw untrusted("one assertion");
  return { element, isEncrypted: open.length === 0 };
}

/**
 * Checks a response of the identity provider and reads the assertion in it, from the bytes that are signed alone; null for
 * one that answers no request.
 * @throws ProviderError naming the check that failed
 */
export function readResponse(settings: Saml2Settings, encoded: string): SamlAssertion | null {
  if (!/^[A-Za-z\d+/=\s]+$/.test(encoded)) throw untrusted("base64");
  const response = checkEnvelope(Buffer.from(encoded, "base64").toString("utf8"), settings);
  if (!response.hasAttribute("InResponseTo")) return null;
  const { own, provider } = settings;
  let signed: Element;
  try {
    signed = signedAssertion(response, settings);
  } catch {
    throw opaque();
  }
  return readAssertion(signed, {
    issuer: provider.entityId,
    audience: own.entityId,
    recipient: own.callback,
    skew: clockSkew,
  });
}

/** The assertion of a response, read from what is signed: itself, the response, or both where the settings ask for that. */
function signedAssertion(
  response: Element,
  { own, provider: { keys } }: Pick<Saml2Settings, "own" | "provider">,
): Element {
  const { wants } = own;
  const whole = signedBytes(response, keys);
  if (whole === null && wants.signedResponses) throw untrusted("a signed response");
  // Of a signed response the signed bytes say what is in it.
  const trusted = whole === null ? response : read(whole, "Response", protocolNamespace);
  const { element, isEncrypted } = assertionIn(trusted);
  const assertion = isEncrypted ? decryptedAssertion(element, own) : element;
  if (whole !== null && !wants.signedAssertions) return assertion;
  const bytes = signedBytes(assertion, keys);
  if (bytes === null) throw untrusted("a signed assertion");
  return rootOf(parseXml(bytes), "Assertion", assertionNamespace);
}
