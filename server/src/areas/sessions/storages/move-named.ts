import { sql } from "kysely";
import { type MoveOptions, type MoveProgress, moveRecordings } from "./move.ts";
import type { KeptStorage } from "./open-store.ts";
import type { RecordingServices } from "./recording-place.ts";

/** A storage by its name that recordings can be moved from or to; undefined where there is none. */
async function storageNamed({ db }: RecordingServices, name: string): Promise<KeptStorage | undefined> {
  const { rows } = await sql<KeptStorage>`
    select id, name, type, meta, secret_sealed from replay_storages where name = ${name} and type <> 'null'
  `.execute(db);
  return rows[0];
}

/** A name of which there is no storage that keeps recordings. */
export class UnknownStorageError extends Error {
  override readonly name = "UnknownStorageError";
  constructor(named: string) {
    super(
      `There is no storage "${named}" that keeps recordings. Names are listed under Settings > Terminal > Recording storages.`,
    );
  }
}

/** Moves recordings between storages by their names. Throws as `moveRecordings`, and `UnknownStorageError`. */
export async function moveNamedRecordings(
  services: RecordingServices,
  names: { readonly from: string; readonly to: string },
  options: Omit<MoveOptions, "from" | "to"> = {},
): Promise<MoveProgress> {
  const [from, to] = await Promise.all([
    storageNamed(services, names.from),
    storageNamed(services, names.to),
  ]);
  if (from === undefined) throw new UnknownStorageError(names.from);
  if (to === undefined) throw new UnknownStorageError(names.to);
  return moveRecordings(services, { ...options, from, to });
}
