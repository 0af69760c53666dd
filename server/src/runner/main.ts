import { runnerMethods } from "./methods/index.ts";
import { runRunner } from "./run-runner.ts";

// The process that reaches the targets of one execution; see messages.ts.
await runRunner(runnerMethods);
