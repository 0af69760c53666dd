import type { KeyObject } from "node:crypto";
import type { Element } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import { elementsOf, untrusted } from "../strict-xml.ts";

const namespace = "http://www.w3.org/2000/09/xmldsig#";
const encryption = "http://www.w3.org/2001/04/xmlenc#";
const more = "http://www.w3.org/2001/04/xmldsig-more#";
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const enveloped = `${namespace}enveloped-signature`;

/** What a reference goes through that names nothing else. */
const implied = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";

/** Algorithms of signatures by the elements that name them: nothing of SHA-1, and no key that both sides share. */
export const signatureAlgorithms: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [`${more}rsa-sha256`, `${more}rsa-sha512`],
  CanonicalizationMethod: [exclusive],
  Transform: [exclusive, enveloped],
  DigestMethod: [`${encryption}sha256`, `${encryption}sha512`],
};

/** Of what the library knows, what is named. */
function pick<T>(known: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
}

/**
 * The bytes that a signature right in an element covers and one of the keys has made; null where there is no such
 * signature. Whatever else the document holds, these bytes alone are what the holder of the key has said.
 * @param xml the document of the element, as it came
 * @throws ProviderError for more than one signature
 */
export function signedBytes(xml: string, element: Element, keys: readonly KeyObject[]): string | null {
  const [signature, ...others] = elementsOf(element).filter(
    ({ localName, namespaceURI }) => localName === "Signature" && namespaceURI === namespace,
  );
  if (signature === undefined) return null;
  if (others.length > 0) throw untrusted("one Signature");
  const reference = `#${element.getAttribute("ID")}`;
  for (const key of keys) {
    const bytes = bytesSignedBy(xml, { signature, reference }, key);
    if (bytes !== null) return bytes;
  }
  return null;
}

/** A signature, and what it has to be about. */
interface Claimed {
  readonly signature: Element;
  readonly reference: string;
}

/** What a signature covers; null where it is not made by the key, or about something else. */
function bytesSignedBy(xml: string, { signature, reference }: Claimed, key: KeyObject): string | null {
  if (key.asymmetricKeyType !== "rsa") return null;
  // A key that comes with the signature is whose it is only by its own word.
  const check = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null });
  const { SignatureMethod = [], Transform = [], DigestMethod = [] } = signatureAlgorithms;
  check.SignatureAlgorithms = pick(check.SignatureAlgorithms, SignatureMethod);
  check.CanonicalizationAlgorithms = pick(check.CanonicalizationAlgorithms, [...Transform, implied]);
  check.HashAlgorithms = pick(check.HashAlgorithms, DigestMethod);
  // SAML knows no other, and each is looked for all over the document.
  check.idAttributes = ["ID"];
  try {
    check.loadSignature(signature.toString());
    if (!check.checkSignature(xml)) return null;
  } catch {
    // The library throws for most of what does not fit.
    return null;
  }
  const [bytes = null, ...others] = check.getSignedReferences();
  const [about] = check.getReferences();
  return others.length === 0 && about?.uri === reference ? bytes : null;
}
