import { createHmac } from "node:crypto";
import type { ObjectStore } from "./object-store.ts";
import { escapedPath } from "./s3-signature.ts";
import { StorageError, type StorageProblem } from "./storage-error.ts";
import { askStorage, type StorageAnswer, type StorageRequest } from "./storage-request.ts";

/** A container of Azure Blob Storage. */
export interface AzureContainer {
  /** `https://account.blob.core.windows.net`; a path below it counts. */
  readonly endpoint: string;
  readonly container: string;
  readonly account: string;
  /** Base64. */
  readonly key: string;
  /** Longest time of one request, in milliseconds. */
  readonly timeout?: number;
}

const version = "2021-08-06";

const problems: Readonly<Record<string, StorageProblem>> = {
  ContainerNotFound: "no_bucket",
  ContainerBeingDeleted: "no_bucket",
  BlobNotFound: "missing",
  InvalidBlockList: "no_upload",
  InvalidBlobOrBlock: "no_upload",
};

/** Both kinds of refused keys are 403; a clock that is wrong is told in the text of the header alone. */
function problemOf({ status, headers, body }: StorageAnswer): StorageProblem {
  const code = headers.get("x-ms-error-code") ?? "";
  const known = problems[code];
  if (known !== undefined) return known;
  if (status === 403 && /date|time/i.test(/<AuthenticationErrorDetail>([^<]*)/.exec(`${body}`)?.[1] ?? "")) {
    return "clock";
  }
  if (status === 401 || status === 403) return "denied";
  if (status === 404) return "missing";
  if (status === 507) return "full";
  return status >= 500 || status === 429 ? "busy" : "failed";
}

/** The value of `Authorization`: Shared Key, as the REST API of storage lays it down. */
function authorization(
  { account, key }: AzureContainer,
  { method, url, headers, body }: StorageRequest,
): string {
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith("x-ms-"))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}:${value}\n`);
  const query = [...url.searchParams]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `\n${name}:${value}`);
  const length = body === undefined || body.length === 0 ? "" : String(body.length);
  const plain = ["", "", length, "", headers["content-type"] ?? "", "", "", "", "", "", ""];
  const toSign = [method, ...plain, `${own.join("")}/${account}${url.pathname}${query.join("")}`].join("\n");
  const signature = createHmac("sha256", Buffer.from(key, "base64")).update(toSign, "utf8").digest("base64");
  return `SharedKey ${account}:${signature}`;
}

/** The blobs of a container. */
export function createAzureStore(container: AzureContainer): ObjectStore {
  async function call(
    method: StorageRequest["method"],
    key: string,
    {
      query = {},
      headers: more = {},
      body,
    }: Partial<Pick<StorageRequest, "headers" | "body">> & {
      readonly query?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<StorageAnswer> {
    const url = new URL(container.endpoint);
    const base = url.pathname.replace(/\/+$/, "");
    url.pathname = `${base}/${escapedPath(container.container)}/${escapedPath(key)}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers: Record<string, string> = {
      "x-ms-date": new Date().toUTCString(),
      "x-ms-version": version,
      ...(body === undefined ? {} : { "content-type": "application/octet-stream" }),
      ...more,
    };
    const request = { method, url, headers, ...(body === undefined ? {} : { body }) };
    headers.authorization = authorization(container, request);
    const answer = await askStorage(request, container.timeout);
    if (answer.status >= 300) throw new StorageError(problemOf(answer));
    return answer;
  }

  return {
    async put(key, body) {
      await call("PUT", key, { headers: { "x-ms-blob-type": "BlockBlob" }, body });
    },
    // Blocks belong to their blob: there is nothing to begin.
    begin: async () => "blocks",
    async part(key, _upload, number, body) {
      const block = Buffer.from(String(number).padStart(8, "0")).toString("base64");
      await call("PUT", key, { query: { comp: "block", blockid: block }, body });
      return block;
    },
    async complete(key, _upload, parts) {
      const blocks = parts.map((block) => `<Latest>${block}</Latest>`).join("");
      const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?><BlockList>${blocks}</BlockList>`);
      await call("PUT", key, { query: { comp: "blocklist" }, body });
    },
    async read(key, offset, length) {
      const range = { "x-ms-range": `bytes=${offset}-${offset + length - 1}` };
      const { status, body } = await call("GET", key, { headers: range });
      return status === 206 ? body.subarray(0, length) : body.subarray(offset, offset + length);
    },
    async remove(key) {
      try {
        await call("DELETE", key);
      } catch (error) {
        if (!(error instanceof StorageError && error.problem === "missing")) throw error;
      }
    },
  };
}
