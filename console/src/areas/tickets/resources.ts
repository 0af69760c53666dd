import type { ResourceDescriptor } from "../../kit/resource.ts";

const PERMISSION = { app: "tickets", model: "ticket" } as const;
const API = "/api/v1/tickets/";

/** The person's own requests, and where requests are decided. */
export const MY_TICKETS_PAGE = "/tickets/my-tickets";
export const ASSIGNED_PAGE = "/tickets/assigned-tickets";
export const REQUEST_PAGE = "/tickets/tickets/request-host-perm/create";

/** Tickets of every type (docs/contract/tickets.md). */
export const TICKETS: ResourceDescriptor = {
  url: `${API}tickets/`,
  permission: PERMISSION,
  routes: { list: MY_TICKETS_PAGE, detail: (id) => `/tickets/tickets/${id}` },
};

/** What people write to a ticket, and what happened to it. */
export const COMMENTS_URL = `${API}comments/`;

/** Who approves which tickets. */
export const FLOWS: ResourceDescriptor = {
  url: `${API}flows/`,
  permission: { app: "tickets", model: "ticketflow" },
  global: true,
  routes: {
    list: "/tickets/flow",
    update: (id) => `/tickets/flow/${id}/update`,
    detail: (id) => `/tickets/flow/${id}`,
  },
};

function typed(set: string, page: string): ResourceDescriptor {
  return {
    url: `${API}${set}/`,
    permission: PERMISSION,
    routes: { list: MY_TICKETS_PAGE, detail: (id) => `/tickets/${page}/${id}` },
  };
}

/** The set of each type of ticket, with the page that shows one. */
export const TICKET_SETS = {
  apply_asset: typed("apply-asset-tickets", "request-host-perm"),
  login_confirm: typed("apply-login-tickets", "login-confirm"),
  login_asset_confirm: typed("apply-login-asset-tickets", "login-host-confirm"),
  command_confirm: typed("apply-command-tickets", "command-confirm"),
} as const satisfies Readonly<Record<string, ResourceDescriptor>>;

/** A type of ticket. */
export type TicketType = keyof typeof TICKET_SETS;

/** The types, in the order offered. */
export const TICKET_TYPES = Object.keys(TICKET_SETS) as readonly TicketType[];
