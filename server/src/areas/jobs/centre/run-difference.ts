import { type Kysely, sql } from "kysely";
import { permission } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { computed, writeInstant } from "../../../engine/resource/index.ts";
import { type OwnExecution, ownExecution } from "./own-execution.ts";
import type { HostState } from "./run/summary.ts";
import { text } from "./texts.ts";

/** What became of a host in one of two runs. */
interface HostOutcome {
  readonly state: HostState;
  readonly exit_code: number | null;
  readonly reason: string;
}

/** A host of two runs; null: one of them did not have it. */
interface ComparedHost {
  readonly asset: string;
  readonly name: string;
  readonly before: HostOutcome | null;
  readonly after: HostOutcome | null;
  /** Whether it said the same, as far as that is kept. */
  readonly is_same_output: boolean;
}

/**
 * How a run differs from one before it, host by host: that of `with`, or else the last run of the same job
 * that ended before this one began. Contract: docs/contract/job-centre.md, "Executions".
 */
export const differenceRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/job-executions/:id/difference/",
  access: permission("ops.view_jobexecution"),
  title: "Job Execution Difference",
  fields: { GET: { name: computed({ label: text.host, type: "string", present: () => null }) } },
  handle: async (context, { params }) => {
    const known = caller(context);
    const after = await ownExecution(known, params.id);
    const given = known.query.get("with") ?? "";
    const other = given === "" ? await runBefore(known.db, after) : given;
    if (other === null) return { body: { before: null, hosts: [] } };
    const before = await ownExecution(known, other);
    if (before.id === after.id) throw new NotFound(text.execution);
    const { id, status, date_start: start } = before;
    return {
      body: {
        before: { id, status, date_start: start && writeInstant(start, known.timeZone) },
        hosts: await comparedHosts(known.db, before.id, after.id),
      },
    };
  },
};

async function runBefore(db: Kysely<Database>, { id, job_id: job }: OwnExecution): Promise<string | null> {
  if (job === null) return null;
  const { rows } = await sql<{ id: string }>`
    select b.id from ops_job_executions b join ops_job_executions a on a.id = ${id}::uuid
    where b.job_id = ${job}::uuid and b.creator_id = a.creator_id and b.id <> a.id and b.date_finished is not null
      and b.date_created < a.date_created
    order by b.date_created desc limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** The hosts of two runs in their order, those first that are no more alike. */
async function comparedHosts(
  db: Kysely<Database>,
  before: string,
  after: string,
): Promise<readonly ComparedHost[]> {
  const side = (execution: string) => sql`(
    select h.asset_id, h.name, h.position,
      jsonb_build_object('state', h.state, 'exit_code', h.exit_code, 'reason', h.reason) as outcome,
      (select md5(string_agg(o.content, '' order by o.position)) from ops_job_outputs o
        where o.execution_id = h.execution_id and o.asset_id = h.asset_id) as said
    from ops_job_hosts h where h.execution_id = ${execution}::uuid
  )`;
  const { rows } = await sql<ComparedHost>`
    select coalesce(a.asset_id, b.asset_id) as asset, coalesce(a.name, b.name) as name, b.outcome as before,
      a.outcome as after, a.said is not distinct from b.said as is_same_output
    from ${side(after)} a full join ${side(before)} b on b.asset_id = a.asset_id
    order by a.outcome is not distinct from b.outcome and a.said is not distinct from b.said,
      coalesce(a.position, b.position), coalesce(a.name, b.name)
  `.execute(db);
  return rows;
}
