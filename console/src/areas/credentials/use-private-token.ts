import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { ApiError } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { useSession } from "../../kit/session.ts";

/** Address of the addition that hands out private tokens. */
export const PRIVATE_TOKEN_URL = "/api/v1/sallyport/private-token/";

/** What is known of a private token; the token itself is shown once, when it is made. */
interface PrivateTokenFacts {
  /** Null when there is none. */
  readonly date_created: string | null;
  readonly date_last_used: string | null;
}

/** The person's private token as the page sees it. */
export interface PrivateToken {
  /** Whether the server has such tokens. */
  readonly exists: boolean;
  readonly facts: PrivateTokenFacts | undefined;
  /** Asks again. */
  refresh(): Promise<void>;
}

const KEY = ["private-token"];

/** Whether the person has a private token; one of a server that knows none of them does not exist. */
export function usePrivateToken(): PrivateToken {
  const { can } = useSession();
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: () => api<PrivateTokenFacts>(PRIVATE_TOKEN_URL),
    enabled: can("authentication.view_accesskey"),
    retry: (count, failure) => !(failure instanceof ApiError) && count < 2,
  });
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: KEY }), [client]);
  return { exists: data !== undefined && error === null, facts: data, refresh };
}
