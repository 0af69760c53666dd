import { createHash, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import type { Element } from "@xmldom/xmldom";
import { C14nCanonicalization, ExclusiveCanonicalization, type NamespacePrefix } from "xml-crypto";
import { ProviderError } from "../provider-error.ts";
import { elementsOf, parseXml, textOf, untrusted } from "../strict-xml.ts";

const namespace = "http://www.w3.org/2000/09/xmldsig#";
const encryption = "http://www.w3.org/2001/04/xmlenc#";
const more = "http://www.w3.org/2001/04/xmldsig-more#";
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const enveloped = `${namespace}enveloped-signature`;

/** Digests as Node names them, by the algorithms that sign with them, and that make digests. */
const hashes: Readonly<Record<string, string>> = {
  [`${more}rsa-sha256`]: "sha256",
  [`${more}rsa-sha512`]: "sha512",
  [`${encryption}sha256`]: "sha256",
  [`${encryption}sha512`]: "sha512",
};

/** Algorithms of signatures by the elements that name them: nothing of SHA-1, and no key that both sides share. */
export const signatureAlgorithms: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [`${more}rsa-sha256`, `${more}rsa-sha512`],
  CanonicalizationMethod: [exclusive],
  Transform: [exclusive, enveloped],
  DigestMethod: [`${encryption}sha256`, `${encryption}sha512`],
};

/**
 * The bytes that a signature right in an element covers and one of the keys has made; null where there is no such
 * signature. Whatever else the document holds, these bytes alone are what the holder of the key has said.
 * @param element of a document without comments and instructions
 * @throws ProviderError for more than one signature
 */
export function signedBytes(element: Element, keys: readonly KeyObject[]): string | null {
  const [signature, ...others] = elementsOf(element).filter((child) => isNamed(child, "Signature"));
  if (signature === undefined) return null;
  if (others.length > 0) throw untrusted("one Signature");
  try {
    const { info, value, ...claim } = readClaim(signature);
    if (!isOnlyOne(element, claim.id)) return null;
    const bytes = coveredBytes(element, signature, claim.prefixes);
    const digest = createHash(claim.digest).update(bytes).digest();
    if (digest.length !== claim.digestValue.length || !timingSafeEqual(digest, claim.digestValue))
      return null;
    const isMaker = (key: KeyObject): boolean =>
      key.asymmetricKeyType === "rsa" && verify(claim.hash, Buffer.from(info), key, value);
    // A key that comes with the signature is whose it is only by its own word.
    return keys.some(isMaker) ? bytes : null;
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}

const isNamed = (element: Element, name: string): boolean =>
  element.localName === name && element.namespaceURI === namespace;

/** What a signature says: which element it is about, how that is made bytes, and what proves it. */
interface Claim {
  /** What is signed, in its canonical form: all but `value` is read from it. */
  readonly info: string;
  readonly value: Buffer;
  /** Digest of the signature. */
  readonly hash: string;
  readonly id: string;
  /** Of exclusive canonicalization; null: all namespaces count, which is implied where nothing is said. */
  readonly prefixes: readonly string[] | null;
  readonly digest: string;
  readonly digestValue: Buffer;
}

/**
 * Reads a signature of the one form that SAML knows: of a single element by its name, the signature in it taken out.
 * @throws ProviderError for any other
 */
function readClaim(signature: Element): Claim {
  const [signed, written] = childrenOf(signature, ["SignedInfo", "SignatureValue"], ["KeyInfo"]);
  const [way] = childrenOf(signed, parts);
  const info = exclusively(signed, prefixesOf(way));
  const root = parseXml(info).documentElement;
  if (root === null) throw untrusted("SignedInfo");
  const [, method, reference] = childrenOf(root, parts);
  childrenOf(method, []);
  const [transforms, digestMethod, digestValue] = childrenOf(reference, [
    "Transforms",
    "DigestMethod",
    "DigestValue",
  ]);
  const [cut, canonical] = childrenOf(transforms, ["Transform"], ["Transform"]);
  const uri = reference.getAttribute("URI") ?? "";
  if (!/^#./.test(uri) || cut.getAttribute("Algorithm") !== enveloped) throw untrusted("Reference");
  return {
    info,
    value: bytesOf(written),
    hash: hashOf(method, "SignatureMethod"),
    id: uri.slice(1),
    prefixes: canonical === undefined ? null : prefixesOf(canonical),
    digest: hashOf(digestMethod, "DigestMethod"),
    digestValue: bytesOf(digestValue),
  };
}

const parts = ["CanonicalizationMethod", "SignatureMethod", "Reference"] as const;

/** The elements below one, which have to be these in this order; the last ones may be missing. */
function childrenOf<const Names extends readonly string[], const Others extends readonly string[]>(
  parent: Element,
  names: Names,
  optional?: Others,
): [...{ [Name in keyof Names]: Element }, ...{ [Name in keyof Others]?: Element }] {
  const children = elementsOf(parent);
  const all = [...names, ...(optional ?? [])];
  const areNamed = children.every((child, at) => isNamed(child, all[at] ?? ""));
  if (!areNamed || children.length < names.length) throw untrusted(`children of ${parent.localName}`);
  return children as unknown as ReturnType<typeof childrenOf<Names, Others>>;
}

function hashOf(method: Element, name: string): string {
  const algorithm = method.getAttribute("Algorithm") ?? "";
  const hash = signatureAlgorithms[name]?.includes(algorithm) ? hashes[algorithm] : undefined;
  if (hash === undefined) throw untrusted(`${name}: Algorithm`);
  return hash;
}

function bytesOf(element: Element): Buffer {
  const written = textOf(element).replace(/\s+/g, "");
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(written)) throw untrusted(`${element.localName}: base64`);
  return Buffer.from(written, "base64");
}

/** The prefixes whose namespaces belong to what is made canonical, although nothing but values uses them. */
function prefixesOf(method: Element): readonly string[] {
  if (method.getAttribute("Algorithm") !== exclusive) throw untrusted(`${method.localName}: Algorithm`);
  const [list, ...others] = elementsOf(method);
  if (list === undefined) return [];
  const isList = list.localName === "InclusiveNamespaces" && list.namespaceURI === exclusive;
  if (!isList || others.length > 0) throw untrusted("InclusiveNamespaces");
  return (list.getAttribute("PrefixList") ?? "").split(/\s+/).filter((prefix) => prefix !== "");
}

/** Whether no other element of its document has the name of this one, as those of a wrapped signature do. */
function isOnlyOne(element: Element, id: string): boolean {
  const document = element.ownerDocument;
  const isSo = (one: Element): boolean =>
    [...one.attributes].some(({ localName, value }) => localName === "ID" && value === id);
  const found = [...(document?.getElementsByTagName("*") ?? [])].filter(isSo);
  return found.length === 1 && found[0] === element && element.getAttribute("ID") === id;
}

/** An element in canonical form as it is without the signature. */
function coveredBytes(element: Element, signature: Element, prefixes: readonly string[] | null): string {
  const behind = signature.nextSibling;
  element.removeChild(signature);
  try {
    return prefixes === null ? inclusively(element) : exclusively(element, prefixes);
  } finally {
    element.insertBefore(signature, behind);
  }
}

/** The library's types are of the browser's DOM. */
type ForeignElement = Parameters<ExclusiveCanonicalization["process"]>[0];
const foreign = (element: Element): ForeignElement => element as unknown as ForeignElement;

const exclusively = (element: Element, prefixes: readonly string[]): string =>
  new ExclusiveCanonicalization().process(foreign(element), {
    inclusiveNamespacesPrefixList: [...prefixes],
    ancestorNamespaces: prefixes.length === 0 ? [] : namespacesAround(element),
  });

const inclusively = (element: Element): string =>
  new C14nCanonicalization().process(foreign(element), { ancestorNamespaces: namespacesAround(element) });

/** Namespaces declared around an element, and not by itself. */
function namespacesAround(element: Element): NamespacePrefix[] {
  const found = new Map<string, string>();
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    for (const { name, prefix, localName, value } of at.attributes) {
      const declared = prefix === "xmlns" ? localName : name === "xmlns" ? "" : null;
      if (declared === null || found.has(declared)) continue;
      found.set(declared, at === element ? "" : value);
    }
  }
  return [...found]
    .filter(([, namespaceURI]) => namespaceURI !== "")
    .map(([prefix, namespaceURI]) => ({ prefix, namespaceURI }));
}
