import { type KeyObject, X509Certificate } from "node:crypto";
import type { Element } from "@xmldom/xmldom";
import { askProvider } from "../outgoing.ts";
import { ProviderError } from "../provider-error.ts";
import { elementsOf, parseXml, textOf } from "../strict-xml.ts";

/** What an identity provider says of itself. */
export interface IdentityProvider {
  readonly entityId: string;
  /** Where people are sent to sign in. */
  readonly signInAddress: string;
  /** Where they are sent to sign out; null where it cannot. */
  readonly signOutAddress: string | null;
  /** Where it takes answers to its own requests to sign people out, if elsewhere. */
  readonly signedOutAddress: string | null;
  /** Public keys of what it signs with, read once: that takes longer than to check a signature by one. */
  readonly keys: readonly KeyObject[];
}

const metadataNamespace = "urn:oasis:names:tc:SAML:2.0:metadata";
const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";
const redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/** Most tags of metadata: those of large products describe hundreds of attributes. */
const mostTags = 50_000;

/** Milliseconds for which metadata that was read is good. */
const goodFor = 300_000;

/** Providers by the address of their metadata, or by the metadata itself. */
const known = new Map<string, { readonly at: number; readonly provider: IdentityProvider }>();

const incomplete = (what: string): ProviderError => new ProviderError("not_set_up", what);

/** Whether nobody on the way can change what is fetched there: what signs sign-ins comes from it. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * The identity provider as its metadata describes it, fetched at most every five minutes.
 * @throws ProviderError where the address is not safe, nobody answers, or something is missing
 */
export async function fetchIdentityProvider(address: string): Promise<IdentityProvider> {
  const provider = remembered(address);
  if (provider !== null) return provider;
  if (!URL.canParse(address) || !isSafe(new URL(address)))
    throw incomplete("the metadata address is not https");
  const answer = await askProvider(
    address,
    { headers: { accept: "application/samlmetadata+xml, */*" } },
    true,
  );
  if (answer.status !== 200) throw new ProviderError("unreachable", `metadata: status ${answer.status}`);
  return remember(address, readIdentityProvider(await answer.text()));
}

/**
 * The identity provider as entered metadata describes it, read at most every five minutes: every step of a sign-in asks.
 * @throws ProviderError naming what is missing
 */
export const enteredIdentityProvider = (text: string): IdentityProvider =>
  remembered(text) ?? remember(text, readIdentityProvider(text));

function remembered(place: string): IdentityProvider | null {
  const found = known.get(place);
  return found !== undefined && Date.now() - found.at < goodFor ? found.provider : null;
}

function remember(place: string, provider: IdentityProvider): IdentityProvider {
  if (known.size > 20) known.clear();
  known.set(place, { at: Date.now(), provider });
  return provider;
}

/**
 * Reads metadata of one identity provider.
 * @throws ProviderError naming what is missing
 */
export function readIdentityProvider(text: string): IdentityProvider {
  const root = read(text);
  const entities = root.localName === "EntitiesDescriptor" ? below(root, "EntityDescriptor") : [root];
  const found = entities.filter((entity) => below(entity, "IDPSSODescriptor").length === 1);
  const [entity] = found;
  if (entity === undefined || found.length > 1) throw incomplete("metadata: one identity provider");
  for (const element of [root, entity]) {
    const until = element.getAttribute("validUntil") ?? "";
    if (until !== "" && !(Date.parse(until) > Date.now())) throw incomplete("metadata: validUntil is over");
  }
  const [descriptor] = below(entity, "IDPSSODescriptor");
  const entityId = entity.getAttribute("entityID") ?? "";
  if (descriptor === undefined || entityId === "") throw incomplete("metadata: entityID");
  const protocols = (descriptor.getAttribute("protocolSupportEnumeration") ?? "").split(/\s+/);
  if (!protocols.includes(protocolNamespace)) throw incomplete("metadata: SAML 2.0");
  const signInAddress = serviceOf(descriptor, "SingleSignOnService");
  if (signInAddress === null) throw incomplete("metadata: SingleSignOnService with HTTP-Redirect");
  const keys = keysOf(descriptor);
  if (keys.length === 0) throw incomplete("metadata: a signing certificate");
  return {
    entityId,
    signInAddress,
    signOutAddress: serviceOf(descriptor, "SingleLogoutService"),
    signedOutAddress: serviceOf(descriptor, "SingleLogoutService", "ResponseLocation"),
    keys,
  };
}

function read(text: string): Element {
  try {
    const root = parseXml(text.replace(/^\uFEFF/, "").trim(), mostTags).documentElement;
    if (root !== null && root.namespaceURI === metadataNamespace) return root;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
  throw incomplete("metadata: SAML 2.0 metadata as XML");
}

const below = (parent: Element, name: string): Element[] =>
  elementsOf(parent).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === metadataNamespace,
  );

function serviceOf(descriptor: Element, name: string, attribute = "Location"): string | null {
  const service = below(descriptor, name).find((one) => one.getAttribute("Binding") === redirectBinding);
  const location = service?.getAttribute(attribute) ?? "";
  return URL.canParse(location) && /^https?:$/.test(new URL(location).protocol) ? location : null;
}

function keysOf(descriptor: Element): KeyObject[] {
  return below(descriptor, "KeyDescriptor")
    .filter((key) => ["", "signing"].includes(key.getAttribute("use") ?? ""))
    .flatMap((key) => [
      ...key.getElementsByTagNameNS("http://www.w3.org/2000/09/xmldsig#", "X509Certificate"),
    ])
    .flatMap((element) => {
      try {
        const der = Buffer.from(textOf(element).replace(/\s+/g, ""), "base64");
        return [new X509Certificate(der).publicKey];
      } catch {
        return [];
      }
    });
}
