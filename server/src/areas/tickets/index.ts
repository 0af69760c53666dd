import type { Area } from "../../engine/area.ts";
import { grantAssets } from "./apply-asset/grant.ts";
import { commentsResource } from "./comments/comment-resource.ts";
import { flowRoutes, flowsResource } from "./flows/flow-resource.ts";
import { closeLostTickets, extensions } from "./lost-tickets.ts";
import { remindSignOff } from "./remind-sign-off.ts";
import { superTicketRoutes } from "./super-tickets.ts";
import "./tables.ts";
import { ticketResources } from "./ticket-resources.ts";

export { decideAsAsked } from "./decide-as-asked.ts";
export type { TicketEffect } from "./effects.ts";
export { type ApprovalLink, approvalPath, findApprovalLink } from "./messages/approval-link.ts";
export { readTold, ticketParts } from "./messages/messages.ts";
export { findRemembered, rememberApproval } from "./remembered.ts";
export {
  closeReview,
  findReview,
  onReviewDecided,
  openReview,
  type Review,
  type ReviewRequest,
} from "./reviews.ts";
export { ticketPage } from "./ticket-page.ts";
export type { TicketServices } from "./ticket-services.ts";
export {
  approvalsOfSessions,
  isSessionAskedAbout,
  relateSession,
  type SessionApproval,
  sessionsAskedAbout,
  sessionsOfTicket,
} from "./ticket-sessions.ts";
export { isAskedNow } from "./visible.ts";
export { holdWait } from "./waits.ts";

/** Requests that somebody else decides on. Contract: docs/contract/tickets.md. */
export const ticketsArea: Area = {
  name: "tickets",
  ...extensions,
  resources: [...ticketResources, flowsResource, commentsResource],
  routes: [...flowRoutes, ...superTicketRoutes],
  jobs: [closeLostTickets, remindSignOff],
  ticketEffects: [grantAssets],
};
