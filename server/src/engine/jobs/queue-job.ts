import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Json } from "../json.ts";
import type { ResealResult } from "../secrets/sealed-values.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { JobDeclaration } from "./job.ts";

/** What queueing needs. With a transaction as `db` the job exists when, and only if, that commits. */
export interface JobQueue {
  readonly db: Kysely<Database>;
  readonly secrets: SecretBox;
}

/** When a job runs, and what it replaces. */
export interface QueueOptions {
  /** Not before. Default at once. */
  readonly runAt?: Date;
  /** A waiting job of the same key is replaced by this one. */
  readonly key?: string;
  /** The replaced job's time stays: it is not put off again and again. Default no. */
  readonly preserveRunAt?: boolean;
  /** Jobs of the same lane, of whatever name, are worked on one after the other. Default by the job's `lanes`. */
  readonly lane?: string;
}

/** Tries of a job that does not say how many. */
export const usualAttempts = 10;

/** A job as the queue takes many of them in one statement: with its payload sealed. */
export interface QueuedJob {
  readonly identifier: string;
  readonly payload: { readonly sealed: string };
  readonly max_attempts: number;
}

/** Makes a job fit for the queue. What it works with is sealed: rows of the queue reveal nothing to anyone. */
export const sealedJob = <Payload extends Json>(
  secrets: SecretBox,
  { name, attempts = usualAttempts }: Pick<JobDeclaration<Payload>, "name" | "attempts">,
  payload: Payload,
): QueuedJob => ({
  identifier: name,
  payload: { sealed: secrets.seal(JSON.stringify(payload), sealedFor(name)) },
  max_attempts: attempts,
});

/** What a payload is bound to: sealed, it opens for no other job. */
const sealedFor = (name: string): string => `jobs.payload:${name}`;

/** The payload of a row of the queue; null for one that the clock queued. */
export function openPayload(secrets: SecretBox, name: string, row: unknown): Json {
  const sealed = (row as { readonly sealed?: unknown } | null)?.sealed;
  return typeof sealed === "string" ? (JSON.parse(secrets.open(sealed, sealedFor(name))) as Json) : null;
}

/** Queues a job. */
export async function queueJob<Payload extends Json>(
  { db, secrets }: JobQueue,
  job: Pick<JobDeclaration<Payload>, "name" | "attempts" | "lanes">,
  payload: Payload,
  { runAt, key, preserveRunAt = false, lane }: QueueOptions = {},
): Promise<void> {
  const queued = sealedJob(secrets, job, payload);
  const own = job.lanes === undefined ? null : `${job.name}:${Math.floor(Math.random() * job.lanes)}`;
  await sql`
    select graphile_worker.add_job(
      ${queued.identifier}, ${JSON.stringify(queued.payload)}::json, queue_name => ${lane ?? own}, run_at => ${runAt ?? null},
      max_attempts => ${queued.max_attempts}, job_key => ${key ?? null},
      job_key_mode => ${preserveRunAt ? "preserve_run_at" : "replace"})
  `.execute(db);
}

/** Seals the payloads of waiting jobs under the current key. A job that ends meanwhile is left to itself. */
export async function resealQueue({ db, secrets }: JobQueue): Promise<ResealResult> {
  const { rows } = await sql<{ id: string; name: string; sealed: string }>`
    select j.id::text as id, t.identifier as name, j.payload->>'sealed' as sealed
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.payload->>'sealed' is not null and not starts_with(j.payload->>'sealed', ${secrets.currentPrefix()})
  `.execute(db);
  const result = { resealed: 0, unreadable: 0 };
  for (const { id, name, sealed } of rows) {
    const bound = sealedFor(name);
    try {
      const after = JSON.stringify({ sealed: secrets.seal(secrets.open(sealed, bound), bound) });
      await sql`
        update graphile_worker._private_jobs set payload = ${after}::json
        where id = ${id}::bigint and payload->>'sealed' = ${sealed}
      `.execute(db);
      result.resealed += 1;
    } catch {
      result.unreadable += 1;
    }
  }
  return result;
}
