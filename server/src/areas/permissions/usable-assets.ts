import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { cleanText, escapeLike, isUuid } from "../../engine/resource/index.ts";
import type { Services } from "../../engine/services.ts";
import type { AssetChoice, AssetSearch } from "../../transport/connections/index.ts";
import { assetsTable, platformsTable } from "../assets/index.ts";
import { assetsBelow } from "./assets-below.ts";
import { assetsIn, type GrantedNode, nodeBy } from "./granted-tree.ts";
import { favoriteAssets } from "./my-assets.ts";
import { type PermissionScope, permissionScope } from "./permission-scope.ts";
import { grantedByNameWithin, permittedWithin } from "./permitted-assets.ts";
import { wholeGrantedTree } from "./whole-tree.ts";

/** An asset somebody may use, as a terminal lists it. */
export interface UsableAsset extends Omit<AssetChoice, "organization"> {
  readonly category: string;
  readonly organizationId: string;
}

/** Which of the assets somebody may use are looked for. */
export interface UsableAssetQuery extends Partial<Omit<AssetSearch, "limit">>, Pick<AssetSearch, "limit"> {
  /** Id, name or address, in full. */
  readonly named?: string;
  /** These. */
  readonly ids?: readonly string[];
  /** Only those granted by name, and not by a node. */
  readonly ungrouped?: boolean;
  /** Id of their organization. */
  readonly organizationId?: string;
  /** A protocol at a port. */
  readonly answersOn?: { readonly protocol: string; readonly port: number };
}

/** A page of assets. */
export interface UsableAssets {
  readonly total: number;
  readonly rows: readonly UsableAsset[];
}

/** A node of somebody's tree. */
export type UsableNode = Pick<GrantedNode, "id" | "key" | "value" | "amount">;

interface AssetRow extends Omit<UsableAsset, "protocols"> {
  readonly protocols: readonly { readonly name: string }[];
  readonly total: number;
}

/**
 * The active assets somebody may use, as their permissions stand now.
 * Contract: docs/contract/permissions.md, section 7.
 */
export async function findUsableAssets(
  db: Kysely<Database>,
  userId: string,
  query: UsableAssetQuery,
): Promise<UsableAssets> {
  const scope = await permissionScope(db, "user", userId, null);
  const conditions = [
    await among(db, scope, query),
    ...(query.nodeId === undefined ? [] : [await ofNode(db, scope, query.nodeId, query.directly === true)]),
    ...matching(query),
  ];
  const order = query.sortBy === "address" ? sql`t.address, t.name, t.id` : sql`t.name, t.id`;
  const { rows } = await sql<AssetRow>`
    select t.id, t.name, t.address, t.comment, t.category, p.name as platform, t.org_id as "organizationId",
      t.protocols, (count(*) over ())::int as total
    from ${assetsTable} t join ${platformsTable} p on p.id = t.platform_id
    where t.is_active and ${sql.join(conditions, sql` and `)}
    order by ${order} limit ${query.limit} offset ${query.offset ?? 0}
  `.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, protocols, ...row }) => ({
      ...row,
      protocols: protocolNames(protocols),
    })),
  };
}

async function among(
  db: Kysely<Database>,
  scope: PermissionScope,
  { favorites, ungrouped }: UsableAssetQuery,
): Promise<RawBuilder<boolean>> {
  if (favorites === true) return favoriteAssets(scope);
  const within = ungrouped === true ? grantedByNameWithin : permittedWithin;
  return (await within(db, scope)).condition;
}

/** An asset that lists no protocol is taken to answer SSH. */
const protocolNames = (protocols: AssetRow["protocols"]): string[] =>
  protocols.length === 0 ? ["ssh"] : protocols.map(({ name }) => name);

function matching({
  terms,
  named,
  categories,
  protocols,
  answersOn,
  ids,
  organizationId,
}: UsableAssetQuery): RawBuilder<boolean>[] {
  const conditions = (terms ?? []).map((term) => {
    const pattern = `%${escapeLike(cleanText(term))}%`;
    return sql<boolean>`(t.name ilike ${pattern} or t.address ilike ${pattern} or t.comment ilike ${pattern})`;
  });
  if (named !== undefined) conditions.push(isNamed(cleanText(named)));
  if (ids !== undefined) conditions.push(sql<boolean>`t.id = any(${[...ids]}::uuid[])`);
  if (organizationId !== undefined) conditions.push(sql<boolean>`t.org_id = ${organizationId}::uuid`);
  if (categories !== undefined) conditions.push(sql<boolean>`t.category = any(${[...categories]}::text[])`);
  if (protocols !== undefined) conditions.push(offersOneOf(protocols));
  if (answersOn !== undefined) conditions.push(answersAt(answersOn.protocol, answersOn.port));
  return conditions;
}

const isNamed = (name: string): RawBuilder<boolean> =>
  isUuid(name)
    ? sql<boolean>`t.id = ${name}::uuid`
    : sql<boolean>`(t.name = ${name} or lower(t.address) = lower(${name}))`;

function offersOneOf(protocols: readonly string[]): RawBuilder<boolean> {
  const offers = protocols.map((name) => sql`t.protocols @> ${JSON.stringify([{ name }])}::jsonb`);
  if (protocols.includes("ssh")) offers.push(sql`t.protocols = '[]'::jsonb`);
  return offers.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(offers, sql` or `)})`;
}

const answersAt = (name: string, port: number): RawBuilder<boolean> =>
  name === "ssh" && port === 22
    ? sql<boolean>`(t.protocols @> ${JSON.stringify([{ name, port }])}::jsonb or t.protocols = '[]'::jsonb)`
    : sql<boolean>`t.protocols @> ${JSON.stringify([{ name, port }])}::jsonb`;

async function ofNode(
  db: Kysely<Database>,
  scope: PermissionScope,
  nodeId: string,
  directly: boolean,
): Promise<RawBuilder<boolean>> {
  const node = isUuid(nodeId) ? await nodeBy(db, scope, { id: nodeId }) : null;
  if (node === null) return sql<boolean>`false`;
  const tree = { ...scope, ungroupDirect: false };
  return directly ? assetsIn(db, tree, node) : (await assetsBelow(db, tree, node)).condition;
}

/** The nodes of somebody's tree, in all organizations, the roots first. */
export async function usableNodes(
  { db, settings }: Pick<Services, "db" | "settings">,
  userId: string,
): Promise<readonly UsableNode[]> {
  const ungroupDirect = (await settings.get<boolean>("PERM_SINGLE_ASSET_TO_UNGROUP_NODE")) === true;
  return wholeGrantedTree(db, { ...(await permissionScope(db, "user", userId, null)), ungroupDirect });
}
