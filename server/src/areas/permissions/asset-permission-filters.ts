import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../../engine/access/index.ts";
import {
  type Condition,
  cleanText,
  custom,
  exact,
  exactBoolean,
  type Filter,
  isUuid,
  nothing,
  readBoolean,
} from "../../engine/resource/index.ts";
import { assetsTable, nodeSubtreeAssetsTable, nodesTable } from "../assets/index.ts";
import { userGroupMembersTable, userGroupsTable, usersTable } from "../users/index.ts";
import { isValid } from "./valid-permissions.ts";

/** Whether `all` asks for inherited matches too; it does unless it is switched off. */
function inherits(context: RequestContext): boolean {
  return readBoolean(context.query.get("all") ?? "") ?? true;
}

/** Objects of the current organization only. */
function inScope(context: RequestContext, alias: string): RawBuilder<boolean> {
  return context.organization.isRoot
    ? sql<boolean>`true`
    : sql<boolean>`${sql.raw(alias)}.org_id = ${context.organization.id}::uuid`;
}

async function idOf(context: RequestContext, query: RawBuilder<{ id: string }>): Promise<string | null> {
  const { rows } = await query.execute(context.db);
  return rows[0]?.id ?? null;
}

function naming(user: string, groupsToo: boolean): Condition {
  const direct = sql<boolean>`t.id in (select permission_id from asset_permission_users where user_id = ${user}::uuid)`;
  if (!groupsToo) return direct;
  return sql<boolean>`(${direct} or t.id in (
    select g.permission_id from asset_permission_user_groups g
    join ${userGroupMembersTable} m on m.usergroup_id = g.group_id where m.user_id = ${user}::uuid
  ))`;
}

const namingGroup = (group: string): Condition =>
  sql<boolean>`t.id in (select permission_id from asset_permission_user_groups where group_id = ${group}::uuid)`;

function namingNode(node: string, ancestorsToo: boolean): Condition {
  const nodes = ancestorsToo
    ? sql`select above.id from ${nodesTable} own join ${nodesTable} above on above.key = any (node_lineage(own.key))
          where own.id = ${node}::uuid`
    : sql`select ${node}::uuid`;
  return sql<boolean>`t.id in (select permission_id from asset_permission_nodes where node_id in (${nodes}))`;
}

function namingAssets(assets: RawBuilder<unknown>, nodesToo: boolean): Condition {
  const direct = sql<boolean>`t.id in (select permission_id from asset_permission_assets where asset_id in (${assets}))`;
  if (!nodesToo) return direct;
  return sql<boolean>`(${direct} or t.id in (
    select n.permission_id from ${nodeSubtreeAssetsTable} s join asset_permission_nodes n on n.node_id = s.node_id
    where s.asset_id in (${assets})
  ))`;
}

/** Ids of the permissions that could give anybody something: a user side, an asset side, an action, valid. */
const effective = sql<boolean>`(
  (exists (select 1 from asset_permission_users l where l.permission_id = t.id)
    or exists (select 1 from asset_permission_user_groups l where l.permission_id = t.id))
  and (exists (select 1 from asset_permission_assets l where l.permission_id = t.id)
    or exists (select 1 from asset_permission_nodes l where l.permission_id = t.id))
  and t.actions > 0 and ${isValid("t")}
)`;

/** A filter that gives way to `stronger` ones of its family. */
function weaker(stronger: readonly string[], condition: Filter["condition"]): Filter {
  return custom((value, context) =>
    value === "" || stronger.some((name) => (context.query.get(name) ?? "") !== "")
      ? null
      : condition(cleanText(value), context),
  );
}

const truth = (condition: Condition): Filter => ({
  condition: (value) => {
    const wanted = readBoolean(value);
    return wanted === null ? null : sql<boolean>`${condition} = ${wanted}`;
  },
});

/** Query parameters of the permission list. Contract: docs/contract/permissions.md, section 3. */
export const assetPermissionFilters: Readonly<Record<string, Filter>> = {
  name: exact("t.name"),
  from_ticket: exactBoolean("t.from_ticket"),
  is_valid: truth(isValid("t")),
  is_effective: { ...truth(effective), announced: false },
  user_id: weaker([], (value, context) => (isUuid(value) ? naming(value, inherits(context)) : nothing)),
  username: weaker(["user_id"], async (value, context) => {
    const user = await idOf(context, sql`select id from ${usersTable} where username = ${value}`);
    return user === null ? nothing : naming(user, inherits(context));
  }),
  user_group_id: weaker([], (value) => (isUuid(value) ? namingGroup(value) : nothing)),
  user_group: weaker(["user_group_id"], async (value, context) => {
    const group = await idOf(
      context,
      sql`select g.id from ${userGroupsTable} g where g.name = ${value} and ${inScope(context, "g")}`,
    );
    return group === null ? nothing : namingGroup(group);
  }),
  node_id: weaker([], (value, context) => (isUuid(value) ? namingNode(value, inherits(context)) : nothing)),
  node_name: weaker(["node_id"], async (value, context) => {
    const node = await idOf(
      context,
      sql`select n.id from ${nodesTable} n where n.value = ${value} and ${inScope(context, "n")} order by n.key limit 1`,
    );
    return node === null ? nothing : namingNode(node, inherits(context));
  }),
  asset_id: weaker([], (value, context) =>
    isUuid(value) ? namingAssets(sql`select ${value}::uuid`, inherits(context)) : nothing,
  ),
  asset_name: weaker(["asset_id"], (value, context) =>
    namingAssets(
      sql`select a.id from ${assetsTable} a where a.name = ${value} and ${inScope(context, "a")}`,
      inherits(context),
    ),
  ),
  address: weaker(["asset_id", "asset_name"], (value, context) =>
    namingAssets(
      sql`select a.id from ${assetsTable} a where a.address = ${value} and ${inScope(context, "a")}`,
      inherits(context),
    ),
  ),
  accounts: {
    condition: (value) => {
      const wanted = cleanText(value)
        .split(",")
        .map((account) => account.trim())
        .filter((account) => account !== "");
      if (wanted.length === 0) return null;
      return sql<boolean>`(t.accounts @> ${JSON.stringify(wanted)}::jsonb or t.accounts @> '["@ALL"]'::jsonb)`;
    },
  },
};
