import { sql } from "kysely";
import type { JsonObject } from "../../../engine/json.ts";
import type { SealedColumn } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import { createAzureStore } from "./azure-store.ts";
import type { ObjectStore } from "./object-store.ts";
import { createS3Store } from "./s3-store.ts";
import { longestRequest } from "./storage-request.ts";
import { endpointUrl } from "./storage-types.ts";

/** What the sealed key of a storage is bound to. */
export const storageSecretContext = (id: string): string => `replay_storages.secret:${id}`;

/** The keys of storages, for the rotation of the installation's key. */
export const storageSecretColumn: SealedColumn = {
  table: "replay_storages",
  column: "secret_sealed",
  key: ["id"],
  context: (id = "") => storageSecretContext(id),
};

/** A storage as it is kept. */
export interface KeptStorage {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly meta: JsonObject;
  readonly secret_sealed: string;
}

/** A storage by id. */
export async function findStorage(
  { db }: Pick<Services, "db">,
  id: string,
): Promise<KeptStorage | undefined> {
  const { rows } = await sql<KeptStorage>`
    select id, name, type, meta, secret_sealed from replay_storages where id = ${id}::uuid
  `.execute(db);
  return rows[0];
}

/** Storages whose buckets are named by the host; the others have them in the path. */
const namedByHost: ReadonlySet<string> = new Set(["oss", "obs", "cos"]);

const textOf = (meta: JsonObject, name: string): string => {
  const value = meta[name];
  return typeof value === "string" ? value : "";
};

/** The region in an address such as `s3.eu-central-1.amazonaws.com`; `us-east-1` where it names none. */
export function regionOf(host: string): string {
  const found =
    /(?:^|\.)s3[.-](?:dualstack\.)?([a-z]{2}(?:-[a-z]+)+-\d)\.amazonaws\./.exec(host) ??
    /(?:^|\.)(oss-[a-z0-9-]+?)(?:-internal)?\.aliyuncs\./.exec(host) ??
    /(?:^|\.)(?:obs|cos)\.([a-z0-9-]+)\./.exec(host);
  return found?.[1] ?? "us-east-1";
}

/**
 * The objects of a storage that is not built in.
 *
 * @param timeout longest time of one request, in milliseconds; that of a part unless given
 */
export function openStore(
  { secrets }: Pick<Services, "secrets">,
  storage: KeptStorage,
  timeout = longestRequest,
): ObjectStore {
  const { id, type, meta, secret_sealed: sealed } = storage;
  const secret = sealed === "" ? "" : secrets.open(sealed, storageSecretContext(id));
  if (type === "azure") {
    const account = textOf(meta, "ACCOUNT_NAME");
    const suffix = textOf(meta, "ENDPOINT_SUFFIX") || "core.chinacloudapi.cn";
    const endpoint = `https://${account}.blob.${suffix}`;
    const container = textOf(meta, "CONTAINER_NAME");
    return createAzureStore({ endpoint, account, container, key: secret, timeout });
  }
  const scheme = type === "swift" ? textOf(meta, "PROTOCOL") || "http" : "https";
  const url = endpointUrl(textOf(meta, "ENDPOINT"), scheme);
  const isAddress = /^[\d.]+$|^\[|^localhost$/.test(url.hostname);
  return createS3Store({
    endpoint: url.href,
    bucket: textOf(meta, "BUCKET"),
    region: textOf(meta, "REGION") || regionOf(url.hostname),
    accessKey: textOf(meta, "ACCESS_KEY"),
    secretKey: secret,
    isNamedByHost: namedByHost.has(type) && !isAddress,
    timeout,
  });
}
