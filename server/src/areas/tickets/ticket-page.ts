import { consolePath } from "../../engine/http/index.ts";

/** Address of the page of a ticket, in links that leave the server. */
export const ticketPage = (id: string, type: string): string =>
  consolePath(`/tickets/tickets/${id}?type=${type}`);
