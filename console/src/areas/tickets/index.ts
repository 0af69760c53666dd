export { AssignedCard } from "./assigned-card.tsx";
export { RequestAccessButton } from "./request-access-button.tsx";
export { useTicketsOn } from "./use-tickets-on.ts";
export { useWaitingTickets } from "./use-waiting-tickets.ts";
