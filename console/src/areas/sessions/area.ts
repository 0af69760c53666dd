import { defineArea } from "../../shell/routes/area.ts";
import { resourceRoutes } from "../../shell/routes/resource-routes.ts";

/** Sessions and the commands run in them. */
export default defineArea({
  texts: {
    namespaces: ["sessions", "commands"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  palette: {
    lists: { "terminal/sessions": "sessions" },
    verbs: {
      disconnect: ["terminal.view_session", "terminal.terminate_session"],
      replay: ["terminal.view_session", "terminal.view_sessionreplay"],
      connect: "perms.view_myassets",
    },
    phrase: {
      name: "findInRecordings",
      permission: "terminal.view_sessionreplay",
      to: (text) => `/audit/sessions/moments?${new URLSearchParams({ text }).toString()}`,
    },
    load: () => import("./palette-acts.ts"),
  },
  routes: [
    ...resourceRoutes({
      path: "/audit/sessions/sessions",
      view: "audit",
      noun: "session",
      subject: "terminal.session",
      menu: { icon: "sessions", group: "sessions" },
      list: { title: "sessions", load: () => import("./session-list.tsx") },
      screens: { detail: () => import("./session-detail.tsx") },
    }),
    {
      path: "/audit/sessions/command",
      name: "CommandList",
      view: "audit",
      title: "commands",
      permission: "terminal.view_command",
      menu: { icon: "commands", group: "sessions" },
      load: () => import("./commands/command-list.tsx"),
    },
    {
      path: "/audit/sessions/moments",
      name: "MomentsPage",
      view: "audit",
      title: "moments",
      permission: "terminal.view_sessionreplay",
      menu: { icon: "moments", group: "sessions" },
      load: () => import("./moments/moments-page.tsx"),
    },
  ],
});
