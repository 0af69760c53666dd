import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of the CAS protocol on this machine: tickets are good once, and for their own service. */
export interface CasServer {
  readonly url: string;
  /** A ticket for somebody at a service, as if they had signed in. */
  issue(user: string, service: string, attributes?: Readonly<Record<string, readonly string[]>>): string;
  /** Whose accounts are closed: their tickets are not good. */
  readonly closed: Set<string>;
  /** What the next validation is answered with, whatever was asked; null: the truth. */
  lie(answer: string | null): void;
  /** Validations, by path. */
  readonly asked: string[];
  close(): Promise<void>;
}

interface Ticket {
  readonly user: string;
  readonly service: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** An answer as the protocol has it. */
export const success = (user: string, attributes = ""): string =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess><cas:user>${user}</cas:user>${attributes}</cas:authenticationSuccess></cas:serviceResponse>`;

/** Starts it. */
export async function startCasServer(): Promise<CasServer> {
  const tickets = new Map<string, Ticket>();
  const asked: string[] = [];
  const closed = new Set<string>();
  let serial = 0;
  let lie: string | null = null;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://cas.test");
    asked.push(pathname);
    const id = searchParams.get("ticket") ?? "";
    const ticket = tickets.get(id);
    tickets.delete(id);
    const isGood = ticket !== undefined && ticket.service === searchParams.get("service");
    const answer = (): string => {
      if (pathname.endsWith("/validate")) return isGood ? `yes\n${ticket.user}\n` : "no\n\n";
      const isClosed = ticket !== undefined && closed.has(ticket.user);
      if (!isGood || isClosed) {
        const code = isClosed ? "UNAUTHORIZED_PRINCIPAL" : "INVALID_TICKET";
        return `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationFailure code="${code}">no</cas:authenticationFailure></cas:serviceResponse>`;
      }
      const lines = Object.entries(ticket.attributes).flatMap(([name, values]) =>
        values.map((value) => `<cas:${name}>${escaped(value)}</cas:${name}>`),
      );
      return success(escaped(ticket.user), `<cas:attributes>${lines.join("")}</cas:attributes>`);
    };
    const body = lie ?? answer();
    lie = null;
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas/`,
    issue(user, service, attributes = {}) {
      serial += 1;
      const id = `ST-${serial}-of-this-test`;
      tickets.set(id, { user, service, attributes });
      return id;
    },
    lie: (answer) => {
      lie = answer;
    },
    asked,
    closed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
