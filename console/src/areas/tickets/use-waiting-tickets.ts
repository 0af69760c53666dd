import { useQuery } from "@tanstack/react-query";
import { fetchPage } from "../../kit/api/resources.ts";
import { useSession } from "../../kit/session.ts";
import { ASSIGNED_PAGE, TICKETS } from "./resources.ts";
import { useTicketsOn } from "./use-tickets-on.ts";

/** How often it is looked whether somebody waits; never while the page is hidden. */
const REFRESH = 15_000;

/** The requests that wait for this person's decision. */
export interface WaitingTickets {
  /** Undefined while it is not known. */
  readonly count: number | undefined;
  /** Where they are decided. */
  readonly page: string;
}

/** How many requests wait for this person, kept up to date; null where there are no tickets. */
export function useWaitingTickets(): WaitingTickets | null {
  const { profile } = useSession();
  const isOn = useTicketsOn();
  const { data } = useQuery({
    queryKey: ["list", TICKETS.url, "waiting", profile.id],
    queryFn: ({ signal }) =>
      fetchPage(TICKETS.url, { assignees__id: profile.id, state: "pending", limit: 1 }, signal),
    refetchInterval: REFRESH,
    enabled: isOn,
  });
  return isOn ? { count: data?.count, page: ASSIGNED_PAGE } : null;
}
