import { peopleSituations } from "./people-situations.ts";
import { runSituations } from "./run.ts";

runSituations(peopleSituations);
