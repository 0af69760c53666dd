import { sql } from "kysely";
import { keptPlan } from "../../../engine/database/index.ts";
import type { Services } from "../../../engine/services.ts";

/**
 * Remembers a signature until it could not be used any more anyway. False: it was used before, on whatever node.
 */
export async function takeSignature(
  { db }: Pick<Services, "db">,
  hash: Buffer,
  expires: Date,
): Promise<boolean> {
  const { rows } = await sql`${keptPlan}
    insert into used_signatures (hash, date_expired) values (${hash}, ${expires})
    on conflict (hash) do nothing returning true
  `.execute(db);
  return rows.length === 1;
}

/** Removes signatures whose date is too old to be taken. */
export async function pruneSignatures({ db }: Pick<Services, "db">): Promise<void> {
  await sql`delete from used_signatures where date_expired < now()`.execute(db);
}
