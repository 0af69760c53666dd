export type { JobSpec, RunnerAccount, RunnerHop, RunnerMethodName, RunnerTarget } from "./messages.ts";
export { type JobOutcome, RunnersDoNotStartError, runJobSpecs } from "./run-job-specs.ts";
