import { defineArea } from "../../shell/routes/area.ts";
import { resourceRoutes } from "../../shell/routes/resource-routes.ts";

const TERMINAL = "/settings/terminal";
const SETTINGS = {
  view: "settings",
  scope: "system",
  showOrganization: false,
  activeMenu: TERMINAL,
} as const;

/** Where client programs connect to, and which endpoint they are given. The lists are tabs of the terminal settings. */
export default defineArea({
  texts: {
    namespaces: ["endpoints"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    ...resourceRoutes({
      path: `${TERMINAL}/endpoint`,
      noun: "endpoint",
      subject: "terminal.endpoint",
      ...SETTINGS,
      screens: {
        create: () => import("./endpoint-form.tsx"),
        update: () => import("./endpoint-form.tsx"),
      },
    }),
    ...resourceRoutes({
      path: `${TERMINAL}/endpoint-rule`,
      noun: "endpointRule",
      subject: "terminal.endpointrule",
      ...SETTINGS,
      screens: {
        create: () => import("./rule-form.tsx"),
        update: () => import("./rule-form.tsx"),
      },
    }),
  ],
});
