import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { JsonObject } from "../../../engine/json.ts";

/** Whether a target was reached. */
export type Connectivity = "ok" | "err";

/** Saves whether an asset was reached just now. */
export async function saveAssetConnectivity(
  db: Kysely<Database>,
  assetId: string,
  connectivity: Connectivity,
): Promise<void> {
  await sql`
    update assets set connectivity = ${connectivity}, date_verified = now() where id = ${assetId}::uuid
  `.execute(db);
}

/** Replaces the facts gathered about an asset. */
export async function saveGatheredInfo(
  db: Kysely<Database>,
  assetId: string,
  facts: JsonObject,
): Promise<void> {
  await sql`
    update assets set gathered_info = ${JSON.stringify(facts)}::jsonb where id = ${assetId}::uuid
  `.execute(db);
}
