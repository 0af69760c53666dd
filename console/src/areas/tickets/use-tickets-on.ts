import { useSession } from "../../kit/session.ts";

/** Whether this person can make and see requests here: they are switched on, licensed, and theirs to use. */
export function useTicketsOn(): boolean {
  const { can, licensed, settings } = useSession();
  return settings.TICKETS_ENABLED === true && licensed && can("tickets.view_ticket");
}
