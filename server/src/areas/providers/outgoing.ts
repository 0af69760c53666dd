import { request as plainRequest } from "node:http";
import { Agent, request as secureRequest } from "node:https";
import { ProviderError } from "./provider-error.ts";

/** Longest time for a whole answer, in milliseconds, and the largest that is read, in bytes. */
const longest = 10_000;
const largest = 1024 * 1024;

/** A request to an identity provider. */
export interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const carefree = new Agent({ rejectUnauthorized: false });

/**
 * Asks an identity provider. Redirects are not followed: what is sent to one address is wrong at another.
 * @throws ProviderError when no answer came
 */
export function askProvider(
  address: string | URL,
  { method = "GET", headers = {}, body }: OutgoingRequest,
  verifiesTls: boolean,
): Promise<Response> {
  const url = new URL(address);
  const isSecure = url.protocol === "https:";
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(new ProviderError("unreachable", `${url.host}: ${error.message}`));
    const request = (isSecure ? secureRequest : plainRequest)(url, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
      },
      signal: AbortSignal.timeout(longest),
      ...(isSecure && !verifiesTls ? { agent: carefree } : {}),
    });
    request.on("error", fail);
    request.on("response", (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      response.on("error", fail);
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
