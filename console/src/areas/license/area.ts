import { defineArea } from "../../shell/routes/area.ts";

/** The license. */
export default defineArea({
  texts: {
    namespaces: ["license"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    {
      path: "/settings/license",
      name: "License",
      title: "license",
      permission: "settings.change_license",
      menu: { icon: "license" },
      view: "settings",
      scope: "system",
      showOrganization: false,
      load: () => import("./license-page.tsx"),
    },
  ],
});
