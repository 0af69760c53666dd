import { type Kysely, sql } from "kysely";
import { permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, withParameters } from "../../../engine/i18n/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import {
  boolean,
  computed,
  datetime,
  defineResource,
  exact,
  exactBoolean,
  exactChoice,
  exactUuid,
  labeledChoice,
  text as line,
  mostExactlyCounted,
  type ResourceDeclaration,
  uuid,
} from "../../../engine/resource/index.ts";
import { publishFor, type TaskDeclaration, taskExecutionsTable } from "../../../engine/tasks/index.ts";
import { replayStoragesTable } from "../../sessions/index.ts";
import { usersTable, withFilePassword } from "../../users/index.ts";
import { triggerChoices } from "../executions/execution-resource.ts";
import { readNamed } from "../executions/start-route.ts";
import { text } from "./texts.ts";

/** What the task of a backup works on. */
export type BackupChoice = { readonly plan: string };

/** Most characters kept of why a backup failed. */
const longestReason = 1_024;

/** Executions of backups. Contract: docs/contract/account-automations.md, "Backups". */
export const backupExecutionsResource: ResourceDeclaration = defineResource({
  path: "accounts/account-backup-plan-executions",
  app: "accounts",
  model: "accountbackupexecution",
  label: text.execution,
  title: "Account Backup Plan Execution",
  scope: "organization",
  table: "account_backup_executions",
  displayColumn: "plan_name",
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id, readOnly: true }),
    date_start: datetime({ label: text.dateStart, readOnly: true, nullable: true }),
    timedelta: computed({
      label: text.seconds,
      type: "float",
      columns: ["date_start", "date_finished"],
      present: ({ date_start: start, date_finished: end }) =>
        start instanceof Date && end instanceof Date
          ? Math.round(end.getTime() - start.getTime()) / 1_000
          : 0,
    }),
    snapshot: computed({
      label: text.snapshot,
      columns: ["snapshot"],
      present: ({ snapshot }) => snapshot as never,
    }),
    trigger: labeledChoice({ label: text.trigger, readOnly: true, choices: triggerChoices }),
    reason: line({ label: text.reason, readOnly: true }),
    is_success: boolean({ label: text.isSuccess, readOnly: true }),
    plan: uuid({ label: text.plan, required: true, column: "plan_id" }),
  },
  filters: {
    trigger: exactChoice("t.trigger", ["manual", "timing"]),
    is_success: exactBoolean("t.is_success"),
    plan_id: exactUuid("t.plan_id"),
    plan__name: exact("t.plan_name"),
  },
  search: ["t.trigger", "t.plan_name"],
  order: { by: ["date_start", "is_success", "trigger"], default: ["-date_start"] },
  operations: ["list", "retrieve"],
  describedFor: ["POST"],
  countsUpTo: mostExactlyCounted,
  files: { previewed: false },
});

/** An execution at its begin. */
interface NewExecution {
  /** Of the execution of the task. */
  readonly id: string;
  readonly planId: string;
  readonly trigger: "manual" | "timing";
}

/** Keeps that a backup is made, with the plan as it is now; one that is there already has started. */
export async function beginBackup(
  db: Kysely<Database>,
  { id, planId, trigger }: NewExecution,
): Promise<void> {
  const people = await recipientsOf(db, planId);
  await sql`
    insert into account_backup_executions (id, org_id, plan_id, plan_name, "trigger", snapshot)
    select ${id}::uuid, p.org_id, p.id, p.name, ${trigger},
      jsonb_build_object(
        'name', p.name, 'is_periodic', p.is_periodic, 'interval', p."interval", 'crontab', p.crontab,
        'org_id', p.org_id, 'created_by', p.created_by, 'types', p.types,
        'recipients_part_one', ${JSON.stringify(people.one)}::jsonb,
        'recipients_part_two', ${JSON.stringify(people.two)}::jsonb,
        'delivery', p.delivery,
        'storage', (select s.name from ${replayStoragesTable} s where s.id = p.storage_id)
      )
    from account_backup_plans p where p.id = ${planId}::uuid
    on conflict (id) do update set date_start = now(), date_finished = null, is_success = false, reason = '-'
  `.execute(db);
}

type People = Record<string, readonly [display: string, hasFilePassword: boolean]>;

/** The recipients of a plan by part and id, as the contract keeps them. */
async function recipientsOf(db: Kysely<Database>, planId: string): Promise<Record<"one" | "two", People>> {
  const { rows } = await sql<{ id: string; part: "one" | "two"; display: string }>`
    select u.id, r.part, u.name || '(' || u.username || ')' as display
    from account_backup_recipients r join ${usersTable} u on u.id = r.user_id
    where r.plan_id = ${planId}::uuid order by u.name, u.id
  `.execute(db);
  const withPassword = await withFilePassword(
    db,
    rows.map(({ id }) => id),
  );
  const people: Record<"one" | "two", People> = { one: {}, two: {} };
  for (const { id, part, display } of rows) people[part][id] = [display, withPassword.has(id)];
  return people;
}

/** Keeps how a backup ended. @param reason what was wrong; null: nothing */
export async function endBackup(db: Kysely<Database>, id: string, reason: string | null): Promise<void> {
  const kept = reason === null ? "-" : [...reason].slice(0, longestReason).join("");
  await sql`
    update account_backup_executions set is_success = ${reason === null}, reason = ${kept}, date_finished = now()
    where id = ${id}::uuid and date_finished is null
  `.execute(db);
}

/** Ends backups whose task ended, or is gone, without their being told. */
export const settleBackupsJob = defineJob({
  name: "account-automations.settle-backups",
  schedule: { everySeconds: 60 },
  run: async ({ db }) => {
    await sql`
      update account_backup_executions x set is_success = false, reason = 'stopped',
        date_finished = e.date_finished
      from ${taskExecutionsTable} e
      where e.id = x.id and x.date_finished is null and e.date_finished is not null
    `.execute(db);
    await sql`
      update account_backup_executions x set reason = 'lost', date_finished = now()
      where x.date_finished is null and x.date_created < now() - interval '1 hour'
        and not exists (select from ${taskExecutionsTable} e where e.id = x.id)
    `.execute(db);
  },
});

/** `POST account-backup-plan-executions/`: has a backup made now. */
export const startBackupRoute = (task: TaskDeclaration<BackupChoice>): RouteDeclaration => ({
  methods: ["POST"],
  path: "/api/v1/accounts/account-backup-plan-executions/",
  access: permission("accounts.add_accountbackupexecution"),
  handle: async (context, { body }) => {
    const known = caller(context);
    const id = readNamed(body, "plan");
    const { db, organization } = known;
    const { rows } = await sql<{ name: string; org_id: string }>`
      select name, org_id from account_backup_plans
      where id = ${id}::uuid and (${organization.isRoot} or org_id = ${organization.id}::uuid)
    `.execute(db);
    const [plan] = rows;
    if (plan === undefined) {
      throw new ValidationError({ plan: [withParameters(common.objectMissing, { pk: id })] });
    }
    const taskId = await publishFor(known, task, { plan: id }, plan.org_id);
    await beginBackup(db, { id: taskId, planId: id, trigger: "manual" });
    await recordOperation(known, {
      action: "create",
      type: text.execution,
      name: plan.name,
      id: taskId,
      organizationId: plan.org_id,
    });
    return { status: 201, body: { task: taskId } };
  },
});
