import type { RouteEntry } from "../../shell/route-entry.ts";
import { accountRoutes } from "./account-routes.ts";
import { assetRoutes } from "./asset-routes.ts";
import { permissionRoutes } from "./permission-routes.ts";
import { resourceRoutes } from "./resource-routes.ts";

/** Addresses below `/console`. */
export const consoleRoutes: readonly RouteEntry[] = [
  {
    path: "/console/dashboard",
    name: "ConsoleDashboard",
    view: "console",
    title: "consoleDashboard",
    menu: { icon: "dashboard" },
    load: () => import("../../areas/dashboards/console-dashboard.tsx"),
  },
  ...resourceRoutes({
    path: "/console/users",
    view: "console",
    noun: "user",
    subject: "users.user",
    menu: { icon: "users", group: "users" },
    list: { title: "users", load: () => import("../../areas/users/user-list.tsx") },
    screens: {
      create: () => import("../../areas/users/user-form.tsx"),
      update: () => import("../../areas/users/user-form.tsx"),
      detail: () => import("../../areas/users/user-detail.tsx"),
    },
  }),
  ...resourceRoutes({
    path: "/console/groups",
    view: "console",
    noun: "group",
    subject: "users.usergroup",
    menu: { icon: "groups", group: "users" },
    list: { title: "groups", load: () => import("../../areas/users/group-list.tsx") },
    screens: {
      create: () => import("../../areas/users/group-form.tsx"),
      update: () => import("../../areas/users/group-form.tsx"),
      detail: () => import("../../areas/users/group-detail.tsx"),
    },
  }),
  ...resourceRoutes({
    path: "/console/roles",
    view: "console",
    noun: "role",
    subject: "rbac.orgrole",
    viewPermission: "rbac.view_orgrole|rbac.view_systemrole",
    license: true,
    scope: "global",
    // Who may only look at roles of organizations may do so in theirs, and nowhere above them.
    scopePermission: "rbac.view_systemrole",
    disableOrgsChange: true,
    menu: { icon: "roles", group: "users" },
    list: { title: "roles", load: () => import("../../areas/roles/role-list.tsx") },
    screens: {
      create: () => import("../../areas/roles/role-form.tsx"),
      update: () => import("../../areas/roles/role-form.tsx"),
      detail: () => import("../../areas/roles/role-detail.tsx"),
    },
  }).map((entry) => alsoSystemRole(entry)),
  ...assetRoutes,
  ...accountRoutes,
  ...permissionRoutes,
];

/** Roles of both scopes share their screens. */
function alsoSystemRole(entry: RouteEntry): RouteEntry {
  if (entry.permission === "rbac.add_orgrole") {
    return { ...entry, permission: "rbac.add_orgrole|rbac.add_systemrole" };
  }
  if (entry.permission === "rbac.change_orgrole") {
    return { ...entry, permission: "rbac.change_orgrole|rbac.change_systemrole" };
  }
  return entry;
}
