import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { accountsTable } from "../../accounts/index.ts";
import { assetsTable, assetsUnderNodes, platformAutomationsTable } from "../../assets/index.ts";
import type { AutomationKind } from "../kinds.ts";

/** A plan as it is carried out; the secret is sealed. */
export interface StoredPlan {
  readonly id: string;
  readonly org_id: string;
  readonly type: AutomationKind;
  readonly name: string;
  readonly accounts: readonly string[];
  readonly is_active: boolean;
  readonly secret_type: "password" | "ssh_key" | null;
  readonly secret_strategy: "specific" | "random" | null;
  readonly secret_sealed: string | null;
  readonly password_rules: JsonObject;
  readonly ssh_key_change_strategy: "add" | "set" | "set_jms";
  readonly params: JsonObject;
  readonly is_sync_account: boolean;
}

/** The plan of an id; null: there is none any more. */
export async function loadPlan(db: Kysely<Database>, id: string): Promise<StoredPlan | null> {
  const { rows } = await sql<StoredPlan>`
    select id, org_id, type, name, accounts, is_active, secret_type, secret_strategy, secret_sealed, password_rules,
      ssh_key_change_strategy, params, is_sync_account
    from account_automations where id = ${id}::uuid
  `.execute(db);
  return rows[0] ?? null;
}

/** The assets of a plan, named by themselves or below its nodes: a subquery of one column. */
export const assetsOfPlan = (planId: string): RawBuilder<unknown> => sql`(
  select l.asset_id from account_automation_assets l where l.automation_id = ${planId}::uuid
  union
  select u.asset_id from ${assetsUnderNodes(sql`array(
    select l.node_id from account_automation_nodes l where l.automation_id = ${planId}::uuid
  )`)} u
)`;

/** Which assets and nodes a plan names itself. */
export async function namedBy(
  db: Kysely<Database>,
  planId: string,
): Promise<{ readonly assets: readonly string[]; readonly nodes: readonly string[] }> {
  const { rows } = await sql<{ assets: string[]; nodes: string[] }>`
    select
      array(select asset_id::text from account_automation_assets where automation_id = ${planId}::uuid) as assets,
      array(select node_id::text from account_automation_nodes where automation_id = ${planId}::uuid) as nodes
  `.execute(db);
  return rows[0] ?? { assets: [], nodes: [] };
}

/** The accounts a plan is about, now. */
export async function accountsOfPlan(db: Kysely<Database>, plan: StoredPlan): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from ${accountsTable} c
    where c.org_id = ${plan.org_id}::uuid and c.asset_id in ${assetsOfPlan(plan.id)}
      and c.username = any(${[...plan.accounts]}::text[]) and c.secret_type = ${plan.secret_type}
    order by c.asset_id, c.username, c.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of its assets on which accounts can be made: a subquery of one column. */
export const pushableAssets = (plan: StoredPlan): RawBuilder<unknown> => sql`(
  select a.id from ${assetsTable} a join ${platformAutomationsTable} m on m.platform_id = a.platform_id
  where a.org_id = ${plan.org_id}::uuid and a.is_active and m.ansible_enabled and m.push_account_enabled
    and a.id in ${assetsOfPlan(plan.id)}
)`;
