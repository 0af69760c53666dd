import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import WebSocket from "ws";
import { signedHeaders, type TestKey } from "../areas/credentials/testing/sign.ts";

/** An answer to a component. */
export interface ComponentAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

/** A task as a component is told of it. */
export interface ToldTask {
  readonly id: string;
  readonly name: string;
  readonly args: string;
  readonly kwargs: { readonly terminated_by: string };
}

async function answerOf(response: Response): Promise<ComponentAnswer> {
  const text = await response.text();
  const isJson = String(response.headers.get("content-type")).includes("json") && text !== "";
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

/** Registers a component, as one does at its first start; the answer holds its key. */
export async function registerComponent(
  base: string,
  registration: Readonly<Record<string, unknown>>,
  token: string,
  path = "registration",
): Promise<ComponentAnswer> {
  const response = await fetch(`${base}/api/v1/terminal/${path}/`, {
    method: "POST",
    headers: { authorization: `BootstrapToken ${token}`, "content-type": "application/json" },
    body: JSON.stringify(registration),
  });
  return answerOf(response);
}

/**
 * A component made for the contract alone: it speaks HTTP and WebSocket, signs every request with its access key, and
 * knows nothing of the product.
 */
export class ComponentClient {
  readonly #base: string;
  readonly #key: TestKey;

  constructor(base: string, key: TestKey) {
    this.#base = base;
    this.#key = key;
  }

  /** A number of its own tells a request from an earlier one of the same second: the same signature holds once. */
  #signed(method: string, target: string, body?: string | Buffer): Record<string, string> {
    const headers = { "x-request-id": randomUUID() };
    const names = ["(request-target)", "date", "x-request-id", ...(body === undefined ? [] : ["digest"])];
    return signedHeaders(this.#key, method, target, {
      headers,
      signed: names,
      ...(body === undefined ? {} : { body }),
    });
  }

  /** Calls the API below `/api/v1/`. */
  async call(method: string, path: string, body?: unknown): Promise<ComponentAnswer> {
    const target = `/api/v1/${path}`;
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const response = await fetch(this.#base + target, {
      method,
      headers: {
        ...this.#signed(method, target, payload),
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    return answerOf(response);
  }

  /** Brings the recording of a session: an asciicast, compressed. */
  async bringReplay(sessionId: string, cast: string, version = 3): Promise<ComponentAnswer> {
    const target = `/api/v1/terminal/sessions/${sessionId}/replay/`;
    const form = new FormData();
    form.set("file", new Blob([gzipSync(cast)]), `${sessionId}.cast.gz`);
    form.set("version", String(version));
    // A form is signed by the bytes it is sent as.
    const request = new Request(this.#base + target, { method: "POST", body: form });
    const type = request.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await request.arrayBuffer());
    const headers = { ...this.#signed("POST", target, bytes), "content-type": type };
    return answerOf(await fetch(this.#base + target, { method: "POST", headers, body: bytes }));
  }

  /** Opens the socket over which tasks come; what comes is kept until it is asked for. */
  async connect(): Promise<TaskSocket> {
    const target = "/ws/terminal-task/";
    const socket = new WebSocket(this.#base.replace(/^http/, "ws") + target, {
      headers: this.#signed("GET", target),
    });
    const tasks = new TaskSocket(socket);
    await once(socket, "open");
    return tasks;
  }
}

/** The socket of a component. */
export class TaskSocket {
  readonly socket: WebSocket;
  readonly #frames: (readonly ToldTask[])[] = [];
  #waiting: ((frame: readonly ToldTask[]) => void) | null = null;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data)) as readonly ToldTask[];
      if (this.#waiting === null) this.#frames.push(frame);
      else this.#waiting(frame);
      this.#waiting = null;
    });
  }

  /** The next list of tasks. */
  next(): Promise<readonly ToldTask[]> {
    const frame = this.#frames.shift();
    if (frame !== undefined) return Promise.resolve(frame);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** Tells how busy the component is. */
  beat(payload: Readonly<Record<string, unknown>>): void {
    this.socket.send(JSON.stringify({ type: "status", payload }));
  }

  /** Closes it. */
  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.socket, "close");
    this.socket.close();
    await closed;
  }
}
