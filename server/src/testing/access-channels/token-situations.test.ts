import { runSituations } from "./run.ts";
import { tokenSituations } from "./token-situations.ts";

runSituations(tokenSituations);
