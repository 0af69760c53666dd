import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { isObject, type JsonObject } from "../../../../engine/json.ts";
import { StorageError } from "../../storages/storage-error.ts";
import { explainFailure } from "../../storages/storage-request.ts";

/** Where a cluster answers, and how it is asked. */
export interface SearchCluster {
  /** Addresses of its nodes, with user and password where they are asked for. */
  readonly hosts: readonly string[];
  /** Whether certificates nobody vouches for are taken. */
  readonly ignoresCertificates: boolean;
  /** Longest time of one request, in milliseconds; its nodes share it. */
  readonly timeout: number;
}

/** One request. */
interface SearchRequest {
  readonly method: "GET" | "PUT" | "POST";
  /** With the query. */
  readonly path: string;
  /** JSON, or lines of JSON. */
  readonly body?: JsonObject | readonly JsonObject[];
}

/** What a cluster answered. */
export interface SearchAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

/** What a node has of that time at least, in milliseconds. */
const leastTime = 1000;

/** Larger answers are not read, in bytes. */
const largestAnswer = 64 * 1024 * 1024;

/**
 * Asks a cluster; the next node where one does not answer. Redirects are not followed, so that a password goes only where
 * somebody has entered it.
 *
 * @throws StorageError when no node answers
 */
export async function askCluster(cluster: SearchCluster, request: SearchRequest): Promise<SearchAnswer> {
  let failure = new StorageError("unreachable");
  for (const host of cluster.hosts) {
    try {
      return await askNode(new URL(host), cluster, request);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

const textOf = (body: NonNullable<SearchRequest["body"]>): [type: string, text: string] =>
  Array.isArray(body)
    ? ["application/x-ndjson", body.map((line) => `${JSON.stringify(line)}\n`).join("")]
    : ["application/json", JSON.stringify(body)];

function askNode(
  host: URL,
  { hosts, ignoresCertificates, timeout }: SearchCluster,
  { method, path, body }: SearchRequest,
): Promise<SearchAnswer> {
  const [type, text] = body === undefined ? ["", ""] : textOf(body);
  const user = decodeURIComponent(host.username);
  const password = decodeURIComponent(host.password);
  const options = {
    method,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(text) }),
      ...(user === "" && password === ""
        ? {}
        : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` }),
    },
    signal: AbortSignal.timeout(Math.max(timeout / hosts.length, leastTime)),
  };
  const url = new URL(path, `${host.protocol}//${host.host}`);
  return new Promise((resolve, reject) => {
    const sent =
      host.protocol === "https:"
        ? secureRequest(url, { ...options, rejectUnauthorized: !ignoresCertificates })
        : plainRequest(url, options);
    const fail = (error: Error) => reject(error instanceof StorageError ? error : explainFailure(error));
    sent.on("error", fail);
    sent.on("response", (response) => {
      const pieces: Buffer[] = [];
      let length = 0;
      response.on("error", fail);
      response.on("data", (piece: Buffer) => {
        pieces.push(piece);
        length += piece.length;
        if (length > largestAnswer) response.destroy(new StorageError("failed"));
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: readBody(pieces) }));
    });
    sent.end(text);
  });
}

/** What a proxy in front of a cluster says is often no JSON. */
function readBody(pieces: readonly Buffer[]): JsonObject {
  try {
    const value: unknown = JSON.parse(Buffer.concat(pieces).toString());
    return isObject(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}

/** What an answer that is no success means. */
export function problemOf({ status, body }: SearchAnswer): StorageError {
  const type = isObject(body.error) ? body.error.type : undefined;
  if (status === 401 || status === 403) return new StorageError("password");
  if (type === "cluster_block_exception" || status === 507) return new StorageError("full");
  if (status === 429 || status >= 500) return new StorageError("busy");
  if (status === 413) return new StorageError("large");
  return new StorageError("failed");
}

/**
 * Asks a cluster and answers what it said.
 *
 * @throws StorageError also where it refuses
 */
export async function expectAnswer(cluster: SearchCluster, request: SearchRequest): Promise<JsonObject> {
  const answer = await askCluster(cluster, request);
  if (answer.status >= 300) throw problemOf(answer);
  return answer.body;
}
