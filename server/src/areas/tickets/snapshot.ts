import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { assetsTable, nodesTable } from "../assets/index.ts";
import { usersTable } from "../users/index.ts";
import "./tables.ts";

const userText = sql`(select u.name || '(' || u.username || ')' from ${usersTable} u`;

const assetText = sql`x.name || '(' || x.address || ')'`;

/** What each type of ticket names. */
const named = sql`case t.type
  when 'apply_asset' then jsonb_build_object(
    'apply_assets', (select coalesce(jsonb_agg(${assetText} order by x.name), '[]') from ticket_assets l
      join ${assetsTable} x on x.id = l.asset_id where l.ticket_id = t.id),
    'apply_nodes', (select coalesce(jsonb_agg(x.full_value order by x.full_value), '[]') from ticket_nodes l
      join ${nodesTable} x on x.id = l.node_id where l.ticket_id = t.id))
  when 'command_confirm' then jsonb_build_object(
    'apply_run_user', ${userText} where u.id = t.apply_run_user_id),
    'apply_run_user_id', t.apply_run_user_id::text,
    'apply_from_session', t.apply_from_session_id::text,
    'apply_from_session_id', t.apply_from_session_id::text,
    'apply_from_cmd_filter_acl_id', t.apply_from_cmd_filter_acl_id::text)
  when 'login_asset_confirm' then jsonb_build_object(
    'apply_login_user', ${userText} where u.id = t.apply_login_user_id),
    'apply_login_user_id', t.apply_login_user_id::text,
    'apply_login_asset', (select ${assetText} from ${assetsTable} x where x.id = t.apply_login_asset_id),
    'apply_login_asset_id', t.apply_login_asset_id::text)
  else '{}'::jsonb end`;

/**
 * Writes down as text what a ticket names, so that it can be read when that is gone. What is gone already stays as it
 * was. Contract: docs/contract/tickets.md, section 2.
 * @param names texts of what only the caller can name
 */
export async function writeSnapshot(
  db: Kysely<Database>,
  id: string,
  names: Readonly<Record<string, string>> = {},
): Promise<void> {
  await sql`
    update tickets t set rel_snapshot = t.rel_snapshot || ${JSON.stringify(names)}::jsonb || jsonb_build_object(
      'applicant', t.applicant, 'applicant_id', t.applicant_id::text) || jsonb_strip_nulls(${named})
    where t.id = ${id}::uuid
  `.execute(db);
}
