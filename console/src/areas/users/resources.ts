import type { RelatedSource } from "../../kit/field-kinds/field-kind.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";

/** People who may sign in (docs/contract/identity.md). */
export const USERS: ResourceDescriptor = {
  url: "/api/v1/users/users/",
  permission: { app: "users", model: "user" },
  routes: {
    list: "/console/users",
    create: "/console/users/create",
    update: (id) => `/console/users/${id}/update`,
    detail: (id) => `/console/users/${id}`,
  },
  // Who is in no organization is found, and so deleted, in the view over all of them only.
  deletedInRoot: (user) => Array.isArray(user.org_roles) && user.org_roles.length === 0,
};

/** Groups of users. */
export const GROUPS: ResourceDescriptor = {
  url: "/api/v1/users/groups/",
  permission: { app: "users", model: "usergroup" },
  routes: {
    list: "/console/groups",
    create: "/console/groups/create",
    update: (id) => `/console/groups/${id}/update`,
    detail: (id) => `/console/groups/${id}`,
  },
};

/** `Name(username)`, as a person is called in selects. */
export function userLabel(user: Row): string {
  return `${valueText(user.name)}(${valueText(user.username)})`;
}

/** Users as options of a relation. */
export const USER_OPTIONS: RelatedSource = {
  url: USERS.url,
  query: { fields_size: "mini", order: "name" },
  label: userLabel,
};

/** Groups as options of a relation. */
export const GROUP_OPTIONS: RelatedSource = {
  url: GROUPS.url,
  query: { fields_size: "mini", order: "name" },
};

/** Address of the endpoint that puts users into groups and takes them out. */
export const GROUP_RELATIONS_URL = "/api/v1/users/users-groups-relations/";

/** The role of components; it is not given to people. */
const COMPONENT_ROLE = "00000000-0000-0000-0000-000000000004";

const roleLabel = (role: Row): string => valueText(role.display_name ?? role.name);

/** Roles of the whole installation as options of a relation. */
export const SYSTEM_ROLE_OPTIONS: RelatedSource = {
  url: "/api/v1/rbac/system-roles/",
  label: roleLabel,
  accept: (role) => role.id !== COMPONENT_ROLE,
};

/** Roles inside organizations as options of a relation. */
export const ORGANIZATION_ROLE_OPTIONS: RelatedSource = {
  url: "/api/v1/rbac/org-roles/",
  label: roleLabel,
};
