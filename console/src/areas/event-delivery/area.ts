import { defineArea } from "../../shell/routes/area.ts";

const PAGE = "/settings/event-receivers";

/** Whoever may see receivers; only administrators with all rights change them, which their pages look at themselves. */
const SEEN = {
  view: "settings",
  scope: "system",
  showOrganization: false,
  permission: "settings.change_other",
} as const;

/** Who is told what happens: webhooks, SIEM, chats. */
export default defineArea({
  texts: {
    namespaces: ["events"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    {
      path: PAGE,
      name: "EventReceiverList",
      title: "eventReceivers",
      menu: { icon: "events" },
      ...SEEN,
      load: () => import("./receiver-list.tsx"),
    },
    {
      path: `${PAGE}/create`,
      name: "EventReceiverCreate",
      title: "eventReceiverCreate",
      activeMenu: PAGE,
      ...SEEN,
      load: () => import("./receiver-form.tsx"),
    },
    {
      path: `${PAGE}/:id/update`,
      name: "EventReceiverUpdate",
      title: "eventReceiverUpdate",
      activeMenu: PAGE,
      ...SEEN,
      load: () => import("./receiver-form.tsx"),
    },
    {
      path: `${PAGE}/:id`,
      name: "EventReceiverDetail",
      title: "eventReceiverDetail",
      activeMenu: PAGE,
      ...SEEN,
      load: () => import("./receiver-detail.tsx"),
    },
  ],
});
