import type { ServerNode } from "../permission-tree/permission-nodes.ts";

/** What a user may do in one organization (docs/contract/identity.md, "Permissions of a user"). */
export interface EffectivePermissions {
  readonly organization: { readonly id: string; readonly name: string };
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
  readonly is_superuser: boolean;
  readonly roles: readonly {
    readonly id: string;
    readonly display_name: string;
    readonly scope: "system" | "org";
  }[];
  readonly permissions: readonly {
    readonly id: number;
    readonly code: string;
    readonly roles: readonly string[];
  }[];
  readonly tree: readonly ServerNode[];
}

/** Where a user's permissions are told; an extension that other servers answer with 404. */
export function effectivePermissionsUrl(user: string): string {
  return `/api/v1/sallyport/users/${user}/effective-permissions/`;
}
