import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import type { Services } from "../../../engine/services.ts";
import { assetsTable } from "../readable-tables.ts";
import { sealedFields } from "./category-fields.ts";

/** What of an asset says how its database is signed in to; certificates are sealed. */
export interface DatabaseColumns {
  readonly id: string;
  readonly category: string;
  readonly db_name: string | null;
  readonly use_ssl: boolean | null;
  readonly allow_invalid_cert: boolean | null;
  readonly ca_cert: string | null;
  readonly client_cert: string | null;
  readonly client_key: string | null;
}

/**
 * The name of a database and how its TLS is checked, with its certificates open; empty for what is no database.
 *
 * @throws where a certificate does not open
 */
export function databaseSpecification(
  { secrets }: Pick<Services, "secrets">,
  asset: DatabaseColumns,
): JsonObject {
  if (asset.category !== "database") return {};
  const { db_name, use_ssl, allow_invalid_cert } = asset;
  const opened = sealedFields.map((name): readonly [string, string | null] => {
    const sealed = asset[name];
    const isThere = sealed !== null && sealed !== "";
    return [name, isThere ? secrets.open(sealed, `assets.${name}:${asset.id}`) : null];
  });
  return { db_name, use_ssl, allow_invalid_cert, ...Object.fromEntries(opened) };
}

/** The same of an asset by its id. */
export async function findDatabaseSpecification(
  { db, secrets }: { readonly db: Kysely<Database> } & Pick<Services, "secrets">,
  assetId: string,
): Promise<JsonObject> {
  const { rows } = await sql<DatabaseColumns>`
    select id, category, db_name, use_ssl, allow_invalid_cert, ca_cert, client_cert, client_key
    from ${assetsTable} where id = ${assetId}::uuid
  `.execute(db);
  const [asset] = rows;
  return asset === undefined ? {} : databaseSpecification({ secrets }, asset);
}
