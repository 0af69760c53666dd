import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { Connectivity } from "../assets/index.ts";

/** Saves whether an account was reached just now. */
export async function saveAccountConnectivity(
  db: Kysely<Database>,
  accountId: string,
  connectivity: Connectivity,
): Promise<void> {
  await sql`
    update accounts set connectivity = ${connectivity}, date_verified = now() where id = ${accountId}::uuid
  `.execute(db);
}
