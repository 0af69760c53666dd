import { charsetCodec } from "../../engine/charset.ts";

/** The longest greeting that is kept until the sign-in is over; what came first is dropped. */
const mostKept = 256 * 1024;

/** Short words occur by chance. */
const shortestSecret = 4;

/**
 * What a target says while the gateway signs in for the person. It is held back and shown when that is over: only
 * what was said since the last answer, and without the secrets that were sent, which a target may echo.
 */
export class SignInOutput {
  readonly #show: (data: Buffer) => void;
  readonly #secrets: readonly string[];
  #kept: Buffer[] | null = [];
  #bytes = 0;

  /** @param secrets of `secretBytes` */
  constructor(show: (data: Buffer) => void, secrets: readonly string[]) {
    this.#show = show;
    this.#secrets = secrets.filter(({ length }) => length >= shortestSecret);
  }

  /** Output of the target. */
  take(data: Buffer): void {
    if (this.#kept === null) {
      this.#show(data);
      return;
    }
    this.#kept.push(data);
    this.#bytes += data.length;
    while (this.#bytes > mostKept && this.#kept.length > 1) this.#bytes -= this.#kept.shift()?.length ?? 0;
  }

  /** Something was answered: what was said before concerns the sign-in alone. */
  forget(): void {
    if (this.#kept === null) return;
    this.#kept = [];
    this.#bytes = 0;
  }

  /** The sign-in is over: shows what is held, and from now on everything. */
  release(): void {
    const kept = Buffer.concat(this.#kept ?? []);
    this.#kept = null;
    const shown = this.#secrets.reduce(
      (text, secret) => text.replaceAll(secret, "***"),
      kept.toString("latin1"),
    );
    if (shown !== "") this.#show(Buffer.from(shown, "latin1"));
  }
}

/** Secrets as a target would echo them, as text of single bytes. */
export function secretBytes(secrets: readonly string[], charset: string): string[] {
  const codec = charsetCodec(charset);
  return secrets.map((secret) => {
    const bytes = Buffer.from(secret);
    return (codec === null ? bytes : codec.fromKeyboard(bytes)).toString("latin1");
  });
}
