import { createPrivateKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { samlKeys } from "../../../testing/saml-keys.ts";
import {
  type AssertionFacts,
  createSamlProvider,
  encode,
  encryptFor,
  samlProviderMetadata,
  sign,
} from "../../../testing/saml-provider.ts";
import { readIdentityProvider } from "./idp-metadata.ts";
import { readResponse } from "./read-response.ts";
import type { Saml2Settings } from "./saml2-settings.ts";

const site = "https://gate.test";
const idp = createSamlProvider(site);
const wants = {
  signedRequests: true,
  signedAssertions: false,
  signedResponses: false,
  encryptedAssertions: false,
};

const settingsWith = (more: Partial<typeof wants> = {}): Saml2Settings => ({
  own: {
    entityId: idp.audience,
    callback: idp.callback,
    logout: `${site}/core/auth/saml2/logout/`,
    key: {
      privateKey: createPrivateKey(samlKeys.installation.privateKey),
      certificate: samlKeys.installation.certificate,
    },
    wants: { ...wants, ...more },
    organization: {},
  },
  provider: readIdentityProvider(samlProviderMetadata()),
  attributeMap: {},
  subjectAttribute: "",
  endsSessions: true,
});
const settings = settingsWith();

const evil: AssertionFacts = { nameId: "admin", id: "_evil" };
const signatureOf = (xml: string): string => /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)?.[0] ?? "";
const withoutSignature = (xml: string): string => xml.replace(signatureOf(xml), "");
/** Puts something at the end of an element, given as text. */
const inside = (xml: string, content: string): string =>
  xml.replace(/<\/[^>]+>$/, (end) => `${content}${end}`);
const behindIssuer = (xml: string, content: string): string =>
  xml.replace("</saml:Issuer>", `</saml:Issuer>${content}`);

const good = sign(idp.assert());
const signature = signatureOf(good);
const unsigned = withoutSignature(good);
const whole = sign(idp.envelope(idp.assert()));
const wholeSignature = signatureOf(whole);
const forged = idp.assert(evil);
const envelope = (content: string): string => idp.envelope(content, { id: "_other" });

/** Wrappings of the published attack: what is signed stays whole somewhere, and another assertion is to be read. */
const wrappings: readonly (readonly [string, string])[] = [
  [
    "XSW1: the signed response inside the signature of a forged one",
    behindIssuer(
      envelope(forged),
      wholeSignature.replace("</ds:Signature>", `${withoutSignature(whole)}</ds:Signature>`),
    ),
  ],
  [
    "XSW2: the signed response beside the signature in a forged one",
    behindIssuer(envelope(forged), `${withoutSignature(whole)}${wholeSignature}`),
  ],
  ["XSW3: a forged assertion before the signed one", envelope(`${forged}${good}`)],
  ["XSW4: the signed assertion inside a forged one", envelope(inside(forged, good))],
  [
    "XSW5: the signature in a forged assertion, the signed one at the end",
    envelope(`${behindIssuer(forged, signature)}${unsigned}`),
  ],
  [
    "XSW6: the signed assertion inside the signature of a forged one",
    envelope(behindIssuer(forged, signature.replace("</ds:Signature>", `${unsigned}</ds:Signature>`))),
  ],
  [
    "XSW7: a forged assertion in extensions, with the signed one's identifier",
    envelope(
      `<samlp:Extensions>${idp.assert({ ...evil, id: /ID="([^"]+)"/.exec(good)?.[1] ?? "" })}</samlp:Extensions>${good}`,
    ),
  ],
  [
    "XSW8: the signed assertion in an object of the signature of a forged one",
    envelope(
      behindIssuer(
        forged,
        signature.replace("</ds:Signature>", `<ds:Object>${unsigned}</ds:Object></ds:Signature>`),
      ),
    ),
  ],
  ["a forged assertion behind the signed one", envelope(`${good}${forged}`)],
  [
    "a forged assertion beside a signed one that is encrypted",
    envelope(`${forged}<saml:EncryptedAssertion>${good}</saml:EncryptedAssertion>`),
  ],
];

describe("a response of a SAML provider", () => {
  const read = async (xml: string, by: Saml2Settings = settings) => readResponse(by, encode(xml));
  /** Reads it, or says which check failed. */
  const outcome = (xml: string, by: Saml2Settings = settings): Promise<string> =>
    read(xml, by).then(
      (assertion) => `taken as ${assertion?.nameId}`,
      (error: { fault: string; detail: string }) => `${error.fault}: ${error.detail}`,
    );

  it("is taken where the assertion is signed, or the response, or both, open or encrypted", async () => {
    const encrypted = await encryptFor(good);
    for (const xml of [
      envelope(good),
      whole,
      sign(idp.envelope(good)),
      envelope(encrypted),
      sign(idp.envelope(await encryptFor(idp.assert()))),
      sign(idp.envelope(encrypted)),
    ]) {
      expect(await read(xml)).toMatchObject({
        nameId: "ada",
        inResponseTo: "_request",
        sessionIndex: "_s1",
        attributes: { uid: ["ada"], email: ["ada@corp.test"] },
      });
    }
  });

  it("is taken with namespaces that only values use, and without a second transform", async () => {
    const enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
    const typed = idp
      .assert()
      .replaceAll(
        "<saml:AttributeValue>",
        '<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
      )
      .replace("<saml:Assertion ", '<saml:Assertion xmlns:xs="http://www.w3.org/2001/XMLSchema" ');
    for (const xml of [
      envelope(sign(typed, { prefixes: ["xs"] })),
      sign(idp.envelope(typed), { prefixes: ["xs", "saml"] }),
      sign(idp.envelope(typed), { transforms: [enveloped] }),
    ]) {
      expect(xml).toContain("xs:string");
      expect(await outcome(xml)).toBe("taken as ada");
      expect(await outcome(xml.replace(">ada<", ">admin<"))).toMatch(/^untrusted/);
    }
    // Where the list names a prefix, what is declared around the assertion belongs to what was signed.
    expect(await outcome(envelope(sign(idp.assert(), { prefixes: ["samlp"] })))).toMatch(/^untrusted/);
  });

  it("is refused where the signature says twice, or with more than values, what it signs", async () => {
    const digest = /<ds:DigestValue>[^<]*<\/ds:DigestValue>/.exec(good)?.[0] ?? "";
    const reference = /<ds:Reference[\s\S]*<\/ds:Reference>/.exec(good)?.[0] ?? "";
    const info = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(good)?.[0] ?? "";
    const value = /<ds:SignatureValue>[^<]*<\/ds:SignatureValue>/.exec(good)?.[0] ?? "";
    for (const [from, to] of [
      [value, `${value}${value}`],
      [value, `${value}<ds:Object/>`],
      [`${info}${value}`, `${value}${info}`],
      [
        "<ds:Transforms>",
        '<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>',
      ],
      ["<ds:SignedInfo>", '<ds:SignedInfo xmlns:x="urn:x" x:by="me">'],
      ['ID="', 'xmlns:x="urn:x" x:ID="_other" ID="'],
      [digest, `${digest}${digest}`],
      [digest, digest.replace(">", "><x/>")],
      [reference, `${reference}${reference}`],
      [info, `${info}${info}`],
      [signature, `${signature}${signature}`],
      [/URI="[^"]*"/.exec(good)?.[0] ?? "", 'URI=""'],
    ] as const) {
      expect(from).not.toBe("");
      expect(await outcome(envelope(good.replace(from, to)))).toMatch(/^untrusted/);
    }
  });

  it.each(wrappings)("is refused, or read as what is signed alone, with %s", async (_what, xml) => {
    expect(await outcome(xml)).not.toContain("admin");
    expect(await outcome(xml)).toMatch(/^untrusted/);
  });

  it("is refused with any of these inside what everybody can encrypt", async () => {
    for (const content of [
      inside(forged, good),
      behindIssuer(forged, signature),
      behindIssuer(forged, signature.replace("</ds:Signature>", `${unsigned}</ds:Signature>`)),
      `<x>${good}${forged}</x>`,
      forged,
    ]) {
      expect(await outcome(envelope(await encryptFor(content)))).toMatch(/^untrusted/);
    }
  });

  it("is refused without a signature, and with one of another key", async () => {
    expect(await outcome(envelope(idp.assert()))).toMatch(/^untrusted/);
    const { privateKey } = samlKeys.stranger;
    expect(await outcome(envelope(sign(idp.assert(), { privateKey })))).toMatch(/^untrusted/);
    expect(await outcome(sign(idp.envelope(idp.assert()), { privateKey }))).toMatch(/^untrusted/);
    expect(await outcome(envelope(await encryptFor(idp.assert())))).toMatch(/^untrusted/);
    // Its own certificate in the signature makes nobody trusted.
    const bragging = signature.replace(
      "</ds:SignedInfo>",
      `</ds:SignedInfo><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${samlKeys.stranger.certificate.replace(/-----[^-]+-----|\s/g, "")}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
    );
    const strange = sign(idp.assert(), { privateKey });
    expect(await outcome(envelope(strange.replace(signatureOf(strange), bragging)))).toMatch(/^untrusted/);
  });

  it("is taken where one of several keys of the provider has signed it", async () => {
    const [own] = settings.provider.keys;
    const strange = readIdentityProvider(samlProviderMetadata(samlKeys.stranger.certificate)).keys[0];
    if (own === undefined || strange === undefined) throw new Error("no keys");
    const by = (...keys: (typeof own)[]) => ({ ...settings, provider: { ...settings.provider, keys } });
    expect(await outcome(envelope(good), by(strange, own))).toBe("taken as ada");
    expect(await outcome(whole, by(own, strange))).toBe("taken as ada");
    expect(await outcome(whole, by(strange))).toMatch(/^untrusted/);
    expect(await outcome(whole, by())).toMatch(/^untrusted/);
    // A signature that nobody here knows around one that holds: what that one covers is read, and nothing beside it.
    const { privateKey } = samlKeys.stranger;
    expect(await outcome(sign(idp.envelope(good), { privateKey }))).toBe("taken as ada");
  });

  it("is refused where what has to be signed or encrypted by the settings is not", async () => {
    expect(await outcome(whole, settingsWith({ signedAssertions: true }))).toMatch(/^untrusted/);
    expect(await outcome(envelope(good), settingsWith({ signedResponses: true }))).toMatch(/^untrusted/);
    expect(await outcome(envelope(good), settingsWith({ encryptedAssertions: true }))).toMatch(/^untrusted/);
    const both = settingsWith({ signedAssertions: true, signedResponses: true });
    expect(await outcome(sign(idp.envelope(good)), both)).toBe("taken as ada");
  });

  it("is refused when a single part of what is signed was changed", async () => {
    for (const [from, to] of [
      [">ada<", ">admin<"],
      ["ada@corp.test", "admin@corp.test"],
      ['Recipient="', 'Recipient="x'],
      [idp.audience, "https://other.test/"],
    ] as const) {
      expect(envelope(good)).toContain(from);
      expect(await outcome(envelope(good.replace(from, to)))).toMatch(/^untrusted/);
      expect(await outcome(whole.replace(from, to))).toMatch(/^untrusted/);
    }
  });

  it.each<[string, string]>([
    ["a comment in the name", ">ad<!-- -->min<"],
    ["an instruction in the name", ">ad<?x y?>min<"],
  ])("with %s is refused, however it is signed", async (_what, name) => {
    const split = idp.assert().replace(">ada<", name);
    expect(await outcome(envelope(sign(split)))).toMatch(/^untrusted/);
    const afterwards = sign(idp.assert({ nameId: "admin.evil.test" })).replace(
      ">admin.evil.test<",
      ">admin<!---->.evil.test<",
    );
    expect(await outcome(envelope(afterwards))).toMatch(/^untrusted/);
    expect(await outcome(envelope(await encryptFor(sign(split))))).not.toBe("taken as ad");
  });

  it("is refused with signatures of weak or shared keys", async () => {
    const rsaSha1 = { signatureAlgorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" };
    const sha1 = { digestAlgorithm: "http://www.w3.org/2000/09/xmldsig#sha1" };
    // The certificate is public: whoever has it could sign by it, were it taken for a shared key.
    const hmac = {
      signatureAlgorithm: "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
      privateKey: samlKeys.provider.certificate,
    };
    for (const signing of [rsaSha1, sha1, hmac]) {
      expect(await outcome(envelope(sign(idp.assert(), signing)))).toMatch(/^untrusted: .*Algorithm/);
    }
    expect(await outcome(envelope(await encryptFor(sign(idp.assert(), hmac))))).toMatch(/^untrusted/);
    const none = good.replace(/<ds:SignatureValue>[^<]*</, "<ds:SignatureValue><");
    expect(await outcome(envelope(none))).toMatch(/^untrusted/);
    const triple = await encryptFor(good, undefined, "http://www.w3.org/2001/04/xmlenc#tripledes-cbc");
    expect(await outcome(envelope(triple))).toMatch(/^untrusted/);
    const old = await encryptFor(good, undefined, undefined, "http://www.w3.org/2001/04/xmlenc#rsa-1_5");
    expect(await outcome(envelope(old))).toMatch(/^untrusted/);
  });

  it.each<[string, AssertionFacts, string]>([
    ["another issuer", { issuer: "https://other.test/" }, "Issuer"],
    ["another audience", { audience: "https://other.test/" }, "Audience"],
    ["another recipient", { recipient: "https://other.test/acs" }, "Recipient"],
    ["no request that it answers", { inResponseTo: null }, "InResponseTo"],
    ["a time that is over", { notOnOrAfter: -61_000 }, "Conditions: NotOnOrAfter"],
    ["a time to come", { notBefore: 61_000 }, "Conditions: NotBefore"],
    ["a confirmation that is over", { confirmedUntil: -61_000 }, "SubjectConfirmationData: NotOnOrAfter"],
    ["a confirmation without end", { confirmedUntil: null }, "SubjectConfirmationData: NotOnOrAfter"],
    ["no name", { nameId: "" }, "NameID"],
    [
      "a confirmation by another key",
      { method: "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key" },
      "one bearer SubjectConfirmation",
    ],
  ])("well signed with %s is refused", async (_what, facts, check) => {
    expect(await outcome(envelope(sign(idp.assert(facts))))).toMatch(
      new RegExp(`^untrusted: (${check}|signature or encryption)$`),
    );
  });

  it("is taken where clocks differ by less than a minute", async () => {
    for (const facts of [
      { notBefore: 50_000 },
      { notOnOrAfter: -50_000 },
      { confirmedUntil: -50_000 },
    ] satisfies AssertionFacts[]) {
      expect(await outcome(envelope(sign(idp.assert(facts))))).toBe("taken as ada");
    }
  });

  it("for another address, of another issuer or with a refusal is none", async () => {
    const elsewhere = idp.envelope(good, { destination: "https://other.test/acs" });
    expect(await outcome(elsewhere)).toBe("untrusted: Destination");
    expect(await outcome(idp.envelope(good, { issuer: "https://other.test/" }))).toMatch(/^untrusted/);
    const status = "urn:oasis:names:tc:SAML:2.0:status:Responder";
    expect(await outcome(idp.envelope(good, { status }))).toBe("denied: Responder");
  });

  it.each<[string, string]>([
    ["a file from outside", '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ["entities that grow", '<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;&a;">]>'],
    ["a document type alone", "<!DOCTYPE r>"],
    ["parameters of one", '<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1/x">%p;]>'],
  ])("with %s is not even parsed", async (_what, type) => {
    expect(await outcome(`${type}${envelope(good).replace(">ada<", ">&x;<")}`)).toBe(
      "untrusted: document type",
    );
  });

  it("that is rubbish is refused", async () => {
    for (const rubbish of ["", "<a/>", "<samlp:Response>", "\0", "hello", envelope("")]) {
      expect(await outcome(rubbish === "" ? " " : rubbish)).toMatch(/^untrusted/);
    }
    expect(() => readResponse(settings, "%%%")).toThrow(expect.objectContaining({ detail: "base64" }));
  });

  it("that is nested without end is refused", async () => {
    const deep = `${"<a>".repeat(30_000)}${"</a>".repeat(30_000)}`;
    expect(await outcome(envelope(`<samlp:Extensions>${deep}</samlp:Extensions>${good}`))).toMatch(
      /^untrusted/,
    );
    expect(await outcome(envelope(good.replace("</saml:Assertion>", `${deep}</saml:Assertion>`)))).toMatch(
      /^untrusted/,
    );
  });

  it("that is wider than any is refused, also inside what everybody can encrypt", async () => {
    const wide = "<a/>".repeat(4_000);
    const wider = behindIssuer(forged, signature).replace("</saml:Assertion>", `${wide}</saml:Assertion>`);
    const before = performance.now();
    expect(await outcome(envelope(wider))).toBe("untrusted: too deep or too large");
    expect(await outcome(envelope(await encryptFor(wider)))).toBe("untrusted: signature or encryption");
    expect(performance.now() - before).toBeLessThan(1_000);
  });

  it("that answers no request is nobody's", async () => {
    const unasked = idp.envelope(sign(idp.assert({ inResponseTo: null })), { inResponseTo: null });
    expect(await read(unasked)).toBeNull();
  });
});

describe("metadata of a SAML provider", () => {
  it.each<[string, (good: string) => string]>([
    ["without a certificate", (text) => text.replace(/<md:KeyDescriptor[\s\S]*<\/md:KeyDescriptor>/, "")],
    ["whose certificate is none", (text) => text.replace(/MII[^<]+/, "AAAA")],
    ["without an entity", (text) => text.replace(/entityID="[^"]+"/, "")],
    ["without redirect binding", (text) => text.replaceAll("HTTP-Redirect", "SOAP")],
    ["of a script as an address", (text) => text.replaceAll("https://idp.test/sso", "javascript:alert(1)")],
    ["that is over", (text) => text.replace("entityID", 'validUntil="2020-01-01T00:00:00Z" entityID')],
    ["of a service provider", (text) => text.replaceAll("IDPSSO", "SPSSO")],
    ["with a document type", (text) => text.replace("<md:", '<!DOCTYPE a [<!ENTITY x "y">]><md:')],
    ["that is none", () => "<html/>"],
    ["that is nothing", () => ""],
  ])("%s is not set up", (_what, change) => {
    expect(() => readIdentityProvider(samlProviderMetadata())).not.toThrow();
    expect(() => readIdentityProvider(change(samlProviderMetadata()))).toThrow(/^not_set_up/);
  });
});
