import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { assetsTable } from "../assets/index.ts";

/** The ports of Oracle databases. Clients of these name no database they want, so that each has a port of its own. */
export const oraclePortRange = { first: 30_000, last: 30_030, text: "30000-30030" } as const;

/** Oracle databases that can be connected to. */
const databases = sql`select a.id, a.date_created from ${assetsTable} a where a.type = 'oracle' and a.is_active`;

/**
 * Gives each Oracle database without a port the next one that is free, the oldest first, and takes the ports of those
 * that are not in use back. Where all are taken the rest stays without.
 */
async function assignPorts(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from oracle_ports p where not exists (select from (${databases}) d where d.id = p.asset_id)
  `.execute(db);
  await sql`
    insert into oracle_ports (port, asset_id)
    select free.port, waiting.id from (
      select g.port, row_number() over (order by g.port) as place
      from generate_series(${oraclePortRange.first}::integer, ${oraclePortRange.last}::integer) as g(port)
      where not exists (select from oracle_ports p where p.port = g.port)
    ) free join (
      select d.id, row_number() over (order by d.date_created, d.id) as place from (${databases}) d
      where not exists (select from oracle_ports p where p.asset_id = d.id)
    ) waiting using (place)
    on conflict do nothing
  `.execute(db);
}

/** The port of an Oracle database; 0 where it has none. */
export async function oraclePortOf(db: Kysely<Database>, assetId: string | null): Promise<number> {
  if (assetId === null) return 0;
  return (await oraclePorts(db)).find((one) => one.assetId === assetId)?.port ?? 0;
}

/** The ports that are listened at, each with its database. */
export async function oraclePorts(
  db: Kysely<Database>,
): Promise<readonly { readonly port: number; readonly assetId: string }[]> {
  await assignPorts(db);
  const { rows } = await sql<{ port: number; assetId: string }>`
    select port, asset_id as "assetId" from oracle_ports order by port
  `.execute(db);
  return rows;
}
