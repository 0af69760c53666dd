import { createHash, createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type S3TestServer, startS3Server } from "../../../testing/s3-server.ts";
import { createAzureStore } from "./azure-store.ts";
import { checkStore, type ObjectStore } from "./object-store.ts";
import { regionOf } from "./open-store.ts";
import { signedHeaders } from "./s3-signature.ts";
import { createS3Store, type S3Bucket } from "./s3-store.ts";

let server: S3TestServer;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(() => {
  for (const name of Object.keys(server.faults) as (keyof typeof server.faults)[]) delete server.faults[name];
});

const bucket = (changes: Partial<S3Bucket> = {}): S3Bucket => ({
  endpoint: server.endpoint,
  bucket: server.bucket,
  region: server.region,
  accessKey: server.accessKey,
  secretKey: server.secretKey,
  isNamedByHost: false,
  ...changes,
});

const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    (error: { problem?: string }) => error.problem ?? String(error),
  );

const key = "2026-05-04/a b+c(1)'*!~世.rec";

async function throughParts(store: ObjectStore): Promise<void> {
  const parts = [randomBytes(3000), randomBytes(3000), randomBytes(17)];
  const upload = await store.begin(key);
  const tags: string[] = [];
  for (const [at, part] of parts.entries()) {
    tags.push(await store.part(key, upload, at + 1, part, at * 3000));
  }
  await store.complete(key, upload, tags);
  const whole = Buffer.concat(parts);
  expect(await store.read(key, 2990, 20)).toEqual(whole.subarray(2990, 3010));
  expect(await store.read(key, whole.length - 5, 5)).toEqual(whole.subarray(-5));
  await store.remove(key);
  await store.remove(key);
  expect(await problemOf(store.read(key, 0, 1))).toBe("missing");
}

test("signs as AWS documents it", () => {
  const headers = signedHeaders(
    {
      accessKey: "AKIAIOSFODNN7EXAMPLE",
      secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      region: "us-east-1",
    },
    {
      method: "GET",
      url: new URL("https://examplebucket.s3.amazonaws.com/?lifecycle="),
      bodyHash: createHash("sha256").digest("hex"),
      date: new Date("2013-05-24T00:00:00Z"),
    },
  );
  expect(headers.authorization).toContain(
    "Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  );
});

test("objects of an S3 storage are written in one and in parts, read in ranges and removed", async () => {
  const store = createS3Store(bucket());
  await checkStore(store);
  await throughParts(store);
  expect(server.objects.size).toBe(0);
});

test("an S3 storage names its region, and is asked again with it", async () => {
  await checkStore(createS3Store(bucket({ region: "us-east-1" })));
});

test("what is wrong with an S3 storage has a word of its own", async () => {
  const check = (changes: Partial<S3Bucket> = {}): Promise<string> =>
    problemOf(checkStore(createS3Store(bucket(changes))));
  expect(await check({ secretKey: "wrong" })).toBe("denied");
  expect(await check({ accessKey: "wrong" })).toBe("denied");
  expect(await check({ accessKey: "" })).toBe("denied");
  expect(await check({ bucket: "other" })).toBe("no_bucket");
  expect(await check({ endpoint: "http://127.0.0.1:1" })).toBe("unreachable");
  server.faults.clock = 7200;
  expect(await check()).toBe("clock");
  delete server.faults.clock;
  server.faults.hangs = true;
  expect(await check({ timeout: 50 })).toBe("slow");
  delete server.faults.hangs;
  for (const [status, code, problem] of [
    [507, "XMinioStorageFull", "full"],
    [503, "SlowDown", "busy"],
    [301, "PermanentRedirect", "region"],
    [400, "Nonsense", "failed"],
  ] as const) {
    server.faults.refuse = { status, code };
    expect(await check()).toBe(problem);
  }
});

test("an upload that fails after its answer has begun has failed", async () => {
  const store = createS3Store(bucket());
  const upload = await store.begin(key);
  await store.part(key, upload, 1, Buffer.from("x"), 0);
  expect(await problemOf(store.complete(key, upload, ['"0"']))).toBe("no_upload");
  expect(await problemOf(store.complete(key, "none", ['"0"']))).toBe("no_upload");
});

test("regions are read from the addresses of the providers", () => {
  expect(regionOf("s3.us-west-2.amazonaws.com")).toBe("us-west-2");
  expect(regionOf("s3.cn-north-1.amazonaws.com.cn")).toBe("cn-north-1");
  expect(regionOf("s3.oss-cn-hangzhou.aliyuncs.com")).toBe("oss-cn-hangzhou");
  expect(regionOf("obs.cn-east-3.myhuaweicloud.com")).toBe("cn-east-3");
  expect(regionOf("cos.ap-guangzhou.myqcloud.com")).toBe("ap-guangzhou");
  expect(regionOf("minio.example.com")).toBe("us-east-1");
});

/** Blobs at loopback, with the signature of each request computed from what arrived. */
async function startBlobs(account: string, secret: string) {
  const blobs = new Map<string, Buffer>();
  const blocks = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const url = new URL(request.url ?? "/", "http://blobs");
    const own = Object.keys(request.headers)
      .filter((name) => name.startsWith("x-ms-"))
      .sort()
      .map((name) => `${name}:${request.headers[name]}`);
    const query = [...url.searchParams].sort().map(([name, value]) => `${name}:${value}`);
    const length = body.length === 0 ? "" : body.length;
    const head = `${request.method}\n\n\n${length}\n\n${request.headers["content-type"] ?? ""}\n\n\n\n\n\n`;
    const path = (request.url ?? "").split("?")[0];
    const toSign = `${head}\n${[...own, `/${account}${path}`, ...query].join("\n")}`;
    const expected = createHmac("sha256", Buffer.from(secret, "base64")).update(toSign).digest("base64");
    const fail = (status: number, code: string) =>
      response.writeHead(status, { "x-ms-error-code": code }).end();
    if (request.headers.authorization !== `SharedKey ${account}:${expected}`)
      return fail(403, "AuthenticationFailed");
    if (!url.pathname.startsWith("/recordings/")) return fail(404, "ContainerNotFound");
    const block = url.searchParams.get("blockid");
    if (block !== null) blocks.set(block, body);
    else if (url.searchParams.get("comp") === "blocklist") {
      const names = [...body.toString().matchAll(/<Latest>([^<]+)<\/Latest>/g)].map(([, name = ""]) => name);
      blobs.set(url.pathname, Buffer.concat(names.map((name) => blocks.get(name) ?? Buffer.alloc(0))));
    } else if (request.method === "PUT") blobs.set(url.pathname, body);
    const found = blobs.get(url.pathname);
    if (request.method === "PUT") return response.writeHead(201).end();
    if (found === undefined) return fail(404, "BlobNotFound");
    if (request.method === "DELETE") {
      blobs.delete(url.pathname);
      return response.writeHead(202).end();
    }
    const [, from = 0, to = 0] = /bytes=(\d+)-(\d+)/.exec(String(request.headers["x-ms-range"])) ?? [];
    response.writeHead(206).end(found.subarray(Number(from), Number(to) + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test("blobs of Azure are written in one and in blocks, read in ranges and removed", async () => {
  const secret = randomBytes(64).toString("base64");
  const { endpoint, server: blobs } = await startBlobs("sallyport", secret);
  try {
    const container = { endpoint, container: "recordings", account: "sallyport", key: secret };
    const store = createAzureStore(container);
    await checkStore(store);
    await throughParts(store);
    const other = randomBytes(64).toString("base64");
    expect(await problemOf(checkStore(createAzureStore({ ...container, key: other })))).toBe("denied");
    expect(await problemOf(checkStore(createAzureStore({ ...container, container: "none" })))).toBe(
      "no_bucket",
    );
  } finally {
    blobs.closeAllConnections();
    blobs.close();
  }
});
