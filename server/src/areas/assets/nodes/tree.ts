import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { BadRequest, NotFound, ValidationError } from "../../../engine/errors.ts";
import { text as engineText, withParameters } from "../../../engine/i18n/index.ts";
import { isDisturbing } from "../../../engine/names.ts";
import { text } from "../texts.ts";
import { shareTree } from "./tree-locks.ts";

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

/** Checks a node's name. @throws ValidationError on `value`. */
export function checkName(value: string): void {
  if (value.includes("/")) throw new ValidationError({ value: [text.nodeSlash] });
  if (isDisturbing(value)) throw new ValidationError({ value: [engineText.nameCharacters] });
}

/** @throws BadRequest `node_too_deep`. */
export function refuseDeep(): never {
  throw new BadRequest("node_too_deep", withParameters(text.nodeTooDeep, { limit: maximumKeyLength }));
}

/** Checks the length of a full path, in characters. @throws ValidationError on `value`. */
export function checkPath(length: number): void {
  if (length <= maximumPathLength) return;
  throw new ValidationError({ value: [withParameters(text.nodePathTooLong, { limit: maximumPathLength })] });
}

/** Where a new child of a node goes; its number is given out and never used again. */
export interface ChildPosition {
  readonly parent: Node;
  readonly key: string;
  readonly value: string;
  readonly fullValue: string;
}

/**
 * Reserves the key of a child named `value`; `null` picks "New node N". Locks the parent until the
 * transaction ends, so that two children never get one key or one name.
 * @throws NotFound, BadRequest (`node_name_taken`, `node_too_deep`), ValidationError.
 */
export async function reserveChild(
  db: Db,
  parentId: string,
  value: string | null,
  newName: (number: number) => string,
): Promise<ChildPosition> {
  const { rows } = await sql<{ org_id: string; number: number }>`
    update nodes set next_child = next_child + 1 where id = ${parentId} returning org_id, next_child - 1 as number
  `.execute(db);
  const given = rows[0];
  if (given === undefined) throw new NotFound(text.node);
  await shareTree(db, given.org_id);
  const parent = await requireNode(db, parentId);
  const chosen = value ?? (await freeName(db, parentId, newName));
  checkName(chosen);
  if (value !== null && (await findChild(db, parentId, value)) !== undefined) {
    throw new BadRequest("node_name_taken", text.nodeNameTaken);
  }
  const key = `${parent.key}:${given.number}`;
  if (key.length > maximumKeyLength) refuseDeep();
  const fullValue = `${parent.full_value}/${chosen}`;
  checkPath([...fullValue].length);
  return { parent, key, value: chosen, fullValue };
}

/** The child of that name, if there is one. */
export async function findChild(db: Db, parentId: string, value: string): Promise<Node | undefined> {
  return db
    .selectFrom("nodes")
    .select(columns)
    .where("parent_id", "=", parentId)
    .where("value", "=", value)
    .executeTakeFirst();
}

async function freeName(db: Db, parentId: string, newName: (number: number) => string): Promise<string> {
  const siblings = await db.selectFrom("nodes").select("value").where("parent_id", "=", parentId).execute();
  const taken = new Set(siblings.map((sibling) => sibling.value));
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
  const child = await reserveChild(db, parentId, options.value, options.newName);
  return db
    .insertInto("nodes")
    .values({
      ...(options.id === undefined ? {} : { id: options.id }),
      org_id: child.parent.org_id,
      parent_id: child.parent.id,
      key: child.key,
      value: child.value,
      full_value: child.fullValue,
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
    const child = await findChild(db, node.id, value);
    node = child ?? (await createChild(db, node.id, { value, newName: String, createdBy }));
  }
  return node;
}
