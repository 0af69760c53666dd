import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/database.ts";
import type { GrantedNode, GrantedTree } from "./granted-tree.ts";

/** From so many permissions on, a level of the tree costs more than asking whether it is still the same. */
const many = 50;

/** Levels with more nodes are not kept; each process keeps so many levels. */
const widest = 2_000;
const mostLevels = 200;

/** How long a change is remembered, in seconds. Levels made before are made again once it is forgotten. */
const memorySeconds = 60;

interface Kept {
  readonly version: string;
  readonly nodes: readonly GrantedNode[];
}

const levels = new Map<string, Kept>();

/** Tells one state of nodes, of the assets in them and of what permissions name from any other (migration 0131). */
async function readVersion(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*) || ' ' || coalesce(sum(mark), 0) as version from granted_tree_changes
  `.execute(db);
  return rows[0]?.version ?? "";
}

function keyOf(
  { holderId, organizationId, ungroupDirect, permissionIds }: GrantedTree,
  parent: string | null,
) {
  const permissions = createHash("sha256").update(permissionIds.join()).digest("base64");
  return [holderId, organizationId, ungroupDirect, parent, permissions].join(" ");
}

/**
 * A level of somebody's tree, made by `make` unless it is known from before and nothing it is made of has changed
 * since. Which permissions are in force is part of the question, so time passing is seen too.
 */
export async function keptLevel(
  db: Kysely<Database>,
  tree: GrantedTree,
  parent: string | null,
  make: () => Promise<GrantedNode[]>,
): Promise<GrantedNode[]> {
  if (tree.permissionIds.length < many) return make();
  const key = keyOf(tree, parent);
  // Read first: what is made may be newer than its version, never older.
  const version = await readVersion(db);
  const known = levels.get(key);
  if (known?.version === version) return [...known.nodes];
  const nodes = await make();
  levels.delete(key);
  if (nodes.length > widest) return nodes;
  if (levels.size >= mostLevels) levels.delete(levels.keys().next().value ?? "");
  levels.set(key, { version, nodes });
  return nodes;
}

/** Forgets old changes; called by the worker. */
export async function forgetTreeChanges(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from granted_tree_changes where date_created < now() - ${memorySeconds} * interval '1 second'
  `.execute(db);
}
