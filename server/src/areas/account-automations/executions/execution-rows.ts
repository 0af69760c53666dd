import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import { taskExecutionsTable } from "../../../engine/tasks/index.ts";

/** An execution at its begin. */
export interface NewExecution {
  /** Of the execution of the task. */
  readonly id: string;
  readonly planId: string;
  readonly trigger: "manual" | "timing";
  /** Whether a worker is at it; else it waits for one. */
  readonly isStarted: boolean;
}

/** Keeps that a plan is executed, with the plan as it is now; one that is there already has started. */
export async function beginExecution(
  db: Kysely<Database>,
  { id, planId, trigger, isStarted }: NewExecution,
): Promise<void> {
  await sql`
    insert into account_automation_executions (id, org_id, type, automation_id, automation_name, "trigger", status,
      snapshot)
    select ${id}::uuid, a.org_id, a.type, a.id, a.name, ${trigger}, ${isStarted ? "running" : "pending"},
      jsonb_build_object(
        'comment', a.comment, 'accounts', a.accounts,
        'node_amount', (select count(*) from account_automation_nodes l where l.automation_id = a.id),
        'asset_amount', (select count(*) from account_automation_assets l where l.automation_id = a.id)
      )
    from account_automations a where a.id = ${planId}::uuid
    on conflict (id) do update set status = excluded.status, date_start = now(), date_finished = null
  `.execute(db);
}

/** Keeps how an execution ended. */
export async function endExecution(db: Kysely<Database>, id: string, isSuccess: boolean): Promise<void> {
  await sql`
    update account_automation_executions set status = ${isSuccess ? "success" : "failed"}, date_finished = now()
    where id = ${id}::uuid and date_finished is null
  `.execute(db);
}

/** Ends executions whose task ended, or is gone, without their being told: its worker died, or somebody stopped it. */
export const settleExecutionsJob = defineJob({
  name: "account-automations.settle",
  schedule: { everySeconds: 60 },
  run: async ({ db }) => {
    await sql`
      update account_automation_executions x set
        status = case e.state when 'SUCCESS' then 'success' else 'failed' end,
        date_finished = e.date_finished
      from ${taskExecutionsTable} e
      where e.id = x.id and x.date_finished is null and e.date_finished is not null
    `.execute(db);
    await sql`
      update account_automation_executions x set status = 'failed', date_finished = now()
      where x.date_finished is null and x.date_created < now() - interval '1 hour'
        and not exists (select from ${taskExecutionsTable} e where e.id = x.id)
    `.execute(db);
  },
});
