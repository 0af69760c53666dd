import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { useSession } from "../../kit/session.ts";
import { SESSION_EVENTS } from "./resources.ts";

const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/** Whether there is a history of sessions here that the viewer may see: a server of the contract alone has none. */
export function useHasHistory(): boolean {
  const { can } = useSession();
  const { data } = useQuery({
    queryKey: ["has-session-history"],
    queryFn: async ({ signal }) => {
      try {
        await api(SESSION_EVENTS.url, { query: { session: NO_SESSION, limit: 1 }, signal });
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return false;
        throw error;
      }
    },
    enabled: can("terminal.view_session"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === true;
}
