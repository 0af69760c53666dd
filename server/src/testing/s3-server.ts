import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a test does to the storage. */
export interface S3Faults {
  /** Answers every request with this code and status. */
  refuse?: { readonly status: number; readonly code: string; readonly region?: string };
  /** Answers nothing at all. */
  hangs?: boolean;
  /** How far its clock is off, in seconds. */
  clock?: number;
  /** Called before each part is taken; a promise holds it. */
  beforePart?: (number: number) => void | Promise<void>;
  /** Called before each request is acted on; a promise holds it. */
  before?: (method: string, key: string) => void | Promise<void>;
  /** What it gives back of an object. */
  tamper?: (bytes: Buffer) => Buffer;
}

/** A storage that speaks the protocol of S3, in memory. */
export interface S3TestServer {
  /** `http://127.0.0.1:port` */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  /** What is in the bucket, by key. */
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Methods, paths and ranges in the order they were asked. */
  readonly requests: string[];
  readonly faults: S3Faults;
  close(): Promise<void>;
}

const credentials = {
  accessKey: "AKIDTESTSTORAGE",
  secretKey: "secret/key+of=the test storage",
  region: "test-1",
} as const;

/** Longest that clocks may differ, in seconds, as with AWS. */
const mostSkew = 900;

const hmac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest();
const hex = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
const strictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Starts a bucket at loopback that takes requests signed by AWS Signature Version 4 alone: it computes each signature from
 * what arrived, and compares the hash of the body, the moment and the region.
 */
export async function startS3Server(port = 0): Promise<S3TestServer> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const requests: string[] = [];
  const faults: S3Faults = {};
  const bucket = "recordings";

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const url = new URL(request.url ?? "/", "http://storage");
    requests.push(`${request.method} ${request.url} ${request.headers.range ?? ""}`.trim());
    if (faults.hangs === true) return;
    const refusal = faults.refuse ?? refusalOf(request, url, body, faults.clock ?? 0);
    if (refusal !== null) return refuse(response, refusal.status, refusal.code, refusal.region);
    const [, named = "", ...rest] = url.pathname.split("/").map(decodeURIComponent);
    if (named !== bucket) return refuse(response, 404, "NoSuchBucket");
    await act(response, { method: request.method ?? "", key: rest.join("/"), url, body, request });
  }

  async function act(
    response: ServerResponse,
    asked: { method: string; key: string; url: URL; body: Buffer; request: IncomingMessage },
  ): Promise<void> {
    const { method, key, url, body, request } = asked;
    await faults.before?.(method, key);
    const upload = url.searchParams.get("uploadId");
    const number = Number(url.searchParams.get("partNumber"));
    if (method === "POST" && url.searchParams.has("uploads")) {
      const id = randomUUID();
      uploads.set(id, new Map());
      return xml(
        response,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (upload !== null) {
      const parts = uploads.get(upload);
      if (parts === undefined) return refuse(response, 404, "NoSuchUpload");
      if (method === "PUT") {
        await faults.beforePart?.(number);
        parts.set(number, body);
        return void response.writeHead(200, { etag: `"${hex(body)}"` }).end();
      }
      const tags = [
        ...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&#34;(\w+)&#34;<\/ETag>/g),
      ];
      const named = tags.map(([, at, tag]) => ({ bytes: parts.get(Number(at)), tag }));
      const isWhole =
        named.length > 0 && named.every(({ bytes, tag }) => bytes !== undefined && hex(bytes) === tag);
      // As S3 does: the answer has begun before it is known to fail.
      if (!isWhole) return xml(response, "<Error><Code>InvalidPart</Code></Error>");
      objects.set(key, Buffer.concat(named.map(({ bytes }) => bytes as Buffer)));
      uploads.delete(upload);
      return xml(response, "<CompleteMultipartUploadResult/>");
    }
    if (method === "PUT") {
      objects.set(key, body);
      return void response.writeHead(200).end();
    }
    if (method === "DELETE") {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (found === undefined) return refuse(response, 404, "NoSuchKey");
    const bytes = faults.tamper?.(found) ?? found;
    const [, from = "", to = ""] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (from === "")
      return void response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes);
    if (Number(from) >= bytes.length) return refuse(response, 416, "InvalidRange");
    const part = bytes.subarray(Number(from), Number(to) + 1);
    response
      .writeHead(206, { "content-type": "application/octet-stream", "content-length": part.length })
      .end(part);
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${own}`;
  return { endpoint, bucket, ...credentials, objects, requests, faults, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const xml = (response: ServerResponse, text: string, status = 200): void =>
  void response.writeHead(status, { "content-type": "application/xml" }).end(`<?xml version="1.0"?>${text}`);

const refuse = (response: ServerResponse, status: number, code: string, region = ""): void =>
  xml(
    response,
    `<Error><Code>${code}</Code>${region === "" ? "" : `<Region>${region}</Region>`}</Error>`,
    status,
  );

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly region?: string;
}

/** Why a request is not taken; null where its signature is right. */
function refusalOf(request: IncomingMessage, url: URL, body: Buffer, clock: number): Refusal | null {
  const { accessKey, secretKey, region } = credentials;
  const denied = (code: string): Refusal => ({ status: 403, code });
  const authorization = request.headers.authorization ?? "";
  const [, key, day = "", named, names = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (key === undefined) return denied("AccessDenied");
  if (key !== accessKey) return denied("InvalidAccessKeyId");
  if (named !== region) return { status: 400, code: "AuthorizationHeaderMalformed", region };
  const moment = String(request.headers["x-amz-date"] ?? "");
  const [, year, month, date, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(moment) ?? [];
  const sent = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  if (!(Math.abs(Date.now() + clock * 1000 - sent) <= mostSkew * 1000)) return denied("RequestTimeTooSkewed");
  const bodyHash = String(request.headers["x-amz-content-sha256"] ?? "");
  if (hex(body) !== bodyHash) return { status: 400, code: "XAmzContentSHA256Mismatch" };
  const query = [...url.searchParams].map(([name, value]) => `${strictly(name)}=${strictly(value)}`).sort();
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`);
  const path = (request.url ?? "").split("?")[0] ?? "";
  const canonical = [request.method, path, query.join("&"), headers.join(""), names, bodyHash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const dated = hmac(`AWS4${secretKey}`, day);
  const signing = hmac(hmac(hmac(dated, region), "s3"), "aws4_request");
  const expected = hmac(signing, ["AWS4-HMAC-SHA256", moment, scope, hex(canonical)].join("\n"));
  const isRight = timingSafeEqual(Buffer.from(signature, "hex"), expected) && /(^|;)host(;|$)/.test(names);
  return isRight ? null : denied("SignatureDoesNotMatch");
}
