export type {
  ChangeResult,
  JobSpec,
  RunnerAccount,
  RunnerChange,
  RunnerHop,
  RunnerMethodName,
  RunnerTarget,
  RunnerTrust,
  SshKeyStrategy,
  TrustResult,
} from "./messages.ts";
export { builtRunnerProgram } from "./program.ts";
export { readTranslations } from "./read-report.ts";
export { type JobOutcome, RunnersDoNotStartError, runJobSpecs } from "./run-job-specs.ts";
export { runnerHop } from "./runner-hop.ts";
