import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { JsonObject } from "../../engine/json.ts";
import { plainLine } from "../../engine/tasks/index.ts";
import { saveAccountConnectivity } from "../accounts/index.ts";
import { saveAssetConnectivity, saveGatheredInfo } from "../assets/index.ts";
import type { Step } from "./run-on-assets.ts";

/** Keeps whether an account was reached, and with `withAsset` its asset. */
export async function saveConnectivity(
  db: Kysely<Database>,
  { asset, account }: Step,
  isReached: boolean,
  withAsset: boolean,
): Promise<void> {
  const connectivity = isReached ? "ok" : "err";
  if (withAsset) await saveAssetConnectivity(db, asset.id, connectivity);
  if (account !== null) await saveAccountConnectivity(db, account.id, connectivity);
}

/** Facts that are kept, and the most characters of each. */
const facts: Readonly<Record<string, number>> = {
  vendor: 64,
  model: 54,
  sn: 128,
  cpu_model: 64,
  cpu_count: 64,
  cpu_cores: 64,
  cpu_vcpus: 64,
  memory: 64,
  disk_total: 1_024,
  distribution: 128,
  distribution_version: 16,
  arch: 16,
  kernel: 128,
  version: 128,
};

/** What a target said it is, as far as it is kept: known facts, plain and of bounded length. */
export function readFacts(result: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, most]): [string, string | number][] => {
      const value = result[name];
      if (typeof value === "number" && Number.isFinite(value)) return [[name, value]];
      if (typeof value !== "string") return [];
      const plain = plainLine(value.trim(), most);
      return plain === "" ? [] : [[name, plain]];
    }),
  );
}

/** Replaces what is known about an asset by what it said now. */
export async function saveFacts(db: Kysely<Database>, { asset }: Step, result: JsonObject): Promise<void> {
  await saveGatheredInfo(db, asset.id, readFacts(result));
}
