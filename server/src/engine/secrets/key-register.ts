import "./tables.ts";
import { type Kysely, sql } from "kysely";
import type { ClientBase, QueryResult } from "pg";
import type { Database } from "../database/database.ts";
import type { KeyRing } from "./key-ring.ts";

/** The data was sealed with keys that were not given; the message is for the operator. */
export class WrongSecretKeyError extends Error {
  override readonly name = "WrongSecretKeyError";
}

/**
 * Compares the keys of a process with those its database was sealed with, and notes a new one. A start with a wrong
 * key must end here, before it writes values that the right key does not open.
 * @throws WrongSecretKeyError that names both keys, never their content
 */
export async function registerKeys(db: Kysely<Database>, keys: KeyRing, source: string): Promise<void> {
  const { rows: needed } = await sql<{
    id: string;
  }>`select id from secret_keys order by date_created`.execute(db);
  const missing = needed.filter(({ id }) => keys.find(id) === undefined).map(({ id }) => id);
  if (missing.length > 0) {
    const given = keys.all().map(({ id }) => id);
    throw new WrongSecretKeyError(
      `${source}: this data is sealed with the key ${missing.join(", ")}, and the key given is ` +
        `${given.join(", ")}. Give the right one; nothing was changed. (Keys are called by a name of eight ` +
        "characters that follows from them.)",
    );
  }
  await noteKey(db, keys.current().id);
}

/** The ids of the keys the data is sealed with, the newest first. */
export const knownKeys = (client: Pick<ClientBase, "query">): Promise<QueryResult<{ id: string }>> =>
  client.query<{ id: string }>("select id from secret_keys order by date_created desc");

/** Notes that values are sealed with a key. */
export async function noteKey(db: Kysely<Database>, id: string): Promise<void> {
  await sql`insert into secret_keys (id) values (${id}) on conflict do nothing`.execute(db);
}

/** Forgets the keys that nothing is sealed with any more. */
export async function retainOnlyKey(db: Kysely<Database>, id: string): Promise<void> {
  await sql`delete from secret_keys where id <> ${id}`.execute(db);
}
