import { sql } from "kysely";
import { defineJob } from "../../../engine/jobs/index.ts";
import { isObject, type JsonObject } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import type { KeyServices } from "../server-keys.ts";
import { StorageError } from "../storages/storage-error.ts";
import { askCluster, problemOf } from "./search/search-client.ts";
import { type CommandRow, documentOf } from "./search/search-documents.ts";
import { ensureIndex, indexOf, type SearchPlace } from "./search/search-index.ts";
import { findCommandStorages, type KeptCommandStorage, openPlace } from "./search/search-storages.ts";

/** Commands of one request: some two megabytes at most. */
const mostAtOnce = 500;

/** Longest time of one request, in milliseconds. */
const longestWrite = 30_000;

/** Longest pause after failures, in seconds. */
const longestPause = 600;

/**
 * Brings commands into the storages they are meant for. A storage that fails is left alone until its pause is over; what a
 * storage refuses is kept and tried again later, and holds up nothing else.
 */
export async function deliverCommands(
  services: KeyServices,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  const { rows: due } = await sql<{ id: string }>`
    select o.id from command_storages o where o.type = 'es' and o.date_next <= now()
      and exists (select from command_deliveries d where d.storage_id = o.id and d.date_next <= now())
  `.execute(services.db);
  for (const { id } of due) {
    const [storage] = await findCommandStorages(services, id);
    if (storage !== undefined && signal?.aborted !== true) await deliverTo(services, storage, signal);
  }
}

async function deliverTo(
  services: KeyServices,
  storage: KeptCommandStorage,
  signal: AbortSignal | undefined,
): Promise<void> {
  const place = openPlace(services, storage, longestWrite);
  const ready = new Set<string>();
  let size = mostAtOnce;
  try {
    while (signal?.aborted !== true) {
      const rows = await waitingFor(services, storage.id, size);
      if (rows.length === 0) break;
      try {
        await deliverSome(services, place, rows, ready);
        size = Math.min(size * 2, mostAtOnce);
      } catch (error) {
        const isTooLarge = error instanceof StorageError && error.problem === "large";
        if (!isTooLarge) throw error;
        if (rows.length === 1) await putOff(services, [rows[0]?.id ?? ""]);
        size = Math.max(1, Math.floor(rows.length / 2));
      }
    }
    await sql`
      update command_storages set failures = 0, last_error = '' where id = ${storage.id} and (failures > 0 or last_error <> '')
    `.execute(services.db);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    log.warn(
      { storage: storage.id, problem: error.problem },
      "commands could not be brought into their storage; they are kept here until they are",
    );
    await sql`
      update command_storages set failures = failures + 1, last_error = ${error.problem},
        date_next = now() + make_interval(secs => least(5 * power(2, least(failures, 20)), ${longestPause}))
      where id = ${storage.id}
    `.execute(services.db);
  }
}

async function waitingFor(
  { db }: KeyServices,
  storageId: string,
  most: number,
): Promise<readonly CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    select c.id, c.org_id, c.session_id, c."user", c.asset, c.account, c.input, c.command, c.output, c.risk_level,
      c.source, c.date_executed
    from command_deliveries d join commands c on c.id = d.command_id
    where d.storage_id = ${storageId} and d.date_next <= now() order by d.serial limit ${most}
  `.execute(db);
  return rows;
}

/** Writes commands under their own ids, so that what is written twice is there once. */
async function deliverSome(
  services: KeyServices,
  place: SearchPlace,
  rows: readonly CommandRow[],
  ready: Set<string>,
): Promise<void> {
  const named = rows.map((row) => ({ row, index: indexOf(place, row.date_executed) }));
  for (const index of new Set(named.map(({ index }) => index))) {
    if (ready.has(index)) continue;
    await ensureIndex(place, index);
    ready.add(index);
  }
  const body = named.flatMap(({ row, index }): JsonObject[] => [
    { index: { _index: index, _id: row.id } },
    documentOf(row),
  ]);
  const answer = await askCluster(place.cluster, { method: "POST", path: "/_bulk", body });
  if (answer.status >= 300) throw problemOf(answer);
  const results = readResults(answer.body);
  const stored = results.filter(({ status }) => status < 300).map(({ id }) => id);
  await sql`delete from command_deliveries where command_id = any(${stored}::uuid[])`.execute(services.db);
  const refused = results.filter(({ status }) => status >= 400 && status < 500 && status !== 429);
  if (refused.length > 0) {
    log.error(
      { statuses: [...new Set(refused.map(({ status }) => status))], count: refused.length },
      "a storage refuses commands; they are kept here and tried again",
    );
    await putOff(
      services,
      refused.map(({ id }) => id),
    );
  }
  // What is not answered for, or not now, waits with all of the storage.
  if (stored.length + refused.length < rows.length) throw new StorageError("busy");
}

function readResults({ items }: JsonObject): { readonly id: string; readonly status: number }[] {
  if (!Array.isArray(items)) throw new StorageError("failed");
  return items.flatMap((item) => {
    const result: unknown = isObject(item) ? item.index : undefined;
    if (!isObject(result) || typeof result._id !== "string" || typeof result.status !== "number") return [];
    return [{ id: result._id, status: result.status }];
  });
}

async function putOff({ db }: KeyServices, ids: readonly string[]): Promise<void> {
  await sql`
    update command_deliveries set attempts = attempts + 1,
      date_next = now() + make_interval(mins => least(power(2, least(attempts, 20))::integer, 1440))
    where command_id = any(${ids}::uuid[])
  `.execute(db);
}

/** Looks for commands to bring into storages. */
export const deliverCommandsJob = defineJob({
  name: "sessions.deliver-commands",
  schedule: { everySeconds: 5 },
  run: (services, _payload, { signal }) => deliverCommands(services, { signal }),
});
