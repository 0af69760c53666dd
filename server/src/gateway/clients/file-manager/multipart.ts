import { badRequest } from "./failure.ts";

/** One part of a form. */
export interface Part {
  readonly name: string;
  /** Null for a plain field. */
  readonly filename: string | null;
  /** To be read before the next part is asked for; what is left of it then is skipped. */
  readonly content: AsyncIterable<Buffer>;
}

/** Longest head of a part, in bytes. */
const longestHead = 16 * 1024;

/**
 * Parts of a `multipart/form-data` body as they come, so that files of any length pass through. RFC 7578.
 *
 * @throws FileFailure `bad_request` for a body that is none
 */
export async function* multipart(body: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Part> {
  const reader = new PartReader(body[Symbol.asyncIterator](), Buffer.from(`\r\n--${boundary}`, "latin1"));
  for await (const _ of reader.untilDelimiter());
  while (await reader.hasPart()) {
    const { name, filename } = readHead(await reader.head());
    const content = reader.untilDelimiter();
    yield { name, filename, content };
    for await (const _ of content);
  }
}

function readHead(head: string): { readonly name: string; readonly filename: string | null } {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? "";
  const parameterOf = (key: string): string | null => {
    const found = new RegExp(`;\\s*${key}="((?:[^"\\\\]|\\\\.)*)"`, "i").exec(disposition)?.[1];
    return found === undefined ? null : decode(found);
  };
  const name = parameterOf("name");
  if (name === null) throw badRequest("form");
  return { name, filename: parameterOf("filename") };
}

/** Browsers send names as UTF-8, with quotes and line ends as in addresses. */
const decode = (text: string): string =>
  Buffer.from(text, "latin1")
    .toString("utf8")
    .replace(/%22/g, '"')
    .replace(/%0D/gi, "\r")
    .replace(/%0A/gi, "\n")
    .replace(/\\(["\\])/g, "$1");

/** Looks for delimiters in what comes, and holds no more than a chunk and one delimiter. */
class PartReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #delimiter: Buffer;
  // The first delimiter has no line end before it.
  #held: Buffer = Buffer.from("\r\n");

  constructor(source: AsyncIterator<Buffer>, delimiter: Buffer) {
    this.#source = source;
    this.#delimiter = delimiter;
  }

  /** Content up to the next delimiter, which is taken too. */
  async *untilDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(this.#delimiter);
      if (at !== -1) {
        const content = this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + this.#delimiter.length);
        if (content.length > 0) yield content;
        return;
      }
      const keep = Math.max(0, this.#held.length - this.#delimiter.length + 1);
      if (keep > 0) {
        const content = this.#held.subarray(0, keep);
        this.#held = this.#held.subarray(keep);
        yield content;
      }
      await this.#more();
    }
  }

  /** Whether a part follows a delimiter, or it was the last. */
  async hasPart(): Promise<boolean> {
    while (this.#held.length < 2) await this.#more();
    const isLast = this.#held.subarray(0, 2).toString("latin1") === "--";
    if (!isLast) return true;
    while ((await this.#source.next()).done !== true);
    return false;
  }

  /** The lines before the content of a part. */
  async head(): Promise<string> {
    for (;;) {
      const at = this.#held.indexOf("\r\n\r\n");
      if (at !== -1) {
        const head = this.#held.subarray(0, at).toString("latin1");
        this.#held = this.#held.subarray(at + 4);
        return head;
      }
      if (this.#held.length > longestHead) throw badRequest("form");
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#source.next();
    if (done === true) throw badRequest("form");
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
  }
}
