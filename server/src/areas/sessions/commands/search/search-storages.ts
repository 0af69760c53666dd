import { sql } from "kysely";
import { literal, type Message } from "../../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../../engine/json.ts";
import type { SealedColumn } from "../../../../engine/secrets/index.ts";
import type { Services } from "../../../../engine/services.ts";
import { StorageError } from "../../storages/storage-error.ts";
import { text } from "../texts.ts";
import { expectAnswer } from "./search-client.ts";
import { checkVersion, ensureIndex, indexOf, type SearchPlace } from "./search-index.ts";

/** The types of storages of commands. Contract: docs/contract/commands.md, section 3. */
export const commandStorageTypes: readonly { readonly value: string; readonly label: Message }[] = [
  { value: "null", label: text.nothing },
  { value: "server", label: text.server },
  { value: "es", label: literal("Elasticsearch") },
];

/** What the sealed addresses of a storage are bound to. */
export const hostsContext = (id: string): string => `command_storages.hosts:${id}`;

/** The addresses of storages, for the rotation of the installation's key. */
export const commandStorageSecretColumn: SealedColumn = {
  table: "command_storages",
  column: "secret_sealed",
  key: ["id"],
  context: (id = "") => hostsContext(id),
};

/** A storage as it is kept. */
export interface KeptCommandStorage {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly meta: JsonObject;
  readonly secret_sealed: string;
}

/** Storages of commands, the default first; those with this id where one is named. */
export async function findCommandStorages(
  { db }: Pick<Services, "db">,
  id: string | null = null,
): Promise<readonly KeptCommandStorage[]> {
  const { rows } = await sql<KeptCommandStorage>`
    select id, name, type, meta, secret_sealed from command_storages
    where ${id}::uuid is null or id = ${id}::uuid order by is_default desc, name
  `.execute(db);
  return rows;
}

/** The addresses of a storage, with their passwords. */
export function openHosts(
  { secrets }: Pick<Services, "secrets">,
  { id, secret_sealed: sealed }: Pick<KeptCommandStorage, "id" | "secret_sealed">,
): readonly string[] {
  return sealed === "" ? [] : (JSON.parse(secrets.open(sealed, hostsContext(id))) as string[]);
}

/** Where options say that commands are. */
export function placeOf(hosts: readonly string[], meta: JsonObject, timeout: number): SearchPlace {
  return {
    cluster: { hosts, ignoresCertificates: meta.IGNORE_VERIFY_CERTS === true, timeout },
    index: String(meta.INDEX ?? ""),
    isByDate: meta.INDEX_BY_DATE === true,
  };
}

/** Where a storage of the type `es` keeps its commands. */
export const openPlace = (
  services: Pick<Services, "secrets">,
  storage: KeptCommandStorage,
  timeout: number,
): SearchPlace => placeOf(openHosts(services, storage), storage.meta, timeout);

/** Goes through what commands need: the index is made, a document written and removed. */
export async function checkPlace(place: SearchPlace): Promise<void> {
  await checkVersion(place.cluster);
  const index = indexOf(place, new Date());
  await ensureIndex(place, index);
  const at = { _index: index, _id: "sallyport-check" };
  const body: JsonObject[] = [{ index: at }, { risk_level: 0 }, { delete: at }];
  const answer = await expectAnswer(place.cluster, { method: "POST", path: "/_bulk", body });
  if (answer.errors !== false) throw new StorageError("failed");
}
