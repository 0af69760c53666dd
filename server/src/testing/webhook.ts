import { once } from "node:events";
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecure } from "node:https";
import type { AddressInfo } from "node:net";

/** A request that a webhook got. */
export interface GotRequest {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** An event as it arrives (docs/events.md, "The event"). */
export interface TakenEvent {
  readonly id: string;
  readonly seq: number;
  readonly kind: string;
  readonly object: string;
  readonly summary: string;
  readonly [field: string]: unknown;
}

/** How a webhook answers: a status, or what it does with the answer itself. */
export type HookAnswer = number | ((response: ServerResponse, request: GotRequest) => void);

/** A webhook, which answers what it is told to. */
export interface Hook {
  readonly url: string;
  readonly requests: GotRequest[];
  answer: HookAnswer;
  /** The events it took: those of requests it answered with 2xx. */
  readonly taken: TakenEvent[];
  close(): void;
}

/** Starts a webhook on this machine; over TLS with a certificate. */
export async function startHook(certificate?: {
  readonly cert: string;
  readonly key: string;
}): Promise<Hook> {
  const hook: Hook = { url: "", requests: [], answer: 200, taken: [], close: () => undefined };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => {
      body += piece;
    });
    request.on("end", () => {
      const got = { headers: request.headers, body };
      hook.requests.push(got);
      response.once("finish", () => {
        const { events } = JSON.parse(body) as { events?: readonly TakenEvent[] };
        if (response.statusCode < 300) hook.taken.push(...(events ?? []));
      });
      if (typeof hook.answer === "function") hook.answer(response, got);
      else response.writeHead(hook.answer).end("thanks");
    });
  };
  const server = certificate === undefined ? createPlain(listener) : createSecure(certificate, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(hook, {
    url: `${certificate === undefined ? "http" : "https"}://localhost:${port}/hook`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
