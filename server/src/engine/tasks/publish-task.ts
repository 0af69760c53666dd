import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { CallerContext, Principal } from "../access/context.ts";
import type { Language } from "../i18n/messages.ts";
import { type JobQueue, sealedJob } from "../jobs/queue-job.ts";
import type { JsonObject } from "../json.ts";
import type { TaskCarrier, TaskDeclaration } from "./task.ts";
import "./tables.ts";

/** Executions of one organization at work at once, over all workers: no organization waits for another. */
export const lanesOfOrganization = 2;

/** Executions of one person at work at once in gateways. */
const lanesOfPerson = 4;

/** For whom, and on what, a task is executed. */
export interface Publication<Kwargs extends JsonObject> {
  /** What it works on; nothing secret, it is shown. */
  readonly kwargs: Kwargs;
  /** Null: the installation. */
  readonly organizationId: string | null;
  /** Who asks for it; null: the clock. */
  readonly user: { readonly id: string; readonly display: string } | null;
  /** Of its log. Default English. */
  readonly language?: Language;
}

/**
 * Asks for an execution of a task; a worker begins at once. With a transaction as `db` it exists when, and only if,
 * that commits. Answers the execution's id, which is what clients call the id of the task.
 */
export async function publishTask<Kwargs extends JsonObject>(
  queue: JobQueue,
  task: TaskDeclaration<Kwargs>,
  publication: Publication<Kwargs>,
): Promise<string> {
  const [id] = await publishTasks(queue, task, [publication]);
  return id as string;
}

/**
 * Asks for many executions of a task, in one statement: most plans of people name the same minutes. Answers their ids.
 * What waits for each other goes to the lane where least does, in turn.
 */
export async function publishTasks<Kwargs extends JsonObject>(
  queue: JobQueue,
  task: TaskDeclaration<Kwargs>,
  publications: readonly Publication<Kwargs>[],
): Promise<readonly string[]> {
  const { db, secrets } = queue;
  const job = queuedExecution(task.carriedBy ?? "worker");
  const given = publications.map(({ kwargs, organizationId, user, language = "en" }, place) => {
    const id = randomUUID();
    return {
      ...{ place, id, kwargs, language, org_id: organizationId, user_id: user?.id ?? null },
      ...{ person: user?.display ?? "", job_key: executionKey(id) },
      ...lanesFor(task, { organizationId, user }),
      ...sealedJob(secrets, job, { execution: id }),
    };
  });
  if (given.length === 0) return [];
  const { rows } = await sql`
    with known as (
      insert into tasks (name) values (${task.name}) on conflict (name) do nothing returning id
    ), task as (
      select id from known union all select id from tasks where name = ${task.name} limit 1
    ), given as (
      select g.*, (row_number() over (partition by owner order by place) - 1) % lanes as turn
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(place integer, id uuid, kwargs jsonb, language text,
        org_id uuid, user_id uuid, person text, job_key text, owner text, lanes integer, identifier text, payload json,
        max_attempts integer)
    ), slots as (
      select o.owner, o.owner || ':' || slot as lane, row_number() over (partition by o.owner order by (
        select count(*) from task_executions e where e.date_finished is null and e.lane = o.owner || ':' || slot
      ), slot) - 1 as turn
      from (select distinct owner, lanes from given) o cross join lateral generate_series(1, o.lanes) as slot
    ), made as (
      insert into task_executions (id, task_id, org_id, user_id, "user", language, kwargs, lane)
      select g.id, task.id, g.org_id, g.user_id, g.person, g.language, g.kwargs, s.lane
      from given g join slots s using (owner, turn) cross join task order by g.place returning id, lane
    )
    select queued.id from graphile_worker.add_jobs(array(
      select row(g.identifier, g.payload, m.lane, null, g.max_attempts, g.job_key, null, null)::graphile_worker.job_spec
      from made m join given g using (id) order by g.place
    )) as queued
  `.execute(db);
  // Somebody else was making the task's row at this very moment: now it is there.
  if (rows.length === 0) return publishTasks(queue, task, publications);
  return given.map(({ id }) => id);
}

/** Which executions wait for each other, and how many of them are at work at once. */
function lanesFor(
  { carriedBy, name }: Pick<TaskDeclaration, "carriedBy" | "name">,
  { organizationId, user }: Pick<Publication<JsonObject>, "organizationId" | "user">,
): { readonly owner: string; readonly lanes: number } {
  if (carriedBy === "gateway") {
    return { owner: `${carriedBy}:${user?.id ?? organizationId ?? name}`, lanes: lanesOfPerson };
  }
  // What the clock publishes for the installation never overlaps with itself.
  return organizationId === null
    ? { owner: name, lanes: 1 }
    : { owner: organizationId, lanes: lanesOfOrganization };
}

/** A person as executions name who asked for them. */
const displayOf = ({ name, username }: Principal): string => `${name}(${username})`;

/** Publishes a task for the caller, in the transaction of the request, and in their organization unless told. */
export function publishFor<Kwargs extends JsonObject>(
  context: CallerContext,
  task: TaskDeclaration<Kwargs>,
  kwargs: Kwargs,
  organizationId: string | null = context.organization.id,
): Promise<string> {
  const { db, services, principal, language } = context;
  return publishTask({ db, secrets: services.secrets }, task, {
    kwargs,
    organizationId,
    user: { id: principal.id, display: displayOf(principal) },
    language,
  });
}

/** The queued job of an execution: begun again after a worker died, where the task may be. */
export const queuedExecution = (carrier: TaskCarrier) =>
  ({ name: carrier === "gateway" ? "tasks.execute-in-gateway" : "tasks.execute", attempts: 5 }) as const;

/** Key of the queued job of an execution. */
export const executionKey = (id: string): string => `task:${id}`;
