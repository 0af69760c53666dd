import type {
  TransferAnswer,
  TransferFile,
  TransferNews,
} from "@sallyport/contract/messages/terminal-transfer";
import { TRANSFER_PATH } from "@sallyport/contract/messages/terminal-transfer";
import type { TerminalClient } from "../../engine/testing/terminal-client.ts";

/** Where the page is, and who is signed in there. */
interface PageOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the last transfer of a page has said, one event after the other, and what the page answers. */
export class ZmodemPage {
  readonly #client: TerminalClient;
  readonly #options: PageOptions;
  #seen = 0;

  constructor(client: TerminalClient, options: PageOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** All that was said so far. */
  get news(): readonly TransferNews[] {
    return this.#client.frames
      .filter(({ type }) => type === "TERMINAL_TRANSFER")
      .map(({ data }) => JSON.parse(data) as TransferNews);
  }

  /** Waits for the next event of this kind; those before it are passed over. */
  async next<Event extends TransferNews["event"]>(
    event: Event,
  ): Promise<Extract<TransferNews, { event: Event }>> {
    const found = await this.#client.until(
      `transfer event ${event}`,
      () => this.news.findIndex((one, at) => at >= this.#seen && one.event === event) + 1 || undefined,
    );
    this.#seen = found;
    return this.news[found - 1] as Extract<TransferNews, { event: Event }>;
  }

  /** Says something of a transfer. */
  answer(answer: TransferAnswer): void {
    this.#client.send("TERMINAL_TRANSFER", answer);
  }

  /** Agrees to what is asked next. */
  async agree(): Promise<string> {
    const { transfer } = await this.next("asked");
    this.answer({ transfer, act: "agree" });
    return transfer;
  }

  /** A request for the content of a file. */
  request(transfer: string, file: number, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#options.url}${TRANSFER_PATH}${transfer}/${file}`, {
      ...init,
      headers: { ...this.#options.headers, ...init.headers },
    });
  }

  /** Fetches the next file that is offered. */
  async fetchNext(): Promise<{
    readonly name: string;
    readonly size: number | null;
    readonly content: Buffer;
  }> {
    const { transfer, file, name, size } = await this.next("offered");
    const response = await this.request(transfer, file);
    return { name, size, content: Buffer.from(await response.arrayBuffer()) };
  }

  /** Chooses files, and sends those that are wanted until the transfer is over. */
  async send(
    transfer: string,
    files: readonly (TransferFile & { readonly content: Buffer })[],
  ): Promise<TransferNews[]> {
    const from = this.#seen;
    this.answer({ transfer, act: "choose", files: files.map(({ content: _, ...file }) => file) });
    for (;;) {
      const at = await this.#client.until(
        "a wanted file or the end",
        () =>
          this.news.findIndex(
            ({ event }, index) => index >= this.#seen && (event === "wanted" || event === "ended"),
          ) + 1 || undefined,
      );
      this.#seen = at;
      const one = this.news[at - 1];
      if (one?.event !== "wanted") return this.news.slice(from);
      const body = files[one.file]?.content ?? Buffer.alloc(0);
      void this.request(transfer, one.file, { method: "PUT", body: new Uint8Array(body) }).catch(
        () => undefined,
      );
    }
  }
}
