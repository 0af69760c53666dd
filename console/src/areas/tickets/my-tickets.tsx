import { TicketList } from "./ticket-list.tsx";

/** What this person asked for. */
export default function MyTickets() {
  return <TicketList isMine />;
}
