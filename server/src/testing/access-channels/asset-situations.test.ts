import { assetSituations } from "./asset-situations.ts";
import { runSituations } from "./run.ts";

runSituations(assetSituations);
