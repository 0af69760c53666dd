import type { PermissionNode, PermissionTree } from "./permission-nodes.ts";

/** What a key does in the tree. */
export type TreeMove =
  | { readonly kind: "focus"; readonly id: string }
  | { readonly kind: "fold"; readonly node: PermissionNode; readonly open: boolean }
  | { readonly kind: "toggle"; readonly node: PermissionNode };

interface TreeLook {
  readonly isOpen: (node: PermissionNode) => boolean;
  readonly isShown: (node: PermissionNode) => boolean;
}

function inSight(nodes: readonly PermissionNode[], look: TreeLook): string[] {
  return nodes
    .filter(look.isShown)
    .flatMap((node) => [node.id, ...(!node.isLeaf && look.isOpen(node) ? inSight(node.children, look) : [])]);
}

/**
 * The keys of a tree: arrows walk, right and left unfold and fold, Home and End go to the ends, space and Enter check.
 *
 * @param at id of the focused node
 * @returns undefined for keys that mean nothing here
 */
export function treeMove(
  key: string,
  at: string,
  tree: PermissionTree,
  look: TreeLook,
): TreeMove | undefined {
  const node = tree.byId.get(at);
  if (node === undefined) return undefined;
  const order = inSight(tree.roots, look);
  const focus = (id: string | undefined): TreeMove | undefined =>
    id === undefined ? undefined : { kind: "focus", id };
  const index = order.indexOf(at);
  const open = !node.isLeaf && look.isOpen(node);
  switch (key) {
    case "ArrowDown":
      return focus(order[index + 1]);
    case "ArrowUp":
      return focus(order[index - 1]);
    case "Home":
      return focus(order[0]);
    case "End":
      return focus(order.at(-1));
    case "ArrowRight":
      if (node.isLeaf) return undefined;
      return open ? focus(order[index + 1]) : { kind: "fold", node, open: true };
    case "ArrowLeft":
      return open ? { kind: "fold", node, open: false } : focus(tree.parentOf.get(at));
    case " ":
    case "Enter":
      return { kind: "toggle", node };
    default:
      return undefined;
  }
}
