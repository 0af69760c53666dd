import { defineArea } from "../../shell/routes/area.ts";
import { resourceRoutes } from "../../shell/routes/resource-routes.ts";

/** Asset permissions, and the assets a person was granted. */
export default defineArea({
  texts: {
    namespaces: ["permissions", "granting", "forwarding", "myAssets"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  palette: {
    lists: { "perms/users/self/assets": "assets", "perms/asset-permissions": "permissions" },
    verbs: { grant: "perms.add_assetpermission" },
    load: () => import("./palette-acts.ts"),
  },
  routes: [
    ...resourceRoutes({
      path: "/console/perms/asset-permissions",
      view: "console",
      noun: "permission",
      subject: "perms.assetpermission",
      menu: { icon: "permissions", group: "permissions" },
      list: { title: "assetPermissions", load: () => import("./permission-list.tsx") },
      screens: {
        create: () => import("./form/permission-form.tsx"),
        update: () => import("./form/permission-form.tsx"),
        detail: () => import("./detail/permission-detail.tsx"),
      },
    }),
    {
      path: "/console/perms/explain",
      name: "PermissionExplain",
      view: "console",
      title: "permissionExplain",
      permission: ["perms.view_assetpermission", "perms.view_userassets"],
      menu: { icon: "explain", group: "permissions" },
      load: () => import("./explain/explain-page.tsx"),
    },
    {
      path: "/workbench/assets",
      name: "MyAssets",
      view: "workbench",
      title: "myAssets",
      permission: "perms.view_myassets",
      menu: { icon: "my-assets" },
      load: () => import("./my-assets/my-assets.tsx"),
    },
  ],
});
