import { once } from "node:events";
import { WebSocket } from "ws";
import type { ManagerEntry } from "../clients/file-manager/entry.ts";

export { hashOf } from "../clients/file-manager/hash.ts";

/** What a request is made with, beside the command. */
export interface ManagerCall {
  readonly [name: string]: string | number | readonly string[];
}

/** An answer, read as JSON where it is. */
export interface ManagerAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  readonly body: any;
}

/** A client of file managers, as the console has one. */
export class FileManagerClient {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly socket: WebSocket;
  readonly frames: { type: string; data: string; err: string; id: string }[] = [];
  /** Settles when the connection is closed. */
  readonly closed: Promise<unknown>;
  sid = "";

  private constructor(url: string, headers: Readonly<Record<string, string>>, query: string) {
    this.#url = url;
    this.#headers = headers;
    this.socket = new WebSocket(`${url.replace("http", "ws")}/koko/ws/elfinder/?${query}`, { headers });
    this.closed = new Promise((resolve) => this.socket.once("close", resolve));
    this.socket.on("message", (data) => this.frames.push(JSON.parse(String(data))));
    this.socket.on("error", () => undefined);
  }

  /** Opens a connection; rejects with what is said where it is refused. */
  static async open({
    url,
    token,
    headers,
  }: {
    url: string;
    token?: string;
    headers: Record<string, string>;
  }): Promise<FileManagerClient> {
    const query = new URLSearchParams(token === undefined ? {} : { token });
    const client = new FileManagerClient(url, headers, query.toString());
    const frame = await client.frame(({ type }) => type === "CONNECT" || type === "TERMINAL_ERROR");
    if (frame.type !== "CONNECT") throw new Error(frame.err);
    client.sid = frame.id;
    return client;
  }

  /** Waits for a frame. */
  async frame(
    isIt: (frame: { type: string; err: string }) => boolean,
  ): Promise<{ type: string; err: string; id: string }> {
    for (;;) {
      const found = this.frames.find(isIt);
      if (found !== undefined) return found;
      if (this.socket.readyState >= WebSocket.CLOSING) throw new Error("the connection is closed");
      await Promise.race([once(this.socket, "message"), once(this.socket, "close")]);
    }
  }

  /** Sends a command; parameters in the address, or in a form with `how`. */
  async call(
    cmd: string,
    parameters: ManagerCall = {},
    how: {
      method?: string;
      body?: BodyInit;
      headers?: Record<string, string>;
      signal?: AbortSignal;
    } = {},
  ): Promise<ManagerAnswer> {
    const query = new URLSearchParams({ cmd, sid: this.sid });
    for (const [name, value] of Object.entries(parameters)) {
      for (const one of [value].flat()) query.append(name, String(one));
    }
    const { headers: more = {}, ...rest } = how;
    const answer = await fetch(`${this.#url}/koko/elfinder/connector/_/?${query}`, {
      ...rest,
      headers: { ...this.#headers, ...more },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: answer.status,
      headers: answer.headers,
      bytes,
      body: isJson ? JSON.parse(bytes.toString()) : null,
    };
  }

  /** Entries of a folder by their names, and what is said of the folder. */
  async list(
    target = "",
  ): Promise<{ head: { cwd: ManagerEntry; path: string }; entries: Map<string, ManagerEntry> }> {
    const { bytes } = await this.call("list", target === "" ? {} : { target });
    const lines = bytes
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const entries = lines.flatMap((line) => line.entries ?? []) as ManagerEntry[];
    return { head: lines[0], entries: new Map(entries.map((entry) => [entry.name, entry])) };
  }

  /** What a person was told. */
  get said(): string {
    return this.frames.map(({ err }) => err).join("\n");
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}
