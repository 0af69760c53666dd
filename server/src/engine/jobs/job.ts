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
  /**
   * When it is queued by itself, once for all workers, without a payload: `HH:MM` every day in the server's time
   * zone, `*:MM` every hour.
   */
  readonly at?: string;
  /**
   * Does the work. An error means another try after a pause.
   * @throws JobAbandonedError when trying again would not help.
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
