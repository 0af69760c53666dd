import { defineArea } from "../../shell/routes/area.ts";
import { resourceRoutes } from "../../shell/routes/resource-routes.ts";

const PROFILE = { view: "profile", showOrganization: false } as const;

/** Users and their groups, and the pages on which people change what is theirs. */
export default defineArea({
  texts: {
    namespaces: ["users", "personal", "profile"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  palette: {
    lists: { "users/users": "users", "users/groups": "groups" },
    load: () => import("./palette-acts.ts"),
  },
  routes: [
    ...resourceRoutes({
      path: "/console/users",
      view: "console",
      noun: "user",
      subject: "users.user",
      menu: { icon: "users", group: "users" },
      list: { title: "users", load: () => import("./user-list.tsx") },
      screens: {
        create: () => import("./user-form.tsx"),
        update: () => import("./user-form.tsx"),
        detail: () => import("./detail/user-detail.tsx"),
      },
    }),
    ...resourceRoutes({
      path: "/console/groups",
      view: "console",
      noun: "group",
      subject: "users.usergroup",
      menu: { icon: "groups", group: "users" },
      list: { title: "groups", load: () => import("./groups/group-list.tsx") },
      screens: {
        create: () => import("./groups/group-form.tsx"),
        update: () => import("./groups/group-form.tsx"),
        detail: () => import("./groups/group-detail.tsx"),
      },
    }),
    {
      path: "/profile/info",
      name: "ProfileInfo",
      title: "profile",
      menu: { icon: "profile" },
      ...PROFILE,
      load: () => import("./profile/profile-info.tsx"),
    },
    {
      path: "/profile/setting",
      name: "ProfileSetting",
      title: "profileSetting",
      menu: { icon: "settings" },
      ...PROFILE,
      load: () => import("./profile/profile-setting.tsx"),
    },
    {
      path: "/profile/improvement",
      name: "ProfileImprovement",
      title: "profileImprovement",
      hidden: true,
      ...PROFILE,
      load: () => import("./profile/profile-improvement.tsx"),
    },
  ],
});
