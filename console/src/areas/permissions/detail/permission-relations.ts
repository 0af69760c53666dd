import type { Row } from "../../../kit/metadata/types.ts";

/** One of the four kinds of links of a permission. */
export interface LinkKind {
  /** Field of the permission that lists them. */
  readonly field: "users" | "user_groups" | "assets" | "nodes";
  /** Field of a link that holds the linked object. */
  readonly member: "user" | "usergroup" | "asset" | "node";
  /** List URL of the links. */
  readonly url: string;
}

const urlOf = (path: string): string => `/api/v1/perms/asset-permissions-${path}-relations/`;

/** The links of a permission (docs/contract/permissions.md, section 5). */
export const LINKS = {
  users: { field: "users", member: "user", url: urlOf("users") },
  groups: { field: "user_groups", member: "usergroup", url: urlOf("user-groups") },
  assets: { field: "assets", member: "asset", url: urlOf("assets") },
  nodes: { field: "nodes", member: "node", url: urlOf("nodes") },
} as const satisfies Readonly<Record<string, LinkKind>>;

/** The ids a permission names by a field. */
export function namedIds(permission: Row, field: LinkKind["field"]): string[] {
  const value = permission[field];
  return Array.isArray(value) ? value.map((item) => String((item as Row).id)) : [];
}
