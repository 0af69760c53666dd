import { defineArea } from "../../shell/routes/area.ts";

/** People whom other systems know: rules of their roles and groups, their links, and what a sign-in would do. */
export default defineArea({
  texts: {
    namespaces: ["sources"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    {
      path: "/settings/auth/sources/:source",
      name: "SourcePeople",
      title: "sourcePeople",
      permission: "settings.change_auth",
      activeMenu: "/settings/auth",
      view: "settings",
      scope: "system",
      showOrganization: false,
      load: () => import("./source-people.tsx"),
    },
  ],
});
