import type { Area } from "../../engine/area.ts";
import "./tables.ts";

export type { DecidedTicket, TicketEffect } from "./effects.ts";
export {
  closeReview,
  findReview,
  onReviewDecided,
  openReview,
  type Review,
  type ReviewRequest,
} from "./reviews.ts";
export type { TicketServices } from "./ticket-services.ts";

/** Requests that somebody else decides on. Contract: docs/contract/tickets.md. */
export const ticketsArea: Area = { name: "tickets" };
