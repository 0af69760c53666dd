import { permissionSituations } from "./permission-situations.ts";
import { runSituations } from "./run.ts";

runSituations(permissionSituations);
