import type { WebSocket } from "ws";
import { log } from "../log.ts";

/** Most connections of one person to one socket; the oldest makes room. */
export const mostConnections = 20;

/** Close codes: the sign-in ended (as everywhere in the product), made room for a newer page. */
const signedOut = 4401;
const replaced = 4409;

/** What pages have in common. */
export interface OpenPage {
  readonly userId: string;
}

/** How pages are looked after. */
export interface OpenPagesOptions<Page extends OpenPage> {
  readonly checkSeconds: number;
  /** Those whose sign-in still holds; the others are closed. */
  signedIn(pages: ReadonlyMap<WebSocket, Page>): Promise<ReadonlySet<WebSocket>>;
}

/**
 * The pages that hold one WebSocket of this process open. Within `checkSeconds` those whose sign-in ended are
 * closed, and those that answer no ping any more are dropped.
 */
export class OpenPages<Page extends OpenPage> {
  readonly #options: OpenPagesOptions<Page>;
  readonly #pages = new Map<WebSocket, Page>();
  readonly #answered = new WeakSet<WebSocket>();
  #checks: NodeJS.Timeout | null = null;
  #isChecking = false;

  constructor(options: OpenPagesOptions<Page>) {
    this.#options = options;
  }

  /** The pages, the oldest first. */
  get all(): ReadonlyMap<WebSocket, Page> {
    return this.#pages;
  }

  /** Takes a page in; the oldest ones of the same person make room. */
  add(socket: WebSocket, page: Page): void {
    const own = [...this.#pages].filter(([, { userId }]) => userId === page.userId);
    for (const [oldest] of own.slice(0, Math.max(0, own.length + 1 - mostConnections))) {
      this.#pages.delete(oldest);
      oldest.close(replaced, "too many open pages");
    }
    this.#pages.set(socket, page);
    this.#answered.add(socket);
    this.#checks ??= setInterval(() => this.#checkAll(), this.#options.checkSeconds * 1_000).unref();
    socket.on("pong", () => this.#answered.add(socket));
    socket.on("error", () => socket.terminate());
    socket.on("close", () => this.#remove(socket));
  }

  #remove(socket: WebSocket): void {
    this.#pages.delete(socket);
    if (this.#pages.size > 0 || this.#checks === null) return;
    clearInterval(this.#checks);
    this.#checks = null;
  }

  #checkAll(): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#check()
      .catch((error: unknown) => log.warn({ err: error }, "open pages could not be checked"))
      .finally(() => {
        this.#isChecking = false;
      });
  }

  async #check(): Promise<void> {
    const asked = new Map(this.#pages);
    const signedIn = await this.#options.signedIn(asked);
    for (const socket of asked.keys()) {
      if (!signedIn.has(socket)) socket.close(signedOut, "signed out");
      else if (!this.#answered.has(socket)) socket.terminate();
      else {
        this.#answered.delete(socket);
        socket.ping();
      }
    }
  }
}
