import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../../kit/api/client.ts";
import { ROLES, type RoleScope } from "../resources.ts";
import { buildTree, type PermissionTree, type ServerNode } from "./permission-nodes.ts";

/** Address of the tree of a role, or of a scope with nothing checked. */
export function treeUrl(scope: RoleScope, role?: string): string {
  return role === undefined
    ? `/api/v1/rbac/permissions/tree/?scope=${scope}`
    : `${ROLES[scope].url}${role}/permissions/tree/`;
}

/**
 * The permission tree at an address.
 *
 * @param version what the tree must not be older than: it is fetched after the object that carries this stamp
 */
export function usePermissionTree(url: string, version = "") {
  const query = useQuery({
    queryKey: ["tree", url, version],
    queryFn: ({ signal }) => api<readonly ServerNode[]>(url, { signal }),
  });
  const tree = useMemo<PermissionTree | undefined>(
    () => (query.data === undefined ? undefined : buildTree(query.data)),
    [query.data],
  );
  return { tree, error: query.error, retry: () => void query.refetch() };
}
