import type { Json } from "../json.ts";
import type { Services } from "../services.ts";

/** One try at a job. */
export interface JobAttempt {
  /** 1 for the first try. */
  readonly number: number;
  /** Whether there is no other try after this one. */
  readonly isLast: boolean;
  /** Aborted when the process stops and does not wait any longer. */
  readonly signal: AbortSignal;
}

/**
 * When a job is queued by itself, once for all workers, without a payload.
 *
 * - `cron`: five fields, in the server's time zone. It is tried again when it fails, like any other job, and made up
 *   for when no worker was there at its time, unless it comes more often than twice a day.
 * - `everySeconds`: a divisor of a minute, or whole minutes. Runs never overlap, a run that is missed is not made up
 *   for, and a failure is logged: the next run is the other try.
 */
export type JobSchedule = { readonly cron: string } | { readonly everySeconds: number };

/**
 * Work that is done later, by a worker, at least once: a worker that dies halfway leaves it to another. So `run`
 * has to bear being repeated.
 */
export interface JobDeclaration<Payload extends Json = Json> {
  /** `area.what`, unique in the product. Rows of the queue name it: it is not renamed while some wait. */
  readonly name: string;
  /** Most tries. Default 10: the pauses between them grow to hours, and add up to about half a day. */
  readonly attempts?: number;
  /** Most jobs of this name at work at once, over all workers; each waits for the one before it. Default any. */
  readonly lanes?: number;
  /** When it is queued by itself, once for all workers. Default: only when somebody queues it. */
  readonly schedule?: JobSchedule;
  /**
   * Does the work. An error means another try after a pause.
   * @throws JobAbandonedError when trying again would not help; JobPostponedError when it would not before some time.
   */
  run(services: Services, payload: Payload, attempt: JobAttempt): Promise<void>;
}

/** Declares a kind of job; the area lists it in `jobs`. */
export function defineJob<Payload extends Json>(job: JobDeclaration<Payload>): JobDeclaration<Payload> {
  return job;
}

/** Thrown by a job that gives up: it is logged, and not tried again. The message holds nothing secret. */
export class JobAbandonedError extends Error {
  override readonly name = "JobAbandonedError";
}

/** Thrown by a job that is not to be tried again before some time, as when another side asks for patience. */
export class JobPostponedError extends Error {
  override readonly name = "JobPostponedError";
  /** From now on; the pause before the next try comes on top. */
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}
