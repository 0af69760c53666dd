import type { Element } from "@xmldom/xmldom";
import { elementsOf, textOf, untrusted } from "../strict-xml.ts";

/** What an assertion says of a person, once all it says of itself holds. */
export interface SamlAssertion {
  readonly id: string;
  readonly nameId: string;
  /** Format of the name identifier; empty where none is said. */
  readonly format: string;
  /** Whom the name identifier is good with, and for; absent where that is not said. */
  readonly nameQualifier?: string;
  readonly spNameQualifier?: string;
  readonly sessionIndex: string | null;
  /** The request it answers. */
  readonly inResponseTo: string;
  /** When it ends, in milliseconds, clock skew included. */
  readonly ends: number;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** What an assertion has to say of itself. */
interface AssertionChecks {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  /** Milliseconds. */
  readonly skew: number;
}

const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";
const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const longest = 1024;

const below = (parent: Element, name: string): Element[] =>
  elementsOf(parent).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === assertionNamespace,
  );

function only(parent: Element, name: string): Element {
  const [first, ...rest] = below(parent, name);
  if (first === undefined || rest.length > 0) throw untrusted(`one ${name}`);
  return first;
}

/** A moment an element names; undefined where it names none. @throws ProviderError for one that is none */
function moment(element: Element, name: string): number | undefined {
  const written = element.getAttribute(name);
  if (written === null || written === "") return undefined;
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(at)) throw untrusted(name);
  return at;
}

/** Checks that now is between the moments an element names; answers the end. */
function checkPeriod(element: Element, skew: number, what: string): number | undefined {
  const now = Date.now();
  const [begins, ends] = [moment(element, "NotBefore"), moment(element, "NotOnOrAfter")];
  if (begins !== undefined && now + skew < begins) throw untrusted(`${what}: NotBefore`);
  if (ends !== undefined && now - skew >= ends) throw untrusted(`${what}: NotOnOrAfter`);
  return ends;
}

/**
 * Reads an assertion whose signature holds, parsed from the very bytes that are signed. Nothing is guessed: what has to be
 * there once is there once.
 * @throws ProviderError naming the check that failed
 */
export function readAssertion(
  root: Element,
  { issuer, audience, recipient, skew }: AssertionChecks,
): SamlAssertion {
  const id = root.getAttribute("ID") ?? "";
  if (root.getAttribute("Version") !== "2.0" || id === "") throw untrusted("Version");
  if (textOf(only(root, "Issuer")) !== issuer) throw untrusted("Issuer");
  const conditions = only(root, "Conditions");
  const end = checkPeriod(conditions, skew, "Conditions");
  checkAudience(conditions, audience);
  const subject = only(root, "Subject");
  const name = only(subject, "NameID");
  const nameId = textOf(name);
  if (nameId === "" || nameId.length > longest) throw untrusted("NameID");
  const confirmation = confirm(subject, recipient, skew);
  const [statement] = below(root, "AuthnStatement");
  if (statement === undefined) throw untrusted("AuthnStatement");
  const sessionEnds = moment(statement, "SessionNotOnOrAfter");
  if (sessionEnds !== undefined && Date.now() - skew >= sessionEnds) throw untrusted("SessionNotOnOrAfter");
  const [nameQualifier, spNameQualifier] = ["NameQualifier", "SPNameQualifier"].map(
    (attribute) => name.getAttribute(attribute)?.slice(0, longest) ?? "",
  );
  return {
    id,
    nameId,
    format: name.getAttribute("Format") ?? "",
    ...(nameQualifier ? { nameQualifier } : {}),
    ...(spNameQualifier ? { spNameQualifier } : {}),
    sessionIndex: statement.getAttribute("SessionIndex") || null,
    inResponseTo: confirmation.inResponseTo,
    ends: Math.max(confirmation.ends, end ?? 0) + skew,
    attributes: readAttributes(root),
  };
}

function checkAudience(conditions: Element, audience: string): void {
  const restrictions = below(conditions, "AudienceRestriction");
  const isOurs = restrictions.every((restriction) =>
    below(restriction, "Audience").some((one) => textOf(one) === audience),
  );
  if (restrictions.length === 0 || !isOurs) throw untrusted("Audience");
}

/** The confirmation by which whoever brings the assertion is its subject, here and now and in answer to a request. */
function confirm(
  subject: Element,
  recipient: string,
  skew: number,
): { readonly inResponseTo: string; readonly ends: number } {
  const confirmations = below(subject, "SubjectConfirmation").filter(
    (one) => one.getAttribute("Method") === bearer,
  );
  const [confirmation] = confirmations;
  if (confirmation === undefined || confirmations.length > 1)
    throw untrusted("one bearer SubjectConfirmation");
  const data = only(confirmation, "SubjectConfirmationData");
  if (data.getAttribute("Recipient") !== recipient) throw untrusted("Recipient");
  const ends = checkPeriod(data, skew, "SubjectConfirmationData");
  if (ends === undefined) throw untrusted("SubjectConfirmationData: NotOnOrAfter");
  const inResponseTo = data.getAttribute("InResponseTo") ?? "";
  if (inResponseTo === "") throw untrusted("InResponseTo");
  return { inResponseTo, ends };
}

/** Attributes by name, and by friendly name where no attribute has that name. */
function readAttributes(root: Element): Record<string, readonly string[]> {
  const [named, friendly]: [Record<string, string[]>, Record<string, string[]>] = [
    Object.create(null),
    Object.create(null),
  ];
  for (const statement of below(root, "AttributeStatement")) {
    for (const attribute of below(statement, "Attribute")) {
      const values = below(attribute, "AttributeValue")
        .filter((value) => elementsOf(value).length === 0)
        .map((value) => textOf(value).slice(0, longest))
        .filter((value) => value !== "");
      if (values.length === 0) continue;
      const add = (to: Record<string, string[]>, name: string | null): void => {
        if (name !== null && name !== "") to[name] = [...(to[name] ?? []), ...values];
      };
      add(named, attribute.getAttribute("Name"));
      add(friendly, attribute.getAttribute("FriendlyName"));
    }
  }
  return { ...friendly, ...named };
}
