import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  TransferAnswer,
  TransferEvent,
  TransferNews,
} from "@sallyport/contract/messages/terminal-transfer";
import type { ChosenFile, FileExchange, FileSink, OfferedFile } from "../../files/zmodem/exchange.ts";
import type { Direction, FileEnd } from "../../files/zmodem/transfer-records.ts";
import { attachment } from "../file-manager/content.ts";

/** How often the page is told how far a file has come, in milliseconds. */
const progressEvery = 200;

/** A promise that is settled from outside. */
interface Settled<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
}

function settled<T>(): Settled<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Something the page is to fetch or to send: the file with this number. */
interface Awaited<T> {
  readonly index: number;
  readonly name: string;
  readonly answer: Settled<T>;
}

/**
 * A transfer over ZMODEM in which a page takes part: it is asked over its socket, and content passes in requests of its
 * own, so that a browser saves it as any download and sends it as any upload.
 */
export class PageTransfer implements FileExchange {
  /** What its requests name it by: nobody but the page knows it. */
  readonly id = randomBytes(24).toString("base64url");
  /** Whose page it is. */
  readonly userId: string;
  readonly #send: (news: TransferNews) => void;
  readonly #leave = new AbortController();
  readonly #agreed = settled<void>();
  readonly #chosen = settled<readonly ChosenFile[]>();
  #offered: Awaited<FileSink | null> | null = null;
  #wanted: Awaited<AsyncIterable<Buffer>> | null = null;
  /** The request by which a file comes now. */
  #incoming: { readonly request: IncomingMessage; readonly response: ServerResponse } | null = null;
  #told = 0;

  constructor(userId: string, direction: Direction, send: (news: TransferNews) => void) {
    this.userId = userId;
    this.#send = send;
    this.#tell({ event: "asked", direction });
  }

  get gone(): AbortSignal {
    return this.#leave.signal;
  }

  get agreed(): Promise<void> {
    return this.#agreed.promise;
  }

  get chosen(): Promise<readonly ChosenFile[]> {
    return this.#chosen.promise;
  }

  /** The page says something. */
  take(answer: TransferAnswer): void {
    if (answer.act === "agree") this.#agreed.resolve();
    else if (answer.act === "choose") this.#chosen.resolve(answer.files);
    else if (answer.act === "cancel") this.leave();
    else if (this.#offered?.index === answer.file) this.#answerOffer(null);
  }

  /** The page is gone, or wants no more. */
  leave(): void {
    this.#leave.abort();
  }

  offer(index: number, { name, size }: OfferedFile): Promise<FileSink | null> {
    const answer = settled<FileSink | null>();
    this.#offered = { index, name, answer };
    this.#tell({ event: "offered", file: index, name, size });
    return answer.promise;
  }

  content(index: number): Promise<AsyncIterable<Buffer>> {
    const answer = settled<AsyncIterable<Buffer>>();
    this.#wanted = { index, name: "", answer };
    this.#tell({ event: "wanted", file: index });
    return answer.promise;
  }

  progress(index: number, bytes: number): void {
    const now = performance.now();
    if (now - this.#told < progressEvery) return;
    this.#told = now;
    this.#tell({ event: "progress", file: index, bytes });
  }

  finished(index: number, how: FileEnd): void {
    this.#tell({ event: "finished", file: index, how });
    this.#answerIncoming();
  }

  ended(message?: string): void {
    this.#answerIncoming();
    this.#tell({ event: "ended", ...(message === undefined ? {} : { message }) });
    this.leave();
  }

  /** The page fetches the file that is offered: that is how it is accepted. Answers whether there is one. */
  fetched(index: number, response: ServerResponse): boolean {
    const offered = this.#offered;
    if (offered?.index !== index || this.gone.aborted) return false;
    response.writeHead(200, {
      "content-type": "application/octet-stream",
      "content-disposition": attachment(offered.name),
      "content-security-policy": "sandbox; default-src 'none'",
    });
    response.flushHeaders();
    this.#answerOffer(sinkOf(response, () => this.leave()));
    return true;
  }

  /** The page sends the file that is wanted; the request is answered when it was passed on. Answers whether it is. */
  sent(index: number, request: IncomingMessage, response: ServerResponse): boolean {
    const wanted = this.#wanted;
    if (wanted?.index !== index || this.gone.aborted) return false;
    this.#wanted = null;
    this.#incoming = { request, response };
    wanted.answer.resolve(request);
    return true;
  }

  #answerOffer(sink: FileSink | null): void {
    this.#offered?.answer.resolve(sink);
    this.#offered = null;
  }

  #answerIncoming(): void {
    const incoming = this.#incoming;
    this.#incoming = null;
    if (incoming === null || incoming.response.destroyed) return;
    incoming.response.writeHead(200, { "content-type": "application/json" }).end("{}");
    // What is left of a file nobody wants would keep the connection.
    if (!incoming.request.complete) incoming.response.once("finish", () => incoming.request.destroy());
  }

  #tell(news: TransferEvent): void {
    this.#send({ transfer: this.id, ...news });
  }
}

/** The answer to a request as the place content goes to. */
function sinkOf(response: ServerResponse, gone: () => void): FileSink {
  let isOver = false;
  response.once("close", () => {
    if (!isOver) gone();
  });
  return {
    write: (data) => (response.write(data) ? null : drained(response)),
    end: () =>
      new Promise((resolve) => {
        isOver = true;
        response.end(() => resolve());
      }),
    breakOff() {
      isOver = true;
      // Content that ends early must not look complete.
      response.destroy();
    },
  };
}

/** Settles when a response takes more, or nobody reads it any more. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      response.off("drain", settle);
      response.off("close", settle);
      resolve();
    };
    response.on("drain", settle);
    response.on("close", settle);
  });
