import { sql } from "kysely";
import { removedByRetention } from "../audit/index.ts";
import type { Language } from "../i18n/messages.ts";
import { translate } from "../i18n/messages.ts";
import { defineJob } from "../jobs/job.ts";
import type { Services } from "../services.ts";
import { endExecution } from "./execution.ts";
import { executionChannel, openLog } from "./execution-log.ts";
import type { ExecutionServices } from "./running-executions.ts";
import { text } from "./texts.ts";

/**
 * Fails executions that nothing will work on again: their job is gone from the queue, or was tried too often. Answers
 * how many there were.
 */
export async function failLostExecutions({ db, events }: ExecutionServices): Promise<number> {
  const { rows } = await sql<{ id: string; language: Language }>`
    select e.id, e.language from task_executions e
    where e.date_finished is null and e.date_published < now() - interval '2 minutes' and not exists (
      select 1 from graphile_worker.jobs j
      where j.key = 'task:' || e.id and (j.locked_at is not null or j.attempts < j.max_attempts)
    )
  `.execute(db);
  for (const { id, language } of rows) {
    const log = await openLog({ db, events, executionId: id, fullText: translate(text.full, language) });
    log.conclude();
    log.line(translate(text.lost, language), "bad");
    await log.flush();
    await endExecution(db, id, { state: "FAILURE", reason: "lost", result: null });
    await events.publish(executionChannel, id);
  }
  return rows.length;
}

/** Looks for lost executions once a minute. */
export const failLostExecutionsJob = defineJob({
  name: "tasks.fail-lost-executions",
  schedule: { everySeconds: 60 },
  run: async (services) => void (await failLostExecutions(services)),
});

/** Forgets finished executions, with their logs, that are older than so many days; at most some thousands at a time. */
export async function purgeExecutions({ db }: Pick<Services, "db">, days: number): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await removedByRetention.execute(transaction);
    const { numAffectedRows = 0n } = await sql`
      delete from task_executions where id in (
        select id from task_executions
        where date_finished is not null and date_published < now() - make_interval(days => ${days})
        order by date_published limit 5000
      )
    `.execute(transaction);
    return Number(numAffectedRows);
  });
}
