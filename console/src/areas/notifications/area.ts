import { defineArea } from "../../shell/routes/area.ts";

/** How messages reach people. Its parts are shown on the pages of users and settings. */
export default defineArea({
  texts: {
    namespaces: ["subscription", "messageDeliveries"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [],
});
