import { randomBytes, sign as signBytes } from "node:crypto";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";
import { encrypt } from "xml-encryption";
import { samlKeys } from "./saml-keys.ts";

/** What signs, and with what. */
interface Signing {
  readonly privateKey?: string;
  readonly signatureAlgorithm?: string;
  readonly digestAlgorithm?: string;
  /** Default: the signature is taken out, and the rest is made canonical. */
  readonly transforms?: readonly string[];
  /** Prefixes whose namespaces are kept although only values use them. */
  readonly prefixes?: readonly string[];
}

/** What an assertion says; by default what is right. */
export interface AssertionFacts {
  readonly id?: string;
  readonly issuer?: string;
  readonly nameId?: string;
  readonly format?: string;
  readonly recipient?: string;
  readonly audience?: string;
  readonly inResponseTo?: string | null;
  readonly notBefore?: number;
  readonly notOnOrAfter?: number;
  /** End of the confirmation; null: none is said. */
  readonly confirmedUntil?: number | null;
  readonly method?: string;
  readonly sessionIndex?: string;
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
}

const protocol = "urn:oasis:names:tc:SAML:2.0:protocol";
const assertion = "urn:oasis:names:tc:SAML:2.0:assertion";
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";

/** Entity and addresses of the identity provider of tests. */
export const samlProvider = {
  entityId: "https://idp.test/metadata",
  signIn: "https://idp.test/sso",
  signOut: "https://idp.test/slo",
} as const;

const moment = (fromNow: number): string => new Date(Date.now() + fromNow).toISOString();

const escaped = (text: string): string => text.replace(/[<>&"]/g, (one) => `&#${one.charCodeAt(0)};`);

/** Metadata of the identity provider. */
export const samlProviderMetadata = (certificate: string = samlKeys.provider.certificate): string =>
  `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${samlProvider.entityId}">
<md:IDPSSODescriptor protocolSupportEnumeration="${protocol}">
<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
${certificate.replace(/-----[^-]+-----/g, "")}
</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${samlProvider.signOut}"/>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${samlProvider.signIn}"/>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${samlProvider.signIn}"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`;

/** An identity provider that says what a test wants, true or not, for a service provider at this site. */
export function createSamlProvider(site: string) {
  const callback = `${site}/core/auth/saml2/callback/`;
  const audience = `${site}/core/auth/saml2/metadata/`;

  /** An assertion, unsigned. */
  function assert(facts: AssertionFacts = {}): string {
    const {
      id = `_a${randomBytes(12).toString("hex")}`,
      inResponseTo = "_request",
      confirmedUntil = 120_000,
      attributes = { uid: [facts.nameId ?? "ada"], email: [`${facts.nameId ?? "ada"}@corp.test`] },
    } = facts;
    const values = Object.entries(attributes).map(
      ([name, all]) =>
        `<saml:Attribute Name="${name}">${all.map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`).join("")}</saml:Attribute>`,
    );
    const data = [
      `Recipient="${facts.recipient ?? callback}"`,
      confirmedUntil === null ? "" : `NotOnOrAfter="${moment(confirmedUntil)}"`,
      inResponseTo === null ? "" : `InResponseTo="${inResponseTo}"`,
    ].join(" ");
    return `<saml:Assertion xmlns:saml="${assertion}" ID="${id}" Version="2.0" IssueInstant="${moment(0)}"><saml:Issuer>${facts.issuer ?? samlProvider.entityId}</saml:Issuer><saml:Subject><saml:NameID Format="${facts.format ?? "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"}">${facts.nameId ?? "ada"}</saml:NameID><saml:SubjectConfirmation Method="${facts.method ?? "urn:oasis:names:tc:SAML:2.0:cm:bearer"}"><saml:SubjectConfirmationData ${data}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${moment(facts.notBefore ?? -1_000)}" NotOnOrAfter="${moment(facts.notOnOrAfter ?? 120_000)}"><saml:AudienceRestriction><saml:Audience>${facts.audience ?? audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${moment(0)}" SessionIndex="${facts.sessionIndex ?? "_s1"}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${values.join("")}</saml:AttributeStatement></saml:Assertion>`;
  }

  /** The envelope around what it holds. */
  function envelope(
    content: string,
    {
      id = "_response",
      destination = callback,
      inResponseTo = "_request" as string | null,
      status = "urn:oasis:names:tc:SAML:2.0:status:Success",
      issuer = samlProvider.entityId as string,
    } = {},
  ): string {
    const answers = inResponseTo === null ? "" : `InResponseTo="${inResponseTo}"`;
    return `<samlp:Response xmlns:samlp="${protocol}" xmlns:saml="${assertion}" ID="${id}" Version="2.0" IssueInstant="${moment(0)}" Destination="${destination}" ${answers}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${content}</samlp:Response>`;
  }

  return {
    callback,
    audience,
    assert,
    envelope,
    /** A response as providers commonly make it: the assertion signed in an unsigned envelope. */
    respond: (facts: AssertionFacts = {}): string =>
      encode(
        envelope(sign(assert(facts)), {
          ...(facts.inResponseTo === undefined ? {} : { inResponseTo: facts.inResponseTo }),
        }),
      ),
    /** The query of a request to end sessions, in the redirect binding. */
    signOutQuery(
      { nameId = "ada", sessionIndex = "_s1", destination = `${site}/core/auth/saml2/logout/`, at = 0 } = {},
      key: string = samlKeys.provider.privateKey,
    ): string {
      const request = `<samlp:LogoutRequest xmlns:samlp="${protocol}" xmlns:saml="${assertion}" ID="_out" Version="2.0" IssueInstant="${moment(at)}" Destination="${destination}"><saml:Issuer>${samlProvider.entityId}</saml:Issuer><saml:NameID>${nameId}</saml:NameID><samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex></samlp:LogoutRequest>`;
      const query = new URLSearchParams({
        SAMLRequest: deflateRawSync(request).toString("base64"),
        RelayState: "back there",
        SigAlg: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
      }).toString();
      const signature = signBytes("sha256", Buffer.from(query), key).toString("base64");
      return `${query}&${new URLSearchParams({ Signature: signature })}`;
    },
  };
}

export const encode = (xml: string): string => Buffer.from(xml).toString("base64");

/** Signs the outermost element, the signature behind its issuer. */
export function sign(xml: string, signing: Signing = {}): string {
  const id = /\sID="([^"]+)"/.exec(xml)?.[1] ?? "";
  const {
    privateKey = samlKeys.provider.privateKey,
    signatureAlgorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    digestAlgorithm = "http://www.w3.org/2001/04/xmlenc#sha256",
    transforms = [enveloped, exclusive],
    prefixes = [],
  } = signing;
  const signed = new SignedXml({ privateKey, signatureAlgorithm, canonicalizationAlgorithm: exclusive });
  if (signatureAlgorithm.includes("hmac")) signed.enableHMAC();
  const xpath = `//*[@ID='${id}']`;
  signed.addReference({
    xpath,
    transforms: [...transforms],
    digestAlgorithm,
    inclusiveNamespacesPrefixList: [...prefixes],
  });
  signed.computeSignature(xml, {
    prefix: "ds",
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" },
  });
  return signed.getSignedXml();
}

/** Encrypts an assertion for the holder of a certificate. */
export async function encryptFor(
  xml: string,
  certificate: string = samlKeys.installation.certificate,
  method = "http://www.w3.org/2009/xmlenc11#aes256-gcm",
  keyMethod = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
): Promise<string> {
  const encrypted = await promisify(encrypt)(xml, {
    rsa_pub: certificate,
    pem: certificate,
    encryptionAlgorithm: method,
    keyEncryptionAlgorithm: keyMethod,
    disallowEncryptionWithInsecureAlgorithm: false,
    warnInsecureAlgorithm: false,
  } as Parameters<typeof encrypt>[1]);
  return `<saml:EncryptedAssertion xmlns:saml="${assertion}">${encrypted}</saml:EncryptedAssertion>`;
}
