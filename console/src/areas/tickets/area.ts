import { defineArea } from "../../shell/routes/area.ts";
import { LATER, resourceRoutes } from "../../shell/routes/resource-routes.ts";
import type { RouteEntry, RouteTitle, ScreenLoader } from "../../shell/routes/route-entry.ts";

const TICKETS = {
  view: "tickets",
  license: true,
  setting: "TICKETS_ENABLED",
  showOrganization: false,
} as const;
const MINE = "/tickets/my-tickets";

const tickets = () => import("./detail/ticket-detail.tsx");

/** A ticket of one type, reached from lists and mails. */
function ticketDetail(segment: string, name: string, title: RouteTitle, load: ScreenLoader): RouteEntry {
  return {
    path: `/tickets/${segment}/:id`,
    name,
    title,
    permission: "tickets.view_ticket",
    activeMenu: MINE,
    load,
    ...TICKETS,
  };
}

/** Tickets and the flows they take. */
export default defineArea({
  texts: {
    namespaces: ["tickets"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    {
      path: MINE,
      name: "MyTicketList",
      title: "myTickets",
      permission: "tickets.view_ticket",
      menu: { icon: "tickets" },
      load: () => import("./my-tickets.tsx"),
      ...TICKETS,
    },
    {
      path: "/tickets/assigned-tickets",
      name: "AssignedTicketList",
      title: "assignedTickets",
      permission: "tickets.view_ticket",
      menu: { icon: "approvals" },
      load: () => import("./assigned-tickets.tsx"),
      ...TICKETS,
    },
    {
      path: "/tickets/tickets/request-host-perm/create",
      name: "RequestAssetPermissionTicketCreate",
      title: "requestAssetPermission",
      permission: "tickets.view_ticket",
      activeMenu: MINE,
      load: () => import("./request/request-form.tsx"),
      ...TICKETS,
    },
    ticketDetail(
      "request-host-perm",
      "RequestAssetPermissionTicketDetail",
      "requestAssetPermissionDetail",
      async () => ({ default: (await tickets()).AssetRequest }),
    ),
    ticketDetail("login-host-confirm", "LoginAssetConfirmTicketDetail", "loginAssetConfirm", async () => ({
      default: (await tickets()).ConnectionRequest,
    })),
    ticketDetail("login-confirm", "LoginConfirmTicketDetail", "loginConfirm", async () => ({
      default: (await tickets()).LoginRequest,
    })),
    ticketDetail("command-confirm", "CommandConfirmTicketDetail", "commandConfirm", async () => ({
      default: (await tickets()).CommandRequest,
    })),
    ticketDetail("tickets", "TicketDetail", "ticketDetail", () => import("./detail/ticket-redirect.tsx")),
    ...resourceRoutes({
      path: "/tickets/flow",
      noun: "flow",
      subject: "tickets.ticketflow",
      menu: { icon: "flows" },
      ...TICKETS,
      list: { title: "flows", load: () => import("./flows/flow-list.tsx") },
      screens: {
        create: LATER,
        update: () => import("./flows/flow-form.tsx"),
        detail: () => import("./flows/flow-detail.tsx"),
      },
    }),
  ],
});
