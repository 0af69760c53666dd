import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import type { SealedColumn } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { HostKey, HostKeyStore } from "../../../transport/ssh/index.ts";
import type { KeyServices } from "../server-keys.ts";
import { createAzureStore } from "./azure-store.ts";
import type { ObjectStore } from "./object-store.ts";
import { createS3Store } from "./s3-store.ts";
import { createSftpStore } from "./sftp-store.ts";
import { longestRequest } from "./storage-request.ts";
import { builtInTypes, endpointUrl } from "./storage-types.ts";

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

/** The host key in the options of a storage; the first one that a server shows is kept there. */
function hostKeyOf(db: Kysely<Database>, id: string): HostKeyStore {
  const stored = async (): Promise<HostKey | null> => {
    const { rows } = await sql<{ host_key: string | null }>`
      select meta->>'HOST_KEY' as host_key from replay_storages where id = ${id}::uuid
    `.execute(db);
    const [algorithm = "", fingerprint = ""] = (rows[0]?.host_key ?? "").split(" ");
    return fingerprint === "" ? null : { algorithm, fingerprint, publicKey: "" };
  };
  return {
    get: stored,
    async pinFirst(_endpoint, key) {
      const pin = `${key.algorithm} ${key.fingerprint}`;
      await sql`
        update replay_storages set meta = meta || jsonb_build_object('HOST_KEY', ${pin}::text)
        where id = ${id}::uuid and coalesce(meta->>'HOST_KEY', '') = ''
      `.execute(db);
      const known = await stored();
      // Only the fingerprint is kept; the key that has it is the one.
      return known === null || known.fingerprint === key.fingerprint ? key : known;
    },
    reportMismatch: async () =>
      log.warn({ storage: id }, "a storage showed another host key; it was refused"),
  };
}

/** A storage by id, for what is no recording; null where there is none that takes files. */
export async function openReplayStorage(services: KeyServices, id: string): Promise<ObjectStore | null> {
  const storage = await findStorage(services, id);
  return storage === undefined || builtInTypes.has(storage.type) ? null : openStore(services, storage);
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
  { secrets, db }: KeyServices,
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
  if (type === "sftp") {
    return createSftpStore({
      id,
      host: textOf(meta, "HOST"),
      port: Number(meta.PORT ?? 22),
      username: textOf(meta, "USERNAME"),
      secret,
      root: textOf(meta, "ROOT"),
      hostKeys: hostKeyOf(db, id),
      timeout,
    });
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
