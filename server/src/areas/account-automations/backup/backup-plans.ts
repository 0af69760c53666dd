import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import type { RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, unlabelled } from "../../../engine/i18n/index.ts";
import {
  type AfterWriteEvent,
  computed,
  countLinked,
  defineResource,
  exact,
  labeledChoice,
  text as line,
  list,
  type ResourceDeclaration,
  type Row,
  relation,
  relations,
  scopedList,
  stamps,
  uuid,
} from "../../../engine/resource/index.ts";
import { memberTarget } from "../../roles/index.ts";
import { replayStoragesTable } from "../../sessions/index.ts";
import { backupTaskName } from "../executions/task-names.ts";
import { refuseForeign } from "../plans/own-organization.ts";
import {
  checkSchedule,
  dropSchedule,
  keepSchedule,
  type ScheduledPlan,
  scheduleFields,
} from "../plans/schedule-fields.ts";
import { text } from "./texts.ts";

/** How the contract names the schedules of backups; the id of the plan follows. */
const schedulePrefix = "account_backup_plan_period_";

/** Recipients of one half. */
const recipients = (part: "one" | "two", label: typeof text.partOne) =>
  relations({
    label,
    // Said once, below both.
    ...(part === "two" ? { help: text.recipientsHelp } : {}),
    target: memberTarget(),
    link: { table: "account_backup_recipients", own: "plan_id", other: "user_id" },
    linkWhere: () => sql<boolean>`l.part = ${part}`,
    linkColumns: () => ({ part }),
  });

const fields = {
  id: uuid({ label: common.id }),
  name: line({ label: common.name, required: true, maxLength: 128 }),
  ...scheduleFields(schedulePrefix),
  executed_amount: computed({
    label: text.executedAmount,
    type: "integer",
    select: () => sql`(select count(*)::integer from account_backup_executions e where e.plan_id = t.id)`,
    present: ({ executed_amount }) => Number(executed_amount),
  }),
  types: list({
    label: text.types,
    default: [],
    maxItems: 200,
    child: line({ label: unlabelled, required: true, maxLength: 32 }),
  }),
  delivery: labeledChoice({
    label: text.delivery,
    default: "mail",
    choices: [
      { value: "mail", label: text.byMail },
      { value: "storage", label: text.inStorage },
    ],
  }),
  storage: relation({
    label: text.storage,
    help: text.storageHelp,
    nullable: true,
    column: "storage_id",
    target: {
      table: replayStoragesTable.name,
      key: "uuid",
      attributes: { id: "r.id", name: "r.name" },
    },
  }),
  recipients_part_one: recipients("one", text.partOne),
  recipients_part_two: recipients("two", text.partTwo),
  comment: line({ label: common.comment, blank: true }),
  ...stamps("created_by", "date_created", "date_updated"),
};

/** A plan that is not mailed has a storage that takes files. @throws ValidationError on `storage` */
async function checkStorage(
  { db }: Pick<CallerContext, "db">,
  values: { readonly delivery?: unknown; readonly storage?: unknown },
  before: Row | null,
): Promise<void> {
  const delivery = values.delivery ?? before?.delivery ?? "mail";
  const storage = values.storage === undefined ? before?.storage_id : values.storage;
  const isNamed = typeof storage === "string";
  if (delivery === "storage" && !isNamed) throw new ValidationError({ storage: [text.storageMissing] });
  if (!isNamed || values.storage === undefined) return;
  const { rows } = await sql`
    select from ${replayStoragesTable} s where s.id = ${storage}::uuid and s.type not in ('null', 'server')
  `.execute(db);
  if (rows.length === 0) throw new ValidationError({ storage: [text.storageUnfit] });
}

/** Plans that have no storage any more when the one they put backups into is deleted. */
export const plansOfStorages = countLinked({
  table: replayStoragesTable.name,
  kind: "backupPlans",
  links: "account_backup_plans",
  column: "storage_id",
  counted: "id",
});

/** The storages a backup can be put into; those of the installation, told to whoever makes plans. An addition. */
export const backupStoragesRoute: RouteDeclaration = scopedList({
  path: "/api/v1/sallyport/backup-storages/",
  access: permission("accounts.view_accountbackupautomation"),
  rows: {
    label: text.storage,
    title: "Backup Storage",
    scope: "global",
    table: replayStoragesTable.name,
    fieldOrder: "declared",
    fields: {
      id: uuid({ label: common.id }),
      name: line({ label: common.name }),
      type: line({ label: text.storageType }),
    },
    search: ["t.name"],
    order: { by: ["name", "type"], default: ["name"] },
  },
  within: async () => sql<boolean>`t.type not in ('null', 'server')`,
});

/** Plans of backups. Contract: docs/contract/account-automations.md, "Backups". */
export const backupPlansResource: ResourceDeclaration = defineResource({
  path: "accounts/account-backup-plans",
  app: "accounts",
  model: "accountbackupautomation",
  label: text.plan,
  title: "Account Backup Plan",
  scope: "organization",
  table: "account_backup_plans",
  stamped: ["updated_by"],
  createTogether: true,
  fields,
  filters: { name: exact("t.name") },
  search: ["t.name"],
  order: {
    by: [
      "name",
      "is_periodic",
      "crontab",
      "interval",
      "comment",
      "created_by",
      "date_created",
      "date_updated",
    ],
    default: ["name"],
  },
  hooks: {
    validate: async ({ context, values, before }) => {
      checkSchedule({ values, before });
      if (values.types !== undefined) values.types = [...new Set(values.types)];
      await checkStorage(context, values, before);
      if (before === null) return;
      for (const field of ["recipients_part_one", "recipients_part_two"] as const) {
        await refuseForeign(context, String(before.org_id), "people", { field, ids: values[field] });
      }
    },
    columns: ({ before, values }) => (before === null ? { id: values.id ?? randomUUID() } : {}),
    afterWrite: async ({ context: { db }, id }: AfterWriteEvent<typeof fields>) => {
      const { rows } = await sql<ScheduledPlan>`
        select id, org_id, name, is_periodic as "isOn", crontab, "interval" from account_backup_plans
        where id = ${id}::uuid
      `.execute(db);
      const [plan] = rows;
      if (plan === undefined) return;
      const kwargs = { plan: plan.id };
      await keepSchedule(db, plan, { prefix: schedulePrefix, task: backupTaskName, kwargs });
    },
    afterDelete: ({ db }, { id }) => dropSchedule(db, schedulePrefix, String(id)),
  },
});

/** Forgets the times of a plan that is gone. */
export const dropBackupSchedule = (db: Parameters<typeof dropSchedule>[0], planId: string): Promise<void> =>
  dropSchedule(db, schedulePrefix, planId);
