import { defineArea } from "../../shell/routes/area.ts";

/** Second factors of a person: passkeys and recovery codes. They are shown on the pages of users. */
export default defineArea({
  texts: {
    namespaces: ["factors"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [],
});
