import { ProviderError } from "../provider-error.ts";
import { elementsOf, parseXml, textOf, untrusted } from "../strict-xml.ts";

/** Whom the server has proven, and what it says of them. */
export interface CasPerson {
  readonly user: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** Longest name a server may give, in characters. */
const longest = 1024;

/**
 * The answer of a server of version 1: two lines.
 * @throws ProviderError when the ticket is not good
 */
export function readPlainAnswer(text: string): CasPerson {
  const [verdict, user = "", ...rest] = text.replaceAll("\r", "").replace(/\n$/, "").split("\n");
  if (verdict === "no") throw new ProviderError("denied", "the ticket is not good");
  if (verdict !== "yes" || user === "" || user.length > longest || rest.length > 0) throw untrusted("answer");
  return { user, attributes: {} };
}

/**
 * The answer of a server of version 2 or 3. Nothing in it is guessed: one answer, one success, one user, all of text
 * alone; a document type, an instruction or a comment in a name is refused, because readers differ about them.
 * @throws ProviderError when the ticket is not good, or the answer is none
 */
export function readXmlAnswer(text: string): CasPerson {
  const root = parseXml(text).documentElement;
  if (root === null || root.localName !== "serviceResponse") throw untrusted("serviceResponse");
  const children = elementsOf(root);
  const [answer] = children;
  if (children.length !== 1 || answer === undefined) throw untrusted("one answer");
  if (answer.localName === "authenticationFailure") {
    const code = (answer.getAttribute("code") ?? "").replace(/[^\w-]/g, "").slice(0, 64);
    throw new ProviderError("denied", code);
  }
  if (answer.localName !== "authenticationSuccess") throw untrusted("authenticationSuccess");
  const users = elementsOf(answer).filter(({ localName }) => localName === "user");
  const [user] = users;
  if (users.length !== 1 || user === undefined) throw untrusted("one user");
  const name = textOf(user);
  if (name === "" || name.length > longest) throw untrusted("user");
  const attributes: Record<string, string[]> = Object.create(null);
  for (const list of elementsOf(answer).filter(({ localName }) => localName === "attributes")) {
    for (const attribute of elementsOf(list)) {
      const name = attribute.localName ?? "";
      const value = textOf(attribute);
      if (value !== "") attributes[name] = [...(attributes[name] ?? []), value];
    }
  }
  return { user: name, attributes };
}

/**
 * The ticket of the session that a server says has ended; null where it says something else.
 * @throws ProviderError for what is no XML of the protocol
 */
export function readLogoutRequest(text: string): string | null {
  const root = parseXml(text).documentElement;
  if (root === null || root.localName !== "LogoutRequest") return null;
  const index = elementsOf(root).find(({ localName }) => localName === "SessionIndex");
  return index === undefined ? null : textOf(index);
}
