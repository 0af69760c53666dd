import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import { BadRequest } from "../../engine/errors.ts";
import { withParameters } from "../../engine/i18n/index.ts";
import "./tables.ts";
import { text } from "./texts.ts";

/** A permission that somebody asked for and somebody else approved. */
export interface TicketPermission {
  /** That of the ticket. */
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** The one person it is for. */
  readonly userId: string;
  readonly assetIds: readonly string[];
  readonly nodeIds: readonly string[];
  readonly accounts: readonly string[];
  /** Bits, see `actions.ts`. */
  readonly actions: number;
  readonly start: Date;
  readonly expired: Date;
  readonly createdBy: string;
  readonly comment: string;
}

/**
 * Makes the permission of an approved ticket, in its organization whichever the caller works in; nothing when it is
 * there already. The caller has checked who may approve, and that assets and nodes belong there.
 * @throws BadRequest when another permission has its name
 */
export async function createTicketPermission(
  context: CallerContext,
  wanted: TicketPermission,
): Promise<void> {
  const { db } = context;
  const { id, organizationId, name } = wanted;
  const { rows } = await sql<{ id: string }>`
    insert into asset_permissions (id, org_id, name, accounts, actions, from_ticket, date_start, date_expired, comment,
      created_by, updated_by)
    values (${id}::uuid, ${organizationId}::uuid, ${name}, ${JSON.stringify(wanted.accounts)}::jsonb, ${wanted.actions},
      true, ${wanted.start}, ${wanted.expired}, ${wanted.comment}, ${wanted.createdBy}, ${wanted.createdBy})
    on conflict do nothing returning id
  `.execute(db);
  if (rows.length === 0) {
    const { rows: there } = await sql`select 1 from asset_permissions where id = ${id}::uuid`.execute(db);
    if (there.length > 0) return;
    throw new BadRequest("permission_exists", withParameters(text.nameTaken, { name }));
  }
  await sql`
    insert into asset_permission_users (permission_id, user_id) values (${id}::uuid, ${wanted.userId}::uuid)
  `.execute(db);
  await sql`
    insert into asset_permission_assets (permission_id, asset_id)
    select ${id}::uuid, asset_id from unnest(${[...wanted.assetIds]}::uuid[]) as asset_id
  `.execute(db);
  await sql`
    insert into asset_permission_nodes (permission_id, node_id)
    select ${id}::uuid, node_id from unnest(${[...wanted.nodeIds]}::uuid[]) as node_id
  `.execute(db);
  await recordOperation(context, {
    action: "create",
    type: text.assetPermission,
    name,
    id,
    organizationId,
  });
}
