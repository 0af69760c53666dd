import { defineArea } from "../../shell/routes/area.ts";
import { plainRoutes } from "../../shell/routes/plain-routes.tsx";
import { resourceRoutes } from "../../shell/routes/resource-routes.ts";

/** Rules about signing in, connecting and running commands. */
export default defineArea({
  texts: {
    namespaces: ["acls"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    ...resourceRoutes({
      path: "/console/perms/login-acls",
      view: "console",
      noun: "loginAcl",
      subject: "acls.loginacl",
      scope: "global",
      disableOrgsChange: true,
      menu: { icon: "sign-in", group: "permissions" },
      list: { title: "loginAcls", load: () => import("./rules/login-list.tsx") },
      screens: {
        create: () => import("./rules/login-form.tsx"),
        update: () => import("./rules/login-form.tsx"),
        detail: () => import("./rules/login-detail.tsx"),
      },
    }),
    ...resourceRoutes({
      path: "/console/perms/cmd-acls",
      view: "console",
      noun: "commandAcl",
      subject: "acls.commandfilteracl",
      menu: { icon: "command-rules", group: "permissions" },
      list: { title: "commandAcls", load: () => import("./commands/command-page.tsx") },
      screens: {
        create: () => import("./commands/command-rule-form.tsx"),
        update: () => import("./commands/command-rule-form.tsx"),
        detail: () => import("./commands/command-rule-detail.tsx"),
      },
    }),
    ...resourceRoutes({
      path: "/console/perms/login-asset-acls",
      view: "console",
      noun: "loginAssetAcl",
      subject: "acls.loginassetacl",
      license: true,
      menu: { icon: "connection-rules", group: "permissions" },
      list: { title: "loginAssetAcls", load: () => import("./rules/login-asset-list.tsx") },
      screens: {
        create: () => import("./rules/login-asset-form.tsx"),
        update: () => import("./rules/login-asset-form.tsx"),
        detail: () => import("./rules/login-asset-detail.tsx"),
      },
    }),
    ...plainRoutes({
      path: "/console/perms/cmd-groups",
      view: "console",
      noun: "commandGroup",
      subject: "acls.commandgroup",
      url: "/api/v1/acls/command-groups/",
      title: "commandGroups",
      columns: ["name", "type", "content", "comment"],
      form: ["name", "type", "content", "ignore_case", "comment"],
      menu: { icon: "command-groups", group: "permissions" },
    }),
    ...resourceRoutes({
      path: "/console/perms/connect-method-acls",
      view: "console",
      noun: "connectMethodAcl",
      subject: "acls.connectmethodacl",
      license: true,
      scope: "global",
      disableOrgsChange: true,
      menu: { icon: "connection-methods", group: "permissions" },
      list: { title: "connectMethodAcls", load: () => import("./rules/connect-method-list.tsx") },
      screens: {
        create: () => import("./rules/connect-method-form.tsx"),
        update: () => import("./rules/connect-method-form.tsx"),
        detail: () => import("./rules/connect-method-detail.tsx"),
      },
    }),
  ],
});
