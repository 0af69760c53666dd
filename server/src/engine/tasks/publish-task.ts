import { sql } from "kysely";
import type { CallerContext, Principal } from "../access/context.ts";
import type { Language } from "../i18n/messages.ts";
import { type JobQueue, queueJob } from "../jobs/queue-job.ts";
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
  { kwargs, organizationId, user, language = "en" }: Publication<Kwargs>,
): Promise<string> {
  const { db } = queue;
  const carrier = task.carriedBy ?? "worker";
  const { owner, lanes } = lanesFor(task, { organizationId, user });
  const { rows } = await sql<{ id: string; lane: string }>`
    with known as (
      insert into tasks (name) values (${task.name}) on conflict (name) do nothing returning id
    ), task as (
      select id from known union all select id from tasks where name = ${task.name} limit 1
    ), free_lane as (
      select ${owner}::text || ':' || slot as lane from generate_series(1, ${lanes}::integer) as slot
      order by (
        select count(*) from task_executions e
        where e.date_finished is null and e.lane = ${owner}::text || ':' || slot
      ), slot limit 1
    )
    insert into task_executions (task_id, org_id, user_id, "user", language, kwargs, lane)
    select task.id, ${organizationId}::uuid, ${user?.id ?? null}::uuid,
      ${user?.display ?? ""}, ${language}, ${JSON.stringify(kwargs)}::jsonb, free_lane.lane
    from task, free_lane returning id, lane
  `.execute(db);
  const row = rows[0];
  // Somebody else was making the task's row at this very moment: now it is there.
  if (row === undefined) return publishTask(queue, task, { kwargs, organizationId, user, language });
  await queueJob(
    queue,
    queuedExecution(carrier),
    { execution: row.id },
    { key: executionKey(row.id), lane: row.lane },
  );
  return row.id;
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
