import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { accessVersionTable } from "../../../engine/access/index.ts";
import { keptPlan } from "../../../engine/database/index.ts";
import { gather } from "../../../engine/gather.ts";
import { log } from "../../../engine/log.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import type { AccessVersion, Services } from "../../../engine/services.ts";
import { spaceWrites } from "../../../engine/spaced-writes.ts";
import { usersTable } from "../../users/index.ts";
import type { CredentialServices } from "../credential-services.ts";

/** What the sealed secret of a key is bound to. */
export const accessKeyContext = (id: string): string => `access_keys.secret:${id}`;

/** A key that is not written yet: its row, and the secret that is sealed in it. */
export function newAccessKey({ secrets }: Pick<Services, "secrets">, userId: string) {
  const id = randomUUID();
  const secret = randomUUID();
  return { row: { id, user_id: userId, secret_sealed: secrets.seal(secret, accessKeyContext(id)) }, secret };
}

/** A key as checking a signature needs it. */
export interface AccessKey {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly secret: string;
  readonly isActive: boolean;
  /** Where it may be used from. */
  readonly addresses: readonly string[];
  /** Whether its last use is to be written down: at once where it is the first one. */
  readonly useNoted: "never" | "long ago" | "lately";
  /** The access version, read with it. */
  readonly version: AccessVersion;
}

interface KeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly username: string;
  readonly secret_sealed: string;
  readonly is_active: boolean;
  readonly ip_group: readonly string[];
  readonly use_noted: AccessKey["useNoted"];
  readonly version: number;
}

async function readKeys(db: Services["db"], ids: readonly string[]): Promise<ReadonlyMap<string, KeyRow>> {
  const { rows } = await sql<KeyRow>`${keptPlan}
    select k.id, k.user_id, u.username, k.secret_sealed, k.is_active, k.ip_group, v.version,
           case when k.date_last_used is null then 'never'
             when k.date_last_used < now() - interval '1 minute' then 'long ago' else 'lately' end as use_noted
    from access_keys k join ${usersTable} u on u.id = k.user_id, ${accessVersionTable} v
    where k.id = any(${[...ids]}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** How keys are read, for each database this process works on: open sockets ask for theirs all at once. */
const readers = new WeakMap<Services["db"], (id: string) => Promise<KeyRow | undefined>>();

/** The key of that id, in whatever state it is; null when there is none. */
export async function findAccessKey(
  { db, secrets }: CredentialServices,
  id: string,
): Promise<AccessKey | null> {
  if (!isUuid(id)) return null;
  const read = readers.get(db) ?? gather((ids: readonly string[]) => readKeys(db, ids));
  readers.set(db, read);
  const row = await read(id.toLowerCase());
  if (row === undefined) return null;
  return {
    id: row.id,
    userId: row.user_id,
    username: row.username,
    secret: secrets.open(row.secret_sealed, accessKeyContext(row.id)),
    isActive: row.is_active,
    addresses: row.ip_group,
    useNoted: row.use_noted,
    version: Number(row.version),
  };
}

async function writeUses(db: Services["db"], ids: readonly string[]): Promise<void> {
  await sql`
    update access_keys set date_last_used = now()
    where id = any(${[...ids]}::uuid[]) and coalesce(date_last_used < now() - interval '1 minute', true)
  `.execute(db);
}

/** Writes uses down together, at most every five seconds: components call twice a minute, each with its key. */
const noteUseLater = spaceWrites<Services["db"], string, true>(5_000, (db, ids) =>
  writeUses(db, [...ids.keys()]).catch((error: unknown) =>
    log.warn({ err: error }, "uses of access keys could not be written down"),
  ),
);

/** Writes down that a key was used: the first time at once, later at most once a minute and within five seconds. */
export async function noteUse({ db }: Pick<Services, "db">, { id, useNoted }: AccessKey): Promise<void> {
  if (useNoted === "never") await writeUses(db, [id]);
  else if (useNoted === "long ago") noteUseLater(db, id, true);
}
