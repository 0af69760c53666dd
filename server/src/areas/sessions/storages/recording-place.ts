import { access } from "node:fs/promises";
import { sql } from "kysely";
import type { JsonObject } from "../../../engine/json.ts";
import type { Services } from "../../../engine/services.ts";
import { placeOf, type RecordingPlace, resolveRecording } from "../../../transport/recording/index.ts";
import { openStore } from "./open-store.ts";
import { placeInStorage } from "./place-in-storage.ts";

/** What finding and reading recordings needs. */
export type RecordingServices = Pick<Services, "config" | "db" | "secrets">;

/** A session's recording as its row names it. */
export interface NamedRecording {
  readonly id: string;
  readonly recording_path: string | null;
}

/**
 * Where the recording of a session is read: on this machine, or else in the storage that has all of it. Null where it is
 * nowhere.
 */
export async function placeOfRecording(
  services: RecordingServices,
  { id, recording_path }: NamedRecording,
): Promise<RecordingPlace | null> {
  if (recording_path === null) return null;
  const file = resolveRecording(services.config.dataFolder, recording_path);
  try {
    await access(file);
    return placeOf(file);
  } catch {
    return storedPlace(services, id, file);
  }
}

async function storedPlace(
  services: RecordingServices,
  session: string,
  file: string,
): Promise<RecordingPlace | null> {
  const { rows } = await sql<{
    id: string;
    name: string;
    type: string;
    meta: JsonObject;
    secret_sealed: string;
    object_key: string;
    bytes: string;
  }>`
    select s.id, s.name, s.type, s.meta, s.secret_sealed, c.object_key, c.bytes from recording_copies c
    join replay_storages s on s.id = c.storage_id
    where c.session_id = ${session}::uuid and c.state = 'stored' order by c.date_stored desc limit 1
  `.execute(services.db);
  const [copy] = rows;
  if (copy === undefined) return null;
  return placeInStorage({
    store: openStore(services, copy),
    key: copy.object_key,
    bytes: Number(copy.bytes),
    file,
  });
}
