import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { isIP } from "node:net";
import { DeliveryError } from "./delivery-error.ts";
import type { DeliveryOptions } from "./delivery-options.ts";
import { resolveInTime } from "./target-address.ts";

/** Bytes of an answer that are read, and the longest pause that a server may ask for, in seconds. */
const mostAnswer = 2_048;
const longestPause = 3_600;

/** What is posted. */
export interface Post {
  /** `http://` or `https://`. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a server answered that took it. */
export interface PostAnswer {
  readonly status: number;
  /** The beginning of the body. */
  readonly answer: string;
}

/**
 * Posts a body to an address that people entered. Redirects are not followed: where they lead nobody entered. Of the
 * answer no more than its beginning is read, whatever its size.
 *
 * @throws TargetRefused; DeliveryError where it was not taken; the error of the connection
 */
export async function post(
  { address, headers, body }: Post,
  { allowed, signal, ca }: DeliveryOptions,
): Promise<PostAnswer> {
  const url = new URL(address);
  const host = await resolveInTime(url.hostname, allowed, signal);
  const bytes = Buffer.from(body);
  const isTls = url.protocol === "https:";
  const request = (isTls ? requestTls : requestPlain)({
    method: "POST",
    host,
    port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    ...(isIP(url.hostname.replace(/[[\]]/g, "")) === 0 ? { servername: url.hostname } : {}),
    ...(isTls && ca !== undefined ? { ca } : {}),
    headers: { host: url.host, ...headers, "content-length": bytes.length },
    agent: false,
    signal,
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once("error", reject);
    request.once("response", resolve);
    request.end(bytes);
  });
  // What the connection says once the answer is here no longer matters.
  request.on("error", () => undefined);
  const answer = await beginningOf(response);
  const status = response.statusCode ?? 0;
  if (status >= 200 && status <= 299) return { status, answer };
  const pause = Number(response.headers["retry-after"]);
  const retryAfter = Number.isFinite(pause) ? Math.min(Math.max(0, pause), longestPause) : 0;
  throw new DeliveryError("refused", { status, answer, retryAfter });
}

/** The beginning of an answer, also of one that breaks off. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of response) {
      pieces.push(piece);
      size += piece.length;
      if (size >= mostAnswer) break;
    }
  } catch {
    // The status has been said: what is missing is the rest of a text for people.
  }
  response.destroy();
  return Buffer.concat(pieces).toString("utf8", 0, mostAnswer);
}
