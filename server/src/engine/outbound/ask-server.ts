import { request as plainRequest } from "node:http";
import { Agent, request as secureRequest } from "node:https";
import { isIP } from "node:net";
import { resolveTarget } from "./target-address.ts";

/** Longest time for a whole answer, in milliseconds, and the largest that is read, in bytes. */
const longest = 10_000;
const largest = 1024 * 1024;

/** A request to a server that an administrator entered. */
export interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How a server is asked. */
interface OutgoingOptions {
  /** Whether its certificate has to be good. Default true. */
  readonly verifiesTls?: boolean;
  /** Addresses of this machine that may be asked; absent where any may (`resolveTarget`). */
  readonly allowed?: readonly string[];
  /** Milliseconds for the whole answer. Default 10,000. */
  readonly timeout?: number;
}

const carefree = new Agent({ rejectUnauthorized: false });

/** Connects to the address that was looked at, and to no other one a name may mean a moment later. */
async function pinned(url: URL, allowed: readonly string[] | undefined) {
  if (allowed === undefined) return {};
  const hostname = await resolveTarget(url.hostname, allowed);
  const isName = isIP(url.hostname.replace(/[[\]]/g, "")) === 0;
  return { hostname, ...(isName ? { servername: url.hostname } : {}) };
}

/**
 * Asks a server. Redirects are not followed: what is sent to one address is wrong at another.
 * @throws TargetRefused; Error when no answer came in time, or one that is too large
 */
export async function askServer(
  address: string | URL,
  { method = "GET", headers = {}, body }: OutgoingRequest,
  { verifiesTls = true, allowed, timeout = longest }: OutgoingOptions = {},
): Promise<Response> {
  const url = new URL(address);
  const isSecure = url.protocol === "https:";
  const target = await pinned(url, allowed);
  return new Promise((resolve, reject) => {
    const request = (isSecure ? secureRequest : plainRequest)(url, {
      method,
      ...target,
      headers: {
        host: url.host,
        ...headers,
        ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
      },
      signal: AbortSignal.timeout(timeout),
      ...(isSecure && !verifiesTls ? { agent: carefree } : {}),
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      response.on("error", reject);
      response.on("data", (piece: Buffer) => {
        size += piece.length;
        if (size > largest) request.destroy(new Error("the answer is too large"));
        else pieces.push(piece);
      });
      response.on("end", () => {
        const { statusCode: status = 502, headers: answered } = response;
        const type = answered["content-type"];
        const isEmpty = status === 204 || status === 205 || status === 304;
        resolve(
          new Response(isEmpty ? null : new Uint8Array(Buffer.concat(pieces)), {
            status,
            headers: type === undefined ? {} : { "content-type": type },
          }),
        );
      });
    });
    request.end(body);
  });
}
