import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { assetsTable, nodesTable } from "../../assets/index.ts";
import "../tables.ts";
import type { AssetRequest } from "./request.ts";

/** What a ticket asks for, with names to show. */
export interface StoredRequest extends AssetRequest {
  readonly permissionName: string;
  readonly nodes: readonly string[];
  readonly assets: readonly string[];
}

/** What a ticket asks for now: of assets and nodes, those that are still there. */
export async function readRequest(db: Kysely<Database>, ticketId: string): Promise<StoredRequest> {
  const { rows } = await sql<{
    apply_accounts: string[];
    apply_actions: number;
    apply_date_start: Date | null;
    apply_date_expired: Date | null;
    apply_permission_name: string;
    nodes: { id: string; name: string }[];
    assets: { id: string; name: string }[];
  }>`
    select t.apply_accounts, t.apply_actions, t.apply_date_start, t.apply_date_expired, t.apply_permission_name,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.full_value) order by x.full_value, x.id)
        from ticket_nodes l join ${nodesTable} x on x.id = l.node_id where l.ticket_id = t.id
      ), '[]') as nodes,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name || '(' || x.address || ')') order by x.name, x.id)
        from ticket_assets l join ${assetsTable} x on x.id = l.asset_id where l.ticket_id = t.id
      ), '[]') as assets
    from tickets t where t.id = ${ticketId}::uuid
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the ticket is gone");
  return {
    permissionName: row.apply_permission_name,
    nodeIds: row.nodes.map(({ id }) => id),
    nodes: row.nodes.map(({ name }) => name),
    assetIds: row.assets.map(({ id }) => id),
    assets: row.assets.map(({ name }) => name),
    accounts: row.apply_accounts,
    actions: row.apply_actions,
    start: row.apply_date_start,
    expired: row.apply_date_expired,
  };
}

async function link(
  db: Kysely<Database>,
  table: "ticket_assets" | "ticket_nodes",
  column: "asset_id" | "node_id",
  ticketId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from ${sql.table(table)} where ticket_id = ${ticketId}::uuid and not ${sql.ref(column)} = any(${[...ids]}::uuid[])
  `.execute(db);
  await sql`
    insert into ${sql.table(table)} (ticket_id, ${sql.ref(column)})
    select ${ticketId}::uuid, id from unnest(${[...ids]}::uuid[]) as id on conflict do nothing
  `.execute(db);
}

/** Writes what an approver changed. */
export async function writeRequest(
  db: Kysely<Database>,
  ticketId: string,
  request: AssetRequest,
): Promise<void> {
  await sql`
    update tickets set apply_accounts = ${JSON.stringify(request.accounts)}::jsonb,
      apply_actions = ${request.actions}, apply_date_start = ${request.start},
      apply_date_expired = ${request.expired}, date_updated = now()
    where id = ${ticketId}::uuid
  `.execute(db);
  await link(db, "ticket_assets", "asset_id", ticketId, request.assetIds);
  await link(db, "ticket_nodes", "node_id", ticketId, request.nodeIds);
}
