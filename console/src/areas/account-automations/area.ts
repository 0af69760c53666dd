import { defineArea } from "../../shell/routes/area.ts";
import { planRoutes } from "./plan-routes.ts";

/** What is done with accounts by plan. */
export default defineArea({
  texts: {
    namespaces: ["accountPlans"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    ...planRoutes,
    {
      path: "/console/accounts/weak-accounts",
      name: "WeakAccountList",
      view: "console",
      title: "weakAccounts",
      permission: "accounts.view_account",
      menu: { icon: "weaknesses", group: "accounts" },
      load: () => import("./weak-accounts.tsx"),
    },
  ],
});
