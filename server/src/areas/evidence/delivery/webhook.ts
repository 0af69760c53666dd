import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { isIP } from "node:net";
import { resolveTarget } from "../../../engine/outbound/index.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { DeliveryOptions, Target } from "./targets.ts";

/**
 * Posts the lines as `application/x-ndjson`: added one after the other they are a copy as `checkpoints.log` is.
 * Redirects are not followed: where they lead nobody entered.
 */
export async function postLines(
  { address, token, lines }: Pick<Target, "address" | "token"> & { readonly lines: readonly string[] },
  { allowed, signal }: DeliveryOptions,
): Promise<void> {
  const url = new URL(address);
  const host = await resolveTarget(url.hostname, allowed);
  const body = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  const isTls = url.protocol === "https:";
  const request = (isTls ? requestTls : requestPlain)({
    method: "POST",
    host,
    port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    ...(isIP(url.hostname.replace(/[[\]]/g, "")) === 0 ? { servername: url.hostname } : {}),
    headers: {
      host: url.host,
      "content-type": "application/x-ndjson",
      "content-length": body.length,
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
    },
    agent: false,
    signal,
  });
  const status = await new Promise<number>((resolve, reject) => {
    request.once("error", reject);
    request.once("response", (response) => {
      // What else it answers is of no interest, whatever its size.
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.end(body);
  });
  if (status < 200 || status > 299) throw new DeliveryError("refused");
}
