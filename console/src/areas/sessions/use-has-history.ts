import { useQuery } from "@tanstack/react-query";
import { api } from "../../kit/api/client.ts";
import { orIfNotFound } from "../../kit/api/not-found.ts";
import { useSession } from "../../kit/session.ts";
import { SESSION_EVENTS } from "./resources.ts";

const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/** Whether there is a history of sessions here that the viewer may see: a server of the contract alone has none. */
export function useHasHistory(): boolean {
  const { can } = useSession();
  const { data } = useQuery({
    queryKey: ["has-session-history"],
    queryFn: ({ signal }) =>
      orIfNotFound(
        api(SESSION_EVENTS.url, { query: { session: NO_SESSION, limit: 1 }, signal }).then(() => true),
        false,
      ),
    enabled: can("terminal.view_session"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === true;
}
