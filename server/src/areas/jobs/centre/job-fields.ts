import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import { text as common, unlabelled } from "../../../engine/i18n/index.ts";
import {
  boolean,
  computed,
  integer,
  json,
  labeledChoice,
  text as line,
  list,
  type Row,
  relation,
  relations,
  stamps,
  transient,
  uuid,
  writeInstant,
} from "../../../engine/resource/index.ts";
import { assetTarget, creator, moduleChoices } from "./fields.ts";
import { text } from "./texts.ts";

/** What accounts are taken where none has the name that was asked for. */
const policyChoices = [
  { value: "skip", label: text.skip },
  { value: "privileged_first", label: text.privilegedFirst },
  { value: "privileged_only", label: text.privilegedOnly },
];

/** How a job has done. */
interface JobRecord {
  readonly job_id: string;
  readonly total: number;
  readonly success: number;
  readonly average: number | null;
  readonly last: Date | null;
}

async function loadRecords({ db }: RequestContext, rows: readonly Row[]) {
  const { rows: records } = await sql<JobRecord>`
    select e.job_id, count(*)::integer as total,
      (count(*) filter (where e.status = 'success'))::integer as success, max(e.date_created) as last,
      (avg(extract(epoch from e.date_finished - e.date_start))
        filter (where e.status in ('success', 'failed')))::double precision as average
    from ops_job_executions e where e.job_id = any(${rows.map(({ id }) => String(id))}::uuid[]) group by e.job_id
  `.execute(db);
  return new Map(records.map((record) => [record.job_id, record]));
}

const recordOf = ({ id }: Row, loaded: unknown): JobRecord | undefined =>
  (loaded as ReadonlyMap<string, JobRecord>).get(String(id));

const assets = relations({
  label: text.assets,
  default: [],
  target: assetTarget,
  link: { table: "ops_job_assets", own: "job_id", other: "asset_id" },
});

/** The fields of jobs, in the contract's order. Contract: docs/contract/job-centre.md, "Jobs". */
export const jobFields = {
  id: uuid({ label: common.id }),
  name: line({ label: common.name, blank: true, maxLength: 128 }),
  instant: boolean({ label: text.instant, default: false, createOnly: true }),
  type: labeledChoice({
    label: text.type,
    choices: [
      { value: "adhoc", label: text.command },
      { value: "playbook", label: text.playbook },
    ],
    default: "adhoc",
  }),
  module: labeledChoice({ label: text.module, choices: moduleChoices, default: "shell", nullable: true }),
  args: line({ label: text.args, blank: true, nullable: true, maxLength: 8192, default: "" }),
  playbook: relation({
    label: text.playbook,
    nullable: true,
    column: "playbook_id",
    target: {
      table: "ops_playbooks",
      key: "uuid",
      where: ({ principal, organization }) =>
        sql<boolean>`r.creator_id = ${principal?.id ?? null}::uuid and r.org_id = ${organization.id}::uuid`,
    },
  }),
  assets: {
    ...assets,
    // The contract answers keys alone.
    present: (row: Row, _context: RequestContext, loaded: unknown) =>
      ((loaded as ReadonlyMap<unknown, readonly { readonly id: string }[]>).get(row.id) ?? []).map(
        ({ id }) => id,
      ),
  },
  nodes: transient(
    list({
      label: text.nodes,
      child: line({ label: unlabelled, required: true, maxLength: 64 }),
      maxItems: 1_000,
    }),
  ),
  runas: line({ label: text.runas, help: text.runasHelp, maxLength: 128, blank: false, default: "root" }),
  runas_policy: labeledChoice({
    label: text.policy,
    help: text.policyHelp,
    choices: policyChoices,
    default: "skip",
  }),
  use_parameter_define: boolean({ label: text.useParameters, default: false }),
  parameters_define: json({ label: text.parameters, default: {} }),
  timeout: integer({
    label: text.timeout,
    help: text.timeoutHelp,
    default: -1,
    minimum: -1,
    maximum: 86_400,
  }),
  chdir: line({
    label: text.chdir,
    help: text.chdirHelp,
    blank: true,
    nullable: true,
    maxLength: 1024,
    default: "",
  }),
  creator: creator(),
  date_last_run: computed({
    label: text.dateLastRun,
    type: "datetime",
    columns: ["id"],
    load: loadRecords,
    present: (row, { timeZone }, loaded) => {
      const last = recordOf(row, loaded)?.last ?? null;
      return last === null ? null : writeInstant(last, timeZone);
    },
  }),
  average_time_cost: computed({
    label: text.averageTime,
    type: "float",
    columns: ["id"],
    load: loadRecords,
    present: (row, _context, loaded) => Math.round((recordOf(row, loaded)?.average ?? 0) * 100) / 100,
  }),
  summary: computed({
    label: text.summary,
    columns: ["id"],
    load: loadRecords,
    present: (row, _context, loaded) => {
      const { total = 0, success = 0 } = recordOf(row, loaded) ?? {};
      return { total, success };
    },
  }),
  is_periodic: boolean({ label: text.periodic, default: true }),
  crontab: line({ label: text.crontab, blank: true, nullable: true, maxLength: 128 }),
  interval: integer({ label: text.interval, nullable: true, default: 24, minimum: 1, maximum: 65_535 }),
  run_after_save: {
    ...boolean({ label: text.runAfterSave, default: false }),
    columns: [],
    toColumns: () => ({}),
    present: () => false,
  },
  comment: line({ label: common.comment, blank: true, nullable: true, maxLength: 1024 }),
  ...stamps("date_created", "date_updated"),
};
