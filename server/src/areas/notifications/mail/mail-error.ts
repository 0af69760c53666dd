import type { MailServer } from "./mail-server.ts";

/** A mail that was not taken. The message is for people: it holds what the server said, and no secret. */
export class MailError extends Error {
  override readonly name = "MailError";
  /** Whether the same mail would be refused again, whatever the time. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** "Sign in first" and its like: the operator's to correct, the mail itself is good. */
const aboutTheClient = [530, 534, 535, 538];

const isAboutTheMail = (code: string): boolean => code === "EENVELOPE" || code === "EMESSAGE";

interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  readonly message?: string;
}

/** What a failure to send tells: the server's own words, without the password it may have repeated. */
export function explainMailFailure(failure: unknown, { credentials, host, port }: MailServer): MailError {
  const { code = "", responseCode = 0, message = String(failure) } = (failure ?? {}) as SmtpFailure;
  const isFinal = isAboutTheMail(code) && responseCode >= 500 && !aboutTheClient.includes(responseCode);
  const words = withoutSecrets(plainTls(message), credentials).replace(/\p{Cc}+/gu, " ");
  return new MailError(`${host}:${port}: ${words.slice(0, 1_000)}`, isFinal);
}

/** The library's `…:error:0A000438:SSL routines:function:what happened:file:…` is for its authors; its reason is not. */
function plainTls(message: string): string {
  return message.replace(/[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):.*/s, "TLS: $1");
}

function withoutSecrets(text: string, credentials: MailServer["credentials"]): string {
  if (credentials === null) return text;
  const { user, password } = credentials;
  const encoded = (value: string): string => Buffer.from(value).toString("base64");
  const forms = [
    encoded(`\0${user}\0${password}`),
    encoded(password),
    password,
    encodeURIComponent(password),
  ];
  return forms.reduce((rest, form) => rest.replaceAll(form, "******"), text);
}
