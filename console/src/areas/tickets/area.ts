import { defineArea } from "../../shell/routes/area.ts";
import { LATER, resourceRoutes } from "../../shell/routes/resource-routes.ts";
import type { RouteEntry, RouteTitle } from "../../shell/routes/route-entry.ts";

const TICKETS = {
  view: "tickets",
  license: true,
  setting: "TICKETS_ENABLED",
  showOrganization: false,
} as const;
const MINE = "/tickets/my-tickets";

/** A ticket of one type, reached from lists and mails. */
function ticketDetail(segment: string, name: string, title: RouteTitle): RouteEntry {
  return {
    path: `/tickets/${segment}/:id`,
    name,
    title,
    permission: "tickets.view_ticket",
    activeMenu: MINE,
    ...TICKETS,
  };
}

/** Tickets and the flows they take. */
export default defineArea({
  routes: [
    {
      path: MINE,
      name: "MyTicketList",
      title: "myTickets",
      permission: "tickets.view_ticket",
      menu: { icon: "tickets" },
      ...TICKETS,
    },
    {
      path: "/tickets/assigned-tickets",
      name: "AssignedTicketList",
      title: "assignedTickets",
      permission: "tickets.view_ticket",
      menu: { icon: "approvals" },
      ...TICKETS,
    },
    {
      path: "/tickets/tickets/request-host-perm/create",
      name: "RequestAssetPermissionTicketCreate",
      title: "requestAssetPermission",
      permission: "tickets.view_ticket",
      activeMenu: MINE,
      ...TICKETS,
    },
    ticketDetail("request-host-perm", "RequestAssetPermissionTicketDetail", "requestAssetPermissionDetail"),
    ticketDetail("login-host-confirm", "LoginAssetConfirmTicketDetail", "loginAssetConfirm"),
    ticketDetail("login-confirm", "LoginConfirmTicketDetail", "loginConfirm"),
    ticketDetail("command-confirm", "CommandConfirmTicketDetail", "commandConfirm"),
    ticketDetail("tickets", "TicketDetail", "ticketDetail"),
    ...resourceRoutes({
      path: "/tickets/flow",
      noun: "flow",
      subject: "tickets.ticketflow",
      menu: { icon: "flows" },
      ...TICKETS,
      list: { title: "flows", load: LATER },
      screens: { create: LATER, update: LATER, detail: LATER },
    }),
  ],
});
