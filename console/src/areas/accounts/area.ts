import { defineArea } from "../../shell/routes/area.ts";
import { resourceRoutes } from "../../shell/routes/resource-routes.ts";

/** Accounts and their templates. */
export default defineArea({
  texts: {
    namespaces: ["accounts", "accountPages", "accountTemplates"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  palette: { lists: { "accounts/accounts": "accounts" }, load: () => import("./palette-acts.ts") },
  routes: [
    ...resourceRoutes({
      path: "/console/accounts/accounts",
      view: "console",
      noun: "account",
      subject: "accounts.account",
      menu: { icon: "accounts", group: "accounts" },
      list: { title: "accounts", load: () => import("./account-list.tsx") },
      screens: {
        create: () => import("./account-form.tsx"),
        update: () => import("./account-form.tsx"),
        detail: () => import("./account-detail.tsx"),
      },
    }),
    ...resourceRoutes({
      path: "/console/accounts/virtual-accounts",
      view: "console",
      noun: "virtualAccount",
      subject: "accounts.virtualaccount",
      activeMenu: "/console/accounts/accounts",
      screens: {
        update: () => import("./virtual/virtual-form.tsx"),
        detail: () => import("./virtual/virtual-detail.tsx"),
      },
    }),
    ...resourceRoutes({
      path: "/console/accounts/account-template",
      view: "console",
      noun: "accountTemplate",
      subject: "accounts.accounttemplate",
      menu: { icon: "templates", group: "accounts" },
      list: { title: "accountTemplates", load: () => import("./templates/template-list.tsx") },
      screens: {
        create: () => import("./templates/template-form.tsx"),
        update: () => import("./templates/template-form.tsx"),
        detail: () => import("./templates/template-detail.tsx"),
      },
    }),
  ],
});
