import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/database.ts";
import { ApiError, BadRequest, NotFound, ValidationError } from "../../../engine/errors.ts";
import { type Message, withParameters } from "../../../engine/i18n/messages.ts";
import { text } from "../texts.ts";

/** Longest key: with one digit a level this is 32 levels. Contract: docs/contract/assets.md, "Nodes". */
export const maximumKeyLength = 64;
/** Longest full path, in characters. */
export const maximumPathLength = 4096;
/** Longest name of a node, in characters. */
export const maximumNameLength = 128;

/** A node of the tree, as the tree functions hand it around. */
export interface Node {
  readonly id: string;
  readonly org_id: string;
  readonly parent_id: string | null;
  readonly key: string;
  readonly value: string;
  readonly full_value: string;
}

type Db = Kysely<Database>;

const columns = ["id", "org_id", "parent_id", "key", "value", "full_value"] as const;

/** The node, or null. */
export async function findNode(db: Db, id: string): Promise<Node | null> {
  return (await db.selectFrom("nodes").select(columns).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The node; throws `NotFound`. */
export async function requireNode(db: Db, id: string): Promise<Node> {
  const node = await findNode(db, id);
  if (node === null) throw new NotFound(text.node);
  return node;
}

/**
 * The root node of an organization, made when there is none yet (named `name`, keyed by the next free number).
 */
export async function ensureRootNode(db: Db, organizationId: string, name: string): Promise<Node> {
  const find = () =>
    db
      .selectFrom("nodes")
      .select(columns)
      .where("org_id", "=", organizationId)
      .where("parent_id", "is", null)
      .executeTakeFirst();
  const found = await find();
  if (found !== undefined) return found;
  const value = name === "" ? organizationId : name;
  // One statement takes the lock and a second sees what earlier holders wrote; both need one transaction.
  const create = async (transaction: Db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('nodes:roots', 0))`.execute(transaction);
    await sql`
      insert into nodes (org_id, key, value, full_value)
      select ${organizationId}, (coalesce(max(key::bigint), 0) + 1)::text, ${value}, ${`/${value}`}
      from nodes where parent_id is null
      on conflict (org_id) where parent_id is null do nothing
    `.execute(transaction);
  };
  await (db.isTransaction ? create(db) : db.transaction().execute(create));
  return (await find()) as Node;
}

/** Shares the tree of an organization with other writers, keeping movers out until the transaction ends. */
async function shareTree(db: Db, organizationId: string): Promise<void> {
  await sql`select lock_node_trees(array[${organizationId}::uuid], false)`.execute(db);
}

/** Takes the tree of an organization alone until the transaction ends. */
async function takeTree(db: Db, organizationId: string): Promise<void> {
  await sql`select lock_node_trees(array[${organizationId}::uuid], true)`.execute(db);
}

/**
 * Locks a subtree (and `beside`), then takes the tree alone; answers the node as it is from then on. Rows come
 * first, because writers of links hold rows when they ask for the tree.
 */
async function takeSubtree(
  db: Db,
  id: string,
  strength: "update" | "no key update",
  beside?: string,
): Promise<Node> {
  const node = await requireNode(db, id);
  await sql`
    select 1 from nodes where key = ${node.key} or key like ${`${node.key}:%`} or id = ${beside ?? id}
    order by key for ${sql.raw(strength)}
  `.execute(db);
  await takeTree(db, node.org_id);
  return requireNode(db, id);
}

/** Checks a node's name. @throws ValidationError on `value`. */
export function checkName(value: string): void {
  if (value.includes("/")) throw new ValidationError({ value: [text.nodeSlash] });
}

function refuseDeep(): never {
  throw new BadRequest("node_too_deep", withParameters(text.nodeTooDeep, { limit: maximumKeyLength }));
}

function checkPath(path: string): void {
  if ([...path].length > maximumPathLength) {
    throw new ValidationError({
      value: [withParameters(text.nodePathTooLong, { limit: maximumPathLength })],
    });
  }
}

/** Where a new child of a node goes; its number is given out and never used again. */
export interface ChildPlace {
  readonly parent: Node;
  readonly key: string;
  readonly value: string;
  readonly fullValue: string;
}

/**
 * Reserves the place of a child named `value`; `null` picks "New node N". Locks the parent until the
 * transaction ends, so that two children never get one key or one name.
 * @throws NotFound, BadRequest (`node_name_taken`, `node_too_deep`), ValidationError.
 */
export async function reserveChild(
  db: Db,
  parentId: string,
  value: string | null,
  newName: (number: number) => string,
): Promise<ChildPlace> {
  const { rows } = await sql<{ org_id: string; number: number }>`
    update nodes set next_child = next_child + 1 where id = ${parentId} returning org_id, next_child - 1 as number
  `.execute(db);
  const given = rows[0];
  if (given === undefined) throw new NotFound(text.node);
  await shareTree(db, given.org_id);
  const parent = await requireNode(db, parentId);
  const siblings = await db.selectFrom("nodes").select("value").where("parent_id", "=", parentId).execute();
  const names = new Set(siblings.map((sibling) => sibling.value));
  const chosen = value ?? freeName(names, newName);
  checkName(chosen);
  if (names.has(chosen)) throw new BadRequest("node_name_taken", text.nodeNameTaken);
  const key = `${parent.key}:${given.number}`;
  if (key.length > maximumKeyLength) refuseDeep();
  const fullValue = `${parent.full_value}/${chosen}`;
  checkPath(fullValue);
  return { parent, key, value: chosen, fullValue };
}

function freeName(taken: ReadonlySet<string>, newName: (number: number) => string): string {
  for (let number = 1; ; number++) {
    const name = newName(number);
    if (!taken.has(name)) return name;
  }
}

/** Makes a child and answers it. See `reserveChild` for the errors. */
export async function createChild(
  db: Db,
  parentId: string,
  options: {
    readonly value: string | null;
    readonly newName: (number: number) => string;
    readonly id?: string;
    readonly createdBy: string;
  },
): Promise<Node> {
  const place = await reserveChild(db, parentId, options.value, options.newName);
  return db
    .insertInto("nodes")
    .values({
      ...(options.id === undefined ? {} : { id: options.id }),
      org_id: place.parent.org_id,
      parent_id: place.parent.id,
      key: place.key,
      value: place.value,
      full_value: place.fullValue,
      created_by: options.createdBy,
      updated_by: options.createdBy,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** The names of the levels of a path below the root: `/Root/A/B`, `/A/B` and `A/B` are all `["A", "B"]`. */
export function splitPath(path: string, rootName: string): string[] {
  const parts = path
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts[0] === rootName ? parts.slice(1) : parts;
}

/** The node at a path below `root`, its missing levels made. */
export async function ensurePath(db: Db, root: Node, path: string, createdBy: string): Promise<Node> {
  let node = root;
  for (const value of splitPath(path, root.value)) {
    if ([...value].length > maximumNameLength) {
      throw new ValidationError({
        value: [withParameters(text.nodePathTooLong, { limit: maximumNameLength })],
      });
    }
    const child = await db
      .selectFrom("nodes")
      .select(columns)
      .where("parent_id", "=", node.id)
      .where("value", "=", value)
      .executeTakeFirst();
    node = child ?? (await createChild(db, node.id, { value, newName: String, createdBy }));
  }
  return node;
}

/**
 * Renames a node; the full paths of its subtree follow. The caller has checked that it is not a root.
 * @throws ValidationError on `value`.
 */
export async function renameNode(db: Db, id: string, value: string, updatedBy: string): Promise<void> {
  checkName(value);
  const node = await takeSubtree(db, id, "no key update");
  if (node.value === value) return;
  if (node.parent_id !== null) {
    const twin = await db
      .selectFrom("nodes")
      .select("id")
      .where("parent_id", "=", node.parent_id)
      .where("value", "=", value)
      .executeTakeFirst();
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
  const root = await takeSubtree(db, id, "no key update");
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
  if (longest.path - [...node.full_value].length + [...path].length > maximumPathLength) {
    throw new ValidationError({
      value: [withParameters(text.nodePathTooLong, { limit: maximumPathLength })],
    });
  }
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
 * counted below each ancestor moves with it.
 * @throws NotFound; BadRequest for a root, a cycle, a taken name or too deep a tree.
 */
export async function moveNode(db: Db, id: string, parentId: string): Promise<void> {
  const node = await takeSubtree(db, id, "no key update", parentId);
  const parent = await requireNode(db, parentId);
  if (node.org_id !== parent.org_id) throw new NotFound(text.node);
  if (node.parent_id === parent.id) return;
  if (node.parent_id === null) throw new BadRequest("root_node_move", text.rootMove);
  if (parent.key === node.key || parent.key.startsWith(`${node.key}:`)) {
    throw new BadRequest("node_cycle", text.nodeCycle);
  }
  const place = await reserveChild(db, parentId, node.value, String);
  await checkSubtree(db, node, place.key, place.fullValue);
  await countElsewhere(db, node, -1);
  await db.updateTable("nodes").set({ parent_id: parent.id }).where("id", "=", id).execute();
  await rewriteSubtree(db, node, place.key, place.fullValue);
  await countElsewhere(db, { ...node, key: place.key }, 1);
}

/** Adds (1) or takes away (-1) what a subtree holds from the nodes above it. */
async function countElsewhere(db: Db, node: Node, sign: 1 | -1): Promise<void> {
  const held = sql`
    select above.org_id, above.id as node_id, s.asset_id, s.links from node_subtree_assets s
    cross join nodes above
    where s.node_id = ${node.id} and above.key = any (node_lineage(${node.key})) and above.id <> ${node.id}
  `;
  if (sign === 1) {
    await sql`
      insert into node_subtree_assets as s (org_id, node_id, asset_id, links) ${held}
      on conflict (node_id, asset_id) do update set links = s.links + excluded.links
    `.execute(db);
    return;
  }
  await sql`
    with held as (${held}), emptied as (
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
 * @throws ApiError 403 for a root, or when the subtree holds assets.
 */
export async function clearBelow(db: Db, id: string): Promise<void> {
  const node = await takeSubtree(db, id, "update");
  if (node.parent_id === null) refuseDelete("root_node_delete", text.rootDelete);
  if (await holdsAssets(db, node.id)) refuseDelete("node_not_empty", text.nodeNotEmpty);
  await sql`delete from nodes where key like ${`${node.key}:%`}`.execute(db);
}
