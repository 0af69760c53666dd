import { runSituations } from "./run.ts";
import { sessionSituations } from "./session-situations.ts";

runSituations(sessionSituations);
