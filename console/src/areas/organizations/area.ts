import { defineArea } from "../../shell/routes/area.ts";
import { resourceRoutes } from "../../shell/routes/resource-routes.ts";

const SETTINGS = { view: "settings", scope: "system", showOrganization: false } as const;

/** Organizations. */
export default defineArea({
  texts: {
    namespaces: ["organizations"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    ...resourceRoutes({
      path: "/settings/orgs",
      noun: "organization",
      subject: "orgs.organization",
      license: true,
      menu: { icon: "organizations" },
      ...SETTINGS,
      list: { title: "organizations", load: () => import("./organization-list.tsx") },
      screens: {
        create: () => import("./organization-form.tsx"),
        update: () => import("./organization-form.tsx"),
        detail: () => import("./organization-detail.tsx"),
      },
    }),
  ],
});
