import { TicketList } from "./ticket-list.tsx";

/** What waits for this person's decision. */
export default function AssignedTickets() {
  return <TicketList isMine={false} />;
}
