import { ResultCodeError } from "ldapts";

/** What went wrong with a directory; each has a sentence of its own in `texts.ts`. */
export type LdapProblem =
  /** Nobody answers at the address. */
  | "unreachable"
  /** No answer within the time limit. */
  | "timeout"
  /** The certificate is not the server's, or of nobody who is trusted. */
  | "certificate"
  /** Something answers, and it speaks no LDAP or no TLS. */
  | "protocol"
  /** Name or password are wrong. */
  | "credentials"
  /** The server wants an encrypted connection. */
  | "encryption"
  /** There is no such entry. */
  | "missing"
  /** The filter is none. */
  | "filter"
  /** The directory sends us to another server; nobody follows. */
  | "referral"
  /** It answers no more at once, or in all, than it has been told to. */
  | "limit"
  /** It wants no more of us, or not now. */
  | "refused";

/** What a directory, or the way to it, has refused. The words are the server's; no secret is in them. */
export class LdapFailure extends Error {
  override readonly name = "LdapFailure";
  readonly problem: LdapProblem;
  /** The server's own words, or the system's. */
  readonly said: string;

  constructor(problem: LdapProblem, said: string) {
    super(`${problem}: ${said}`);
    this.problem = problem;
    this.said = said;
  }
}

/** Result codes of RFC 4511 that mean something of their own here. */
const codes: Readonly<Record<number, LdapProblem>> = {
  3: "timeout",
  4: "limit",
  8: "encryption",
  10: "referral",
  11: "limit",
  13: "encryption",
  32: "missing",
  49: "credentials",
};

/** Codes of Node's network and TLS errors. */
function problemOfSystem(code: string, message: string): LdapProblem {
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL)$/.test(code)) {
    return "unreachable";
  }
  if (code === "ETIMEDOUT" || /timed? ?out/i.test(message)) return "timeout";
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code)) return "certificate";
  if (code.startsWith("ERR_SSL") || code === "EPROTO") return "protocol";
  return "protocol";
}

/** The words of an error on one line, as people may read them. */
const plain = (words: string): string =>
  words
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 500);

/** What a failure of the library, of the network or of the server comes to. */
export function explainFailure(error: unknown): LdapFailure {
  if (error instanceof LdapFailure) return error;
  const { code = "", message = String(error) } = (error ?? {}) as { code?: unknown; message?: string };
  if (error instanceof ResultCodeError) {
    return new LdapFailure(codes[error.code] ?? "refused", plain(message));
  }
  return new LdapFailure(problemOfSystem(String(code), message), plain(message));
}
