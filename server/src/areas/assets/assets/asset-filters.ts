import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import { attributeRules } from "../../../engine/attribute-filter/index.ts";
import {
  type Condition,
  cleanText,
  contributed,
  custom,
  escapeLike,
  exact,
  exactBoolean,
  exactUuid,
  type Filter,
  instant,
  isUuid,
  readBoolean,
  rowCountsTable,
} from "../../../engine/resource/index.ts";
import { automationItems } from "../catalogue/automation.ts";
import { labelFilter, labelsFilter } from "../labels/label-filters.ts";
import { findNodeInScope } from "../nodes/scope.ts";
import { assetFilterSubject } from "./asset-filter.ts";

const words = (value: string): string[] =>
  value
    .split(",")
    .map((word) => cleanText(word.trim()))
    .filter((word) => word !== "");

/** Whether a node filter reaches below the node. Contract: docs/contract/assets.md, "Filters". */
function reachesBelow({ query }: RequestContext): boolean {
  const current = query.get("show_current_asset");
  if (current !== undefined)
    return !["1", "true", "yes", "on", "y", "t"].includes(current.trim().toLowerCase());
  return readBoolean(query.get("all") ?? "1") ?? true;
}

/**
 * Assets of a node, as a condition on the columns named. Every asset is below its organization's root, so the
 * root needs no look at the tree, and is no condition at all inside its organization.
 */
export async function underNode(
  value: string,
  context: RequestContext,
  columns: { readonly asset: string; readonly organization: string } = {
    asset: "t.id",
    organization: "t.org_id",
  },
): Promise<Condition | null> {
  if (value === "") return null;
  const node = await findNodeInScope(context, value);
  if (node === null) return null;
  const asset = sql.raw(columns.asset);
  if (!reachesBelow(context)) {
    return sql<boolean>`${asset} in (select asset_id from asset_nodes where node_id = ${node.id}::uuid)`;
  }
  if (node.parent_id === null && node.org_id === context.organization.id) return null;
  if (node.parent_id === null) return sql<boolean>`${sql.raw(columns.organization)} = ${node.org_id}::uuid`;
  return sql<boolean>`${asset} in (select asset_id from node_subtree_assets where node_id = ${node.id}::uuid)`;
}

const nodeFilter: Filter = custom((value, context) => underNode(value, context));

const platformFilter: Filter = {
  condition: (value) => {
    if (value === "") return null;
    return /^\d{1,9}$/.test(value)
      ? sql<boolean>`t.platform_id = ${Number(value)}`
      : sql<boolean>`t.platform_id = (select id from platforms where name = ${cleanText(value)})`;
  },
};

const domainFilter: Filter = {
  condition: (value, { organization }) => {
    if (value === "") return null;
    if (isUuid(value)) return sql<boolean>`t.domain_id = ${value}::uuid`;
    const scope = organization.isRoot ? sql`true` : sql`d.org_id = ${organization.id}::uuid`;
    return sql<boolean>`t.domain_id = any(array(
      select d.id from domains d where ${scope} and d.name ilike ${`%${escapeLike(cleanText(value))}%`}
    ))`;
  },
};

const protocolsFilter: Filter = {
  condition: (value) => {
    const names = words(value);
    if (names.length === 0) return null;
    const matches = names.map((name) => sql`t.protocols @> ${JSON.stringify([{ name }])}::jsonb`);
    return sql<boolean>`(${sql.join(matches, sql` or `)})`;
  },
};

/**
 * By a switch of the platform. The platforms are looked up first: they are few, and knowing which ones the planner
 * knows how many assets they have.
 */
const onPlatform = (table: "platforms" | "platform_automations", key: string, column: string): Filter =>
  custom(async (value, { db }) => {
    const wanted = readBoolean(value);
    if (wanted === null) return null;
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(key)} as id from ${sql.table(table)} where ${sql.ref(column)} = ${wanted}
    `.execute(db);
    return sql<boolean>`t.platform_id = any(${rows.map(({ id }) => id)}::integer[])`;
  });

/** What an asset list can be narrowed by. Contract: docs/contract/assets.md, "Filters". */
export const assetFilters: Readonly<Record<string, Filter>> = {
  id: exactUuid("t.id"),
  name: exact("t.name"),
  address: exact("t.address"),
  is_active: exactBoolean("t.is_active"),
  created_from: instant("t.date_created", ">="),
  // Known to the area of sessions.
  used_from: contributed("assets", "used_from"),
  platform: platformFilter,
  category: exact("t.category"),
  type: exact("t.type"),
  domain: domainFilter,
  protocols: protocolsFilter,
  labels: labelsFilter,
  label: labelFilter,
  domain_enabled: onPlatform("platforms", "id", "domain_enabled"),
  ...Object.fromEntries(
    automationItems.map((item) => [
      `${item}_enabled`,
      onPlatform("platform_automations", "platform_id", `${item}_enabled`),
    ]),
  ),
  node: nodeFilter,
  node_id: nodeFilter,
  ips: custom((value) => (value === "" ? null : sql<boolean>`t.address = any(${words(value)}::text[])`)),
  attr_rules: attributeRules(assetFilterSubject, { onProblem: "refuse" }),
};

/** The parameters that narrow a list of assets, beside the declared filters. */
const narrowing = ["search", "spm", "ids"];

/** How many assets of the category a request asks for there are, when it asks for nothing else; else null. */
export async function countCategory({ db, organization, query }: RequestContext): Promise<number | null> {
  const asked = [...Object.keys(assetFilters), ...narrowing].filter((name) => query.has(name));
  if (asked.join() !== "category") return null;
  const { rows } = await sql<{ count: string | null }>`
    select sum(difference) as count from ${rowCountsTable}
    where table_name = 'assets' and partition_value = ${cleanText(query.get("category") ?? "")}
      and ${organization.isRoot ? sql`true` : sql`org_id = ${organization.id}::uuid`}
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}
