import { promisify } from "node:util";
import type { Document, Element } from "@xmldom/xmldom";
import { decrypt } from "xml-encryption";
import { ProviderError } from "../provider-error.ts";
import { elementsOf, parseXml, textOf, untrusted } from "../strict-xml.ts";
import { readAssertion, type SamlAssertion } from "./read-assertion.ts";
import { clockSkew, type Saml2Settings, samlOf } from "./saml2-settings.ts";

const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";
const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";
const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";
const encryptionNamespace = "http://www.w3.org/2001/04/xmlenc#";
const success = "urn:oasis:names:tc:SAML:2.0:status:Success";

const more = "http://www.w3.org/2001/04/xmldsig-more#";

/** What signatures and encryption may be made with: nothing of SHA-1, and no key that both sides share. */
const algorithms: readonly {
  readonly namespace: string;
  readonly element: string;
  readonly allowed: readonly string[];
}[] = [
  {
    namespace: signatureNamespace,
    element: "SignatureMethod",
    allowed: ["rsa-sha256", "rsa-sha384", "rsa-sha512"].map((name) => `${more}${name}`),
  },
  {
    namespace: signatureNamespace,
    element: "CanonicalizationMethod",
    allowed: ["http://www.w3.org/2001/10/xml-exc-c14n#"],
  },
  {
    namespace: signatureNamespace,
    element: "Transform",
    allowed: ["http://www.w3.org/2001/10/xml-exc-c14n#", `${signatureNamespace}enveloped-signature`],
  },
  {
    namespace: encryptionNamespace,
    element: "EncryptionMethod",
    allowed: [
      `${encryptionNamespace}rsa-oaep-mgf1p`,
      `${encryptionNamespace}aes128-cbc`,
      `${encryptionNamespace}aes256-cbc`,
      "http://www.w3.org/2009/xmlenc11#rsa-oaep",
      "http://www.w3.org/2009/xmlenc11#aes128-gcm",
      "http://www.w3.org/2009/xmlenc11#aes256-gcm",
    ],
  },
];

/** Digests of what is signed. Those of an encrypted key are no signature's, and are SHA-1 by the standard. */
const digests = [`${encryptionNamespace}sha256`, `${more}sha384`, `${encryptionNamespace}sha512`];

function checkAlgorithms(document: Document): void {
  for (const { namespace, element, allowed } of algorithms) {
    for (const one of [...document.getElementsByTagNameNS(namespace, element)]) {
      if (!allowed.includes(one.getAttribute("Algorithm") ?? "")) throw untrusted(`${element}: Algorithm`);
    }
  }
  for (const one of [...document.getElementsByTagNameNS(signatureNamespace, "DigestMethod")]) {
    const isOfKey = (one.parentNode as Element | null)?.localName === "EncryptionMethod";
    if (!isOfKey && !digests.includes(one.getAttribute("Algorithm") ?? "")) {
      throw untrusted("DigestMethod: Algorithm");
    }
  }
}

const below = (parent: Element, namespace: string, name: string): Element[] =>
  elementsOf(parent).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === namespace,
  );

/** Reads XML in which readers agree, and in which nothing is signed or encrypted by weak means. */
function read(xml: string): Document {
  if (xml.includes("<!--") || /<\?(?!xml\s)/.test(xml)) throw untrusted("comments and instructions");
  const document = parseXml(xml);
  checkAlgorithms(document);
  return document;
}

/** Has the same said of what is encrypted: everybody can encrypt, so it is no more to be believed than the rest. */
async function checkEncrypted(root: Element, key: string | undefined): Promise<void> {
  for (const encrypted of below(root, assertionNamespace, "EncryptedAssertion")) {
    if (key === undefined) throw untrusted("there is no key to read encrypted assertions");
    let opened: string;
    try {
      opened = await promisify(decrypt)(encrypted.toString(), {
        key,
        disallowDecryptionWithInsecureAlgorithm: true,
        warnInsecureAlgorithm: false,
      });
    } catch {
      throw opaque();
    }
    try {
      read(opened);
    } catch {
      throw opaque();
    }
  }
}

/** The same for every reason: who tries one change after the other learns nothing by it. */
const opaque = (): ProviderError => untrusted("signature or encryption");

/**
 * What the envelope says of itself. It may be unsigned, so nothing of it is believed; what contradicts is refused, and
 * what readers could differ about.
 */
function checkEnvelope(xml: string, { own, provider }: Pick<Saml2Settings, "own" | "provider">): Element {
  const document = read(xml);
  const root = document.documentElement;
  if (root === null || root.localName !== "Response" || root.namespaceURI !== protocolNamespace) {
    throw untrusted("Response");
  }
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
  const open = below(root, assertionNamespace, "Assertion").length;
  const encrypted = below(root, assertionNamespace, "EncryptedAssertion").length;
  if (open + encrypted !== 1) throw untrusted("one assertion");
  if (own.wants.encryptedAssertions && encrypted !== 1) throw untrusted("an encrypted assertion");
  return root;
}

/**
 * Checks a response of the identity provider and reads the assertion in it, from the bytes that are signed alone; null for
 * one that answers no request.
 * @throws ProviderError naming the check that failed
 */
export async function readResponse(settings: Saml2Settings, encoded: string): Promise<SamlAssertion | null> {
  if (!/^[A-Za-z\d+/=\s]+$/.test(encoded)) throw untrusted("base64");
  const root = checkEnvelope(Buffer.from(encoded, "base64").toString("utf8"), settings);
  if (!root.hasAttribute("InResponseTo")) return null;
  await checkEncrypted(root, settings.own.key?.privateKey);
  const { own, provider } = settings;
  const saml = samlOf(settings, { id: "_", isSigned: false });
  let signed: string | undefined;
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
    signed = profile?.getAssertionXml?.();
  } catch {
    throw opaque();
  }
  if (signed === undefined) throw untrusted("signature");
  return readAssertion(signed, {
    issuer: provider.entityId,
    audience: own.entityId,
    recipient: own.callback,
    skew: clockSkew,
  });
}
