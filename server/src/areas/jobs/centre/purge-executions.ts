import { type Kysely, sql } from "kysely";
import { removedByRetention } from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";

/** Executions that are forgotten at once. */
const batch = 1_000;

/**
 * Forgets finished executions that are older than so many days, with what hosts said, and instant jobs of which none is
 * left. Answers how many executions there were, at most a thousand.
 */
export async function purgeJobExecutions(db: Kysely<Database>, days: number): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await removedByRetention.execute(transaction);
    const { numAffectedRows = 0n } = await sql`
      delete from ops_job_executions where id in (
        select id from ops_job_executions
        where date_finished is not null and date_created < now() - make_interval(days => ${days})
        order by date_created limit ${batch}
      )
    `.execute(transaction);
    await sql`
      delete from ops_jobs j where j.instant and j.date_created < now() - make_interval(days => ${days})
        and not exists (select from ops_job_executions x where x.job_id = j.id)
    `.execute(transaction);
    return Number(numAffectedRows);
  });
}
