import { createHash, createHmac } from "node:crypto";

/** Whose signature it is, and for which region. */
export interface S3Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** What is signed. */
export interface S3Request {
  readonly method: string;
  readonly url: URL;
  /** SHA-256 of the body, hex. */
  readonly bodyHash: string;
  readonly date: Date;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** As AWS escapes: everything but letters, digits and `-._~`. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** The path of an object as it is signed and sent. */
export const escapedPath = (path: string): string => path.split("/").map(escaped).join("/");

/** The headers of a request signed by AWS Signature Version 4, for the service `s3`. */
export function signedHeaders(
  { accessKey, secretKey, region }: S3Credentials,
  { method, url, bodyHash, date }: S3Request,
): Readonly<Record<string, string>> {
  const moment = date.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = moment.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const headers = { host: url.host, "x-amz-content-sha256": bodyHash, "x-amz-date": moment };
  const names = Object.keys(headers).join(";");
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join("&");
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, url.pathname, query, lines.join(""), names, bodyHash].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", moment, scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  const signature = hmac(key, toSign).toString("hex");
  return {
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": moment,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
