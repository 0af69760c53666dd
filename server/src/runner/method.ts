import { literal, type Translations, translations } from "../engine/i18n/messages.ts";
import type { JsonObject } from "../engine/json.ts";
import type { JobSpec, RunnerMethodName } from "../transport/runner-control/messages.ts";
import type { HostKeyStore } from "../transport/ssh/host-key.ts";

/** What a method can do besides reaching its target. */
export interface RunnerContext {
  /** Aborted when the job is given up: its time is over, it was stopped, or the worker is gone. */
  readonly signal: AbortSignal;
  /** Says something in the log of the execution. Control characters are taken out, long lines are cut. */
  log(line: string): void;
  /** The account of a statement is signed in. */
  opened(): void;
  /** What a statement brought, or said about itself; however long, in the pieces the worker takes. */
  output(text: string, isError: boolean): void;
  readonly hostKeys: RunnerHostKeys;
}

/** The pinned host keys of the targets and gateways of a job: what it does not come with is asked of the worker. */
export type RunnerHostKeys = Pick<HostKeyStore, "pinFirst" | "reportMismatch">;

/**
 * Works on one job and answers its result, e.g. gathered facts.
 * @throws RunnerFailure with a code and a text for people. Anything else is a fault of ours, told as `fault`.
 */
export type RunnerMethod = (spec: JobSpec, context: RunnerContext) => Promise<JsonObject>;

/** The methods there are, each loaded only by a runner that needs it, with what the given protocols need. */
export type RunnerMethods = Readonly<
  Partial<Record<RunnerMethodName, (protocols?: readonly string[]) => Promise<RunnerMethod>>>
>;

/** A job that failed for a reason people should read. */
export class RunnerFailure extends Error {
  override readonly name = "RunnerFailure";
  /** @param code see `RunnerError` */
  readonly code: string;
  /** The text in each language. */
  readonly translations: Translations;

  constructor(code: string, text: string, inEach: Translations = translations(literal(text))) {
    super(text);
    this.code = code;
    this.translations = inEach;
  }
}
