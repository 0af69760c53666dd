import { BoundedMap } from "./bounded-map.ts";
import type { GrantedNode, GrantedTree } from "./granted-node.ts";

/** From so many permissions on, a level of the tree costs more than keeping it. */
const many = 50;

/** Levels with more nodes are not kept; each process keeps so many levels. */
const widest = 2_000;

interface Kept {
  readonly state: string;
  readonly nodes: readonly GrantedNode[];
}

const levels = new BoundedMap<Kept>(200);

/**
 * A level of somebody's tree, made by `make` unless it is known from before and nothing it is made of has changed
 * since.
 */
export async function cachedLevel(
  { holderId, organizationId, ungroupDirect, size, state }: GrantedTree,
  parent: string | null,
  make: () => Promise<GrantedNode[]>,
): Promise<GrantedNode[]> {
  if (size < many) return make();
  const key = [holderId, organizationId, ungroupDirect, parent].join(" ");
  const known = levels.get(key);
  if (known?.state === state) return [...known.nodes];
  const nodes = await make();
  if (nodes.length > widest) levels.delete(key);
  else levels.set(key, { state, nodes });
  return nodes;
}
