import { defineArea } from "../../shell/routes/area.ts";

const PROFILE = { view: "profile", showOrganization: false } as const;

/** Keys, tokens and passwords that people make for programs and for a short time. */
export default defineArea({
  texts: {
    namespaces: ["credentials"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    {
      path: "/profile/key",
      name: "AccessKeyList",
      title: "accessKeys",
      permission: "authentication.view_accesskey",
      menu: { icon: "tokens" },
      ...PROFILE,
      load: () => import("./access-key-list.tsx"),
    },
    {
      path: "/profile/temp-password",
      name: "TemporaryPasswordList",
      title: "temporaryPasswords",
      permission: "authentication.view_temptoken",
      setting: "AUTH_TEMP_TOKEN",
      menu: { icon: "security" },
      ...PROFILE,
      load: () => import("./temporary-password-list.tsx"),
    },
    {
      path: "/profile/connection-token",
      name: "ConnectionTokenList",
      title: "connectionTokens",
      permission: "authentication.view_connectiontoken",
      menu: { icon: "connection-methods" },
      ...PROFILE,
      load: () => import("./connection-token-list.tsx"),
    },
  ],
});
