import { createHash, createVerify, type KeyObject, timingSafeEqual } from "node:crypto";
import type { Document, Element } from "@xmldom/xmldom";
import { C14nCanonicalization, ExclusiveCanonicalization } from "xml-crypto";
import { elementsOf, parseXml, textOf, untrusted } from "../strict-xml.ts";

const namespace = "http://www.w3.org/2000/09/xmldsig#";
const encryption = "http://www.w3.org/2001/04/xmlenc#";
const more = "http://www.w3.org/2001/04/xmldsig-more#";
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const enveloped = `${namespace}enveloped-signature`;

/** What signatures may be made with, and what Node calls it: nothing of SHA-1, and no key that both sides share. */
export const signatureMethods: Readonly<Record<string, string>> = {
  [`${more}rsa-sha256`]: "sha256",
  [`${more}rsa-sha384`]: "sha384",
  [`${more}rsa-sha512`]: "sha512",
};

const digests: Readonly<Record<string, string>> = {
  [`${encryption}sha256`]: "sha256",
  [`${more}sha384`]: "sha384",
  [`${encryption}sha512`]: "sha512",
};

/** Algorithms of signatures by the elements that name them. */
export const signatureAlgorithms: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: Object.keys(signatureMethods),
  CanonicalizationMethod: [exclusive],
  Transform: [exclusive, enveloped],
  DigestMethod: Object.keys(digests),
};

const children = (parent: Element, name: string, uri: string = namespace): Element[] =>
  elementsOf(parent).filter(({ localName, namespaceURI }) => localName === name && namespaceURI === uri);

function only(parent: Element, name: string): Element {
  const [first, ...others] = children(parent, name);
  if (first === undefined || others.length > 0) throw untrusted(`one ${name}`);
  return first;
}

const algorithmOf = (element: Element): string => element.getAttribute("Algorithm") ?? "";

/** What of a signature is itself signed, read from the signed bytes. */
interface SignedInfo {
  readonly bytes: string;
  readonly method: string;
  readonly digestMethod: string;
  readonly digest: Buffer;
  /** Name of the element it is about. */
  readonly id: string;
  /** Null: as nothing else was said, by the canonicalization that keeps every namespace. */
  readonly exclusive: { readonly prefixes: readonly string[] } | null;
}

/**
 * The bytes of an element that a signature right in it covers and one of the keys has made; null where there is no such
 * signature. Whatever else the document holds, these bytes alone are what the holder of the key has said.
 * @throws ProviderError for a signature that readers could differ about
 */
export function signedBytes(element: Element, keys: readonly KeyObject[]): string | null {
  const [signature, ...others] = children(element, "Signature");
  if (signature === undefined) return null;
  if (others.length > 0) throw untrusted("one Signature");
  const info = readSignedInfo(only(signature, "SignedInfo"));
  const value = Buffer.from(textOf(only(signature, "SignatureValue")), "base64");
  if (element.getAttribute("ID") !== info.id || !isOnlyOne(element, info.id))
    throw untrusted("Reference: URI");
  const isMade = keys.some(
    (key) =>
      key.asymmetricKeyType === "rsa" && createVerify(info.method).update(info.bytes).verify(key, value),
  );
  if (!isMade) return null;
  const bytes = withoutChild(element, signature, () => canonical(element, info.exclusive));
  const digest = createHash(info.digestMethod).update(bytes).digest();
  return digest.length === info.digest.length && timingSafeEqual(digest, info.digest) ? bytes : null;
}

function readSignedInfo(element: Element): SignedInfo {
  const bytes = canonical(element, {
    prefixes: prefixesOf(only(element, "CanonicalizationMethod")),
  });
  const root = parseXml(bytes).documentElement;
  if (root === null) throw untrusted("SignedInfo");
  const reference = only(root, "Reference");
  const [, id = ""] = /^#(.+)$/.exec(reference.getAttribute("URI") ?? "") ?? [];
  const method = signatureMethods[algorithmOf(only(root, "SignatureMethod"))];
  const digestMethod = digests[algorithmOf(only(reference, "DigestMethod"))];
  if (id === "" || method === undefined || digestMethod === undefined) throw untrusted("SignedInfo");
  if (algorithmOf(only(root, "CanonicalizationMethod")) !== exclusive) throw untrusted("SignedInfo");
  const transforms = children(only(reference, "Transforms"), "Transform");
  const [first, second, ...others] = transforms;
  // The signature is in what it covers, so that it has to be taken out first.
  if (first === undefined || algorithmOf(first) !== enveloped || others.length > 0)
    throw untrusted("Transform");
  if (second !== undefined && algorithmOf(second) !== exclusive) throw untrusted("Transform");
  return {
    bytes,
    method,
    digestMethod,
    digest: Buffer.from(textOf(only(reference, "DigestValue")), "base64"),
    id,
    exclusive: second === undefined ? null : { prefixes: prefixesOf(second) },
  };
}

/** Prefixes whose namespaces are kept although only values use them. */
function prefixesOf(method: Element): string[] {
  const [list] = children(method, "InclusiveNamespaces", exclusive);
  return (list?.getAttribute("PrefixList") ?? "").split(/\s+/).filter((prefix) => prefix !== "");
}

/** Whether no other element of the document has that name, in whatever capitals the attribute is written. */
function isOnlyOne(element: Element, id: string): boolean {
  const document = element.ownerDocument as Document;
  const named = [...document.getElementsByTagName("*")].filter((one) =>
    [...one.attributes].some(
      (attribute) => (attribute.localName ?? attribute.name).toLowerCase() === "id" && attribute.value === id,
    ),
  );
  return named.length === 1 && named[0] === element;
}

/** Does something while a child is not there. */
function withoutChild<T>(parent: Element, child: Element, work: () => T): T {
  const next = child.nextSibling;
  parent.removeChild(child);
  try {
    return work();
  } finally {
    parent.insertBefore(child, next);
  }
}

/** What the library takes: elements as browsers have them, of which it reads what every DOM has. */
type LibraryElement = Parameters<C14nCanonicalization["process"]>[0];

function canonical(element: Element, how: SignedInfo["exclusive"]): string {
  const node = element as unknown as LibraryElement;
  const ancestorNamespaces = namespacesAround(element);
  if (how === null) return new C14nCanonicalization().process(node, { ancestorNamespaces });
  const inclusiveNamespacesPrefixList = [...how.prefixes];
  return new ExclusiveCanonicalization().process(node as never, {
    ancestorNamespaces,
    inclusiveNamespacesPrefixList,
  });
}

/** The namespaces an element is in the scope of and does not declare itself, the nearest of each prefix. */
function namespacesAround(element: Element): { prefix: string; namespaceURI: string }[] {
  const found = new Map<string, string>();
  const own = new Set<string>();
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    for (const { name, value } of [...one.attributes]) {
      const [, prefix = ""] = /^xmlns(?::(.+))?$/.exec(name) ?? [name, null];
      if (prefix === null || found.has(prefix) || own.has(prefix)) continue;
      if (one === element) own.add(prefix);
      else found.set(prefix, value);
    }
  }
  return [...found].flatMap(([prefix, namespaceURI]) =>
    namespaceURI === "" ? [] : [{ prefix, namespaceURI }],
  );
}
