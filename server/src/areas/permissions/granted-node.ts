import type { PermissionScope } from "./permission-scope.ts";

/** A node as a user sees it: with the number of distinct assets below it that the user may use. */
export interface GrantedNode {
  readonly id: string;
  readonly org_id: string;
  readonly key: string;
  readonly parent_key: string;
  readonly value: string;
  readonly amount: number;
}

/** A node of the tree, by its identity. */
export interface NodeReference {
  readonly id: string;
  readonly key: string;
}

/**
 * The part of the node tree a user's permissions show. A granted node shows everything below it; an asset granted
 * by name shows the nodes it is in, unless `ungroupDirect` keeps such assets under "ungrouped"; both show the
 * way from the root. Contract: docs/contract/permissions.md, section 8.
 */
export interface GrantedTree extends PermissionScope {
  /** PERM_SINGLE_ASSET_TO_UNGROUP_NODE. */
  readonly ungroupDirect: boolean;
}
