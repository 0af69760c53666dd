import { defineArea } from "../../shell/routes/area.ts";
import { resourceRoutes } from "../../shell/routes/resource-routes.ts";
import type { RouteEntry } from "../../shell/routes/route-entry.ts";

/** Roles of the system and of organizations. */
export default defineArea({
  texts: {
    namespaces: ["roles"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
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
      list: { title: "roles", load: () => import("./role-list.tsx") },
      screens: {
        create: () => import("./role-form.tsx"),
        update: () => import("./role-form.tsx"),
        detail: () => import("./role-detail.tsx"),
      },
    }).map((entry) => alsoSystemRole(entry)),
  ],
});

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
