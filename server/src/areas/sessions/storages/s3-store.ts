import { createHash } from "node:crypto";
import type { ObjectStore } from "./object-store.ts";
import { escapedPath, signedHeaders } from "./s3-signature.ts";
import { StorageError, type StorageProblem } from "./storage-error.ts";
import { askStorage, type StorageAnswer, type StorageRequest } from "./storage-request.ts";

/** A bucket of a storage that speaks the protocol of S3. */
export interface S3Bucket {
  /** `https://s3.eu-central-1.amazonaws.com`; a path below it counts. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** Empty: nothing is signed. */
  readonly accessKey: string;
  readonly secretKey: string;
  /** Whether the bucket is named by the host (`bucket.example.com`) instead of the path. */
  readonly isNamedByHost: boolean;
  /** Longest time of one request, in milliseconds. */
  readonly timeout?: number;
}

/** What stands between two tags of an answer; empty where there is no such tag. */
const between = (xml: string, tag: string): string =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? "";

const problems: Readonly<Record<string, StorageProblem>> = {
  RequestTimeTooSkewed: "clock",
  RequestExpired: "clock",
  NoSuchBucket: "no_bucket",
  NoSuchUpload: "no_upload",
  InvalidPart: "no_upload",
  NoSuchKey: "missing",
  PermanentRedirect: "region",
  TemporaryRedirect: "region",
  AuthorizationHeaderMalformed: "region",
  QuotaExceeded: "full",
  XMinioStorageFull: "full",
  XMinioAdminBucketQuotaExceeded: "full",
  InsufficientStorage: "full",
};

function problemOf(status: number, code: string): StorageProblem {
  const known = problems[code];
  if (known !== undefined) return known;
  if (status === 401 || status === 403) return "denied";
  if (status === 404) return "missing";
  if (status === 507) return "full";
  if (status >= 300 && status < 400) return "region";
  return status >= 500 || status === 429 ? "busy" : "failed";
}

type Call = Omit<StorageRequest, "url" | "headers"> & {
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly range?: string;
};

/** The objects of a bucket. */
export function createS3Store(bucket: S3Bucket): ObjectStore {
  let { region } = bucket;

  async function once({ method, key, query = {}, range, body }: Call): Promise<StorageAnswer> {
    const url = addressOf(bucket, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const bodyHash = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const signed =
      bucket.accessKey === ""
        ? {}
        : signedHeaders({ ...bucket, region }, { method, url, bodyHash, date: new Date() });
    const headers = { ...signed, ...(range === undefined ? {} : { range }) };
    return askStorage({ method, url, headers, ...(body === undefined ? {} : { body }) }, bucket.timeout);
  }

  async function call(asked: Call): Promise<StorageAnswer> {
    let answer = await once(asked);
    if (answer.status === 400) {
      // A storage with a region of its own says which it is.
      const right = between(answer.body.toString("utf8"), "Region");
      if (right !== "" && right !== region) {
        region = right;
        answer = await once(asked);
      }
    }
    const xml = isText(answer) ? answer.body.toString("utf8", 0, 64 * 1024) : "";
    // An upload may fail after its answer has begun.
    const isRefused = answer.status >= 300 || (asked.method === "POST" && xml.includes("<Error>"));
    if (isRefused) throw new StorageError(problemOf(answer.status, between(xml, "Code")));
    return answer;
  }

  return {
    put: async (key, body) => void (await call({ method: "PUT", key, body })),
    async begin(key) {
      const { body } = await call({ method: "POST", key, query: { uploads: "" } });
      const upload = between(body.toString("utf8"), "UploadId");
      if (upload === "") throw new StorageError("failed");
      return upload;
    },
    async part(key, upload, number, body) {
      const query = { partNumber: String(number), uploadId: upload };
      const { headers } = await call({ method: "PUT", key, query, body });
      return headers.get("etag") ?? "";
    },
    async complete(key, upload, parts) {
      const lines = parts.map(
        (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${xmlText(tag)}</ETag></Part>`,
      );
      const body = Buffer.from(`<CompleteMultipartUpload>${lines.join("")}</CompleteMultipartUpload>`);
      await call({ method: "POST", key, query: { uploadId: upload }, body });
    },
    async read(key, offset, length) {
      const { status, body } = await call({
        ...{ method: "GET", key, range: `bytes=${offset}-${offset + length - 1}` },
      });
      // Who does not know of ranges answers all of it.
      return status === 206 ? body.subarray(0, length) : body.subarray(offset, offset + length);
    },
    async remove(key) {
      try {
        await call({ method: "DELETE", key });
      } catch (error) {
        if (!(error instanceof StorageError && error.problem === "missing")) throw error;
      }
    },
  };
}

const isText = ({ status, headers }: StorageAnswer): boolean =>
  status >= 300 || /xml/.test(headers.get("content-type") ?? "xml");

const xmlText = (value: string): string => value.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

function addressOf({ endpoint, bucket, isNamedByHost }: S3Bucket, key: string): URL {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/+$/, "");
  if (isNamedByHost) url.host = `${bucket}.${url.host}`;
  url.pathname = `${base}${isNamedByHost ? "" : `/${escapedPath(bucket)}`}/${escapedPath(key)}`;
  return url;
}
