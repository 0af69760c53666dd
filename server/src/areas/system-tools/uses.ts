import "./tables.ts";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";

/** Milliseconds a tool may take. */
export const longestUse = 120_000;

/** How often somebody may use tools: so many begun within so many seconds, one at a time. */
const mostUses = 20;
const usesWithin = 60;

/** Seconds after which a use counts as over although nobody said so: its process is gone. */
const longestUnended = longestUse / 1_000 + 10;

/**
 * Begins a use of a tool. Uses are counted in the database, because several processes serve the same people.
 * @returns its id; null where another one runs, or there were too many
 */
export function beginUse(db: Kysely<Database>, userId: string): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tool_uses ${userId}`}, 0))`.execute(
      transaction,
    );
    // Of everybody: nobody else removes those of people who use tools no more.
    await sql`
      delete from tool_uses where date_began < now() - make_interval(secs => ${longestUnended})
    `.execute(transaction);
    const { rows } = await sql<{ id: string }>`
      insert into tool_uses (user_id)
      select ${userId}::uuid
      from (
        select count(*) filter (where date_began > now() - make_interval(secs => ${usesWithin})) as begun,
          count(*) filter (where date_ended is null) as running
        from tool_uses where user_id = ${userId}::uuid
      ) used
      where used.begun < ${mostUses} and used.running = 0
      returning id
    `.execute(transaction);
    return rows[0]?.id ?? null;
  });
}

/** Ends a use. */
export async function endUse(db: Kysely<Database>, id: string): Promise<void> {
  await db.updateTable("tool_uses").set({ date_ended: new Date() }).where("id", "=", id).execute();
}
