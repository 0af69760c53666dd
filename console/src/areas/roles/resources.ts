import type { ResourceDescriptor } from "../../kit/resource.ts";

/** What a role is about: the whole installation, or any one organization. */
export type RoleScope = "system" | "org";

/** Roles of both scopes. */
export const ALL_ROLES_URL = "/api/v1/rbac/roles/";

/** The scope a page's address names; roles of the system unless told. */
export function scopeOf(address: URLSearchParams): RoleScope {
  return address.get("scope") === "org" ? "org" : "system";
}

function rolesOf(scope: RoleScope): ResourceDescriptor {
  const query = `?scope=${scope}`;
  return {
    url: `/api/v1/rbac/${scope}-roles/`,
    permission: { app: "rbac", model: `${scope}role` },
    global: true,
    routes: {
      list: "/console/roles",
      create: "/console/roles/create",
      update: (id) => `/console/roles/${id}/update${query}`,
      detail: (id) => `/console/roles/${id}${query}`,
    },
  };
}

function bindingsOf(scope: RoleScope): ResourceDescriptor {
  return {
    url: `/api/v1/rbac/${scope}-role-bindings/`,
    permission: { app: "rbac", model: `${scope}rolebinding` },
    global: true,
    routes: { list: "/console/roles" },
  };
}

/** Roles (docs/contract/identity.md, "Roles"), by scope. */
export const ROLES: Readonly<Record<RoleScope, ResourceDescriptor>> = {
  system: rolesOf("system"),
  org: rolesOf("org"),
};

/** Who holds which role (docs/contract/identity.md, "Role bindings"), by scope. */
export const BINDINGS: Readonly<Record<RoleScope, ResourceDescriptor>> = {
  system: bindingsOf("system"),
  org: bindingsOf("org"),
};

/** Address of the page that makes a role of this scope, empty or from another one. */
export function createPath(scope: RoleScope, from?: string): string {
  return `/console/roles/create?scope=${scope}${from === undefined ? "" : `&clone_from=${encodeURIComponent(from)}`}`;
}
