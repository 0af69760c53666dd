import { ruleSituations } from "./rule-situations.ts";
import { runSituations } from "./run.ts";

runSituations(ruleSituations);
