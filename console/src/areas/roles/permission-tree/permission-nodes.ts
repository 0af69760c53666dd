/** A node of the permission tree as the API answers it (docs/contract/identity.md, "Permission tree"). */
export interface ServerNode {
  readonly id: string;
  readonly pId: string;
  readonly name: string;
  readonly title: string;
  readonly checked: boolean | null;
  readonly open?: boolean;
  readonly chkDisabled?: boolean;
  readonly meta?: { readonly type?: string };
}

/** A permission, or what permissions are grouped by. */
export interface PermissionNode {
  readonly id: string;
  /** The permission's code, or the group's name in rules. */
  readonly title: string;
  readonly label: string;
  readonly isLeaf: boolean;
  readonly children: readonly PermissionNode[];
  /** Ids of the permissions at and below it. */
  readonly leaves: readonly string[];
}

/** A permission tree, ready to be asked. */
export interface PermissionTree {
  readonly roots: readonly PermissionNode[];
  readonly byId: ReadonlyMap<string, PermissionNode>;
  readonly byTitle: ReadonlyMap<string, PermissionNode>;
  readonly parentOf: ReadonlyMap<string, string>;
  /** Ids of the permissions the server has checked. */
  readonly checked: ReadonlySet<string>;
  /** Ids of the groups the server opens. */
  readonly open: ReadonlySet<string>;
}

const COUNTS = /\s*\(\d+\/\d+\)$/;

/** Builds the tree from its flat nodes; siblings keep their order, and nodes without a parent are roots. */
export function buildTree(nodes: readonly ServerNode[]): PermissionTree {
  const known = new Set(nodes.map(({ id }) => id));
  const below = new Map<string, ServerNode[]>();
  const roots: ServerNode[] = [];
  for (const node of nodes) {
    if (!known.has(node.pId) || node.pId === node.id) roots.push(node);
    else below.set(node.pId, [...(below.get(node.pId) ?? []), node]);
  }
  const byId = new Map<string, PermissionNode>();
  const byTitle = new Map<string, PermissionNode>();
  const parentOf = new Map<string, string>();
  const build = (node: ServerNode): PermissionNode => {
    const children = (below.get(node.id) ?? []).map(build);
    const isLeaf = node.meta?.type === "perm";
    const built: PermissionNode = {
      id: node.id,
      title: node.title,
      label: node.name.replace(COUNTS, ""),
      isLeaf,
      children,
      leaves: isLeaf ? [node.id] : children.flatMap((child) => child.leaves),
    };
    byId.set(built.id, built);
    byTitle.set(built.title, built);
    for (const child of children) parentOf.set(child.id, built.id);
    return built;
  };
  return {
    roots: roots.map(build),
    byId,
    byTitle,
    parentOf,
    checked: new Set(
      nodes.filter(({ checked, meta }) => checked === true && meta?.type === "perm").map(({ id }) => id),
    ),
    open: new Set(nodes.filter(({ open }) => open === true).map(({ id }) => id)),
  };
}

/** How much of a node is checked. */
export type CheckState = "none" | "some" | "all";

/** How many of the permissions at and below a node are checked. */
export function countChecked(node: PermissionNode, checked: ReadonlySet<string>): number {
  return node.leaves.reduce((sum, id) => sum + (checked.has(id) ? 1 : 0), 0);
}

/** The state of a node from its count. */
export function checkState(count: number, total: number): CheckState {
  return count === 0 ? "none" : count === total ? "all" : "some";
}

/**
 * The nodes to show for a search: those whose name or code holds every word, what is below them, and what leads there.
 *
 * @returns ids; undefined when everything is shown
 */
export function matchingNodes(
  tree: PermissionTree,
  search: string,
  only: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && only === undefined) return undefined;
  const shown = new Set<string>();
  const visit = (node: PermissionNode, above: boolean): boolean => {
    const text = `${node.label} ${node.title}`.toLowerCase();
    const meets = above || words.every((word) => text.includes(word));
    const isShown = node.isLeaf
      ? meets && (only === undefined || only.has(node.id))
      : node.children.map((child) => visit(child, meets)).some(Boolean);
    if (isShown) shown.add(node.id);
    return isShown;
  };
  for (const root of tree.roots) visit(root, false);
  return shown;
}
