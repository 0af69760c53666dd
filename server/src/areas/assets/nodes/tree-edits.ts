import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { ApiError, BadRequest, NotFound, ValidationError } from "../../../engine/errors.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { text } from "../texts.ts";
import { lineage } from "./closure.ts";
import {
  checkName,
  checkPath,
  ensureRootNode,
  findChild,
  maximumKeyLength,
  type Node,
  refuseDeep,
  requireNode,
  reserveChild,
} from "./tree.ts";
import { takeLock, takeTree } from "./tree-locks.ts";

type Db = Kysely<Database>;

interface Taking {
  /** Whether the node goes away, which waits for those who are just linking to it; else links may be made meanwhile. */
  readonly strength: "update" | "no key update";
  /** A node locked with the subtree. */
  readonly beside?: string;
  /** Waits for another edit of the tree instead of refusing with 409. */
  readonly wait?: boolean;
}

/**
 * Locks a subtree, then takes the tree alone; answers the node as it is from then on. Rows come first, because
 * writers of links hold rows when they ask for the tree.
 */
async function takeSubtree(db: Db, id: string, { strength, beside, wait }: Taking): Promise<Node> {
  const { org_id } = await requireNode(db, id);
  await takeLock(db, org_id, "nodes", wait);
  const { key } = await requireNode(db, id);
  await sql`
    select 1 from nodes where key = ${key} or key like ${`${key}:%`} or id = ${beside ?? id}
    order by key for ${sql.raw(strength)}
  `.execute(db);
  await takeTree(db, org_id);
  return requireNode(db, id);
}

/**
 * Renames a node; the full paths of its subtree follow. The caller has checked that it is not a root.
 * @throws ValidationError on `value`; ApiError 409 while somebody else edits the tree.
 */
export async function renameNode(db: Db, id: string, value: string, updatedBy: string): Promise<void> {
  checkName(value);
  const node = await takeSubtree(db, id, { strength: "no key update" });
  if (node.value === value) return;
  if (node.parent_id !== null) {
    const twin = await findChild(db, node.parent_id, value);
    if (twin !== undefined) throw new ValidationError({ value: [text.nodeNameTaken] });
  }
  const path = `${node.full_value.slice(0, node.full_value.length - node.value.length)}${value}`;
  await checkSubtree(db, node, node.key, path);
  await db
    .updateTable("nodes")
    .set({ value, updated_by: updatedBy, date_updated: new Date() })
    .where("id", "=", id)
    .execute();
  await rewriteSubtree(db, node, node.key, path);
}

/** Renames the root node of an organization with it. */
export async function renameRootNode(db: Db, organizationId: string, name: string): Promise<void> {
  const { id, value } = await ensureRootNode(db, organizationId, name);
  if (value === name) return;
  const root = await takeSubtree(db, id, { strength: "no key update", wait: true });
  await db.updateTable("nodes").set({ value: name }).where("id", "=", root.id).execute();
  await rewriteSubtree(db, root, root.key, `/${name}`);
}

/** Refuses what would make a key or a path of the subtree too long. */
async function checkSubtree(db: Db, node: Node, key: string, path: string): Promise<void> {
  const { rows } = await sql<{ key: number; path: number }>`
    select max(length(key)) as key, max(length(full_value)) as path from nodes
    where key = ${node.key} or key like ${`${node.key}:%`}
  `.execute(db);
  const longest = rows[0] ?? { key: 0, path: 0 };
  if (longest.key - node.key.length + key.length > maximumKeyLength) refuseDeep();
  checkPath(longest.path - [...node.full_value].length + [...path].length);
}

/** Gives a subtree another key and path, both below the same node row. */
async function rewriteSubtree(db: Db, node: Node, key: string, path: string): Promise<void> {
  await sql`
    update nodes set
      key = ${key} || substr(key, ${node.key.length + 1}),
      full_value = ${path} || substr(full_value, ${[...node.full_value].length + 1})
    where key = ${node.key} or key like ${`${node.key}:%`}
  `.execute(db);
}

/**
 * Moves a node with its subtree below another node of the same organization; new keys are given out and what is
 * counted below each ancestor moves with it. A node that is there already stays as it is.
 * @returns whether it moved
 * @throws NotFound; BadRequest for a root, a cycle, a taken name or too deep a tree; ApiError 409 while somebody
 * else edits the tree.
 */
export async function moveNode(db: Db, id: string, parentId: string, updatedBy: string): Promise<boolean> {
  const node = await takeSubtree(db, id, { strength: "no key update", beside: parentId });
  const parent = await requireNode(db, parentId);
  if (node.org_id !== parent.org_id) throw new NotFound(text.node);
  if (node.parent_id === parent.id) return false;
  if (node.parent_id === null) throw new BadRequest("root_node_move", text.rootMove);
  if (parent.key === node.key || parent.key.startsWith(`${node.key}:`)) {
    throw new BadRequest("node_cycle", text.nodeCycle);
  }
  const child = await reserveChild(db, parentId, node.value, String);
  await checkSubtree(db, node, child.key, child.fullValue);
  // Ancestors of both the old and the new parent keep their counts.
  const [left, entered] = [lineage(node.key).slice(0, -1), lineage(parent.key)];
  await takeCounts(
    db,
    node.id,
    left.filter((key) => !entered.includes(key)),
  );
  await addCounts(
    db,
    node.id,
    entered.filter((key) => !left.includes(key)),
  );
  await db
    .updateTable("nodes")
    .set({ parent_id: parent.id, updated_by: updatedBy, date_updated: new Date() })
    .where("id", "=", id)
    .execute();
  await rewriteSubtree(db, node, child.key, child.fullValue);
  return true;
}

/** What a subtree holds, for each of the nodes with these keys. */
const heldBelow = (nodeId: string, keys: readonly string[]) => sql`
  select above.org_id, above.id as node_id, s.asset_id, s.links from node_subtree_assets s
  cross join nodes above where s.node_id = ${nodeId} and above.key = any (${[...keys]}::text[])
`;

/** Adds what a subtree holds to the nodes with these keys. */
async function addCounts(db: Db, nodeId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into node_subtree_assets as s (org_id, node_id, asset_id, links) ${heldBelow(nodeId, keys)}
    on conflict (node_id, asset_id) do update set links = s.links + excluded.links
  `.execute(db);
}

/** Takes what a subtree holds away from the nodes with these keys. */
async function takeCounts(db: Db, nodeId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    with held as (${heldBelow(nodeId, keys)}), emptied as (
      delete from node_subtree_assets s using held h
      where s.node_id = h.node_id and s.asset_id = h.asset_id and s.links <= h.links
    )
    update node_subtree_assets s set links = s.links - h.links from held h
    where s.node_id = h.node_id and s.asset_id = h.asset_id and s.links > h.links
  `.execute(db);
}

/** Whether a node or one below it holds assets. */
async function holdsAssets(db: Db, nodeId: string): Promise<boolean> {
  const row = await db
    .selectFrom("node_subtree_assets")
    .select("asset_id")
    .where("node_id", "=", nodeId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Why a node cannot be deleted, in the contract's body `{error}` with status 403. */
function refuseDelete(code: string, detail: Message): never {
  throw new ApiError(403, code, detail, { error: detail });
}

/**
 * Makes a node ready to be deleted: everything below it is removed, its own row is left to the caller.
 * @throws ApiError 403 for a root, or when the subtree holds assets; 409 while somebody else edits the tree.
 */
export async function clearBelow(db: Db, id: string): Promise<void> {
  const node = await takeSubtree(db, id, { strength: "update" });
  if (node.parent_id === null) refuseDelete("root_node_delete", text.rootDelete);
  if (await holdsAssets(db, node.id)) refuseDelete("node_not_empty", text.nodeNotEmpty);
  await sql`delete from nodes where key like ${`${node.key}:%`}`.execute(db);
}
