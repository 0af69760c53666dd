import type { Preferences } from "@sallyport/contract/preferences";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api } from "./api/client.ts";
import { orIfNotFound } from "./api/not-found.ts";

const URL = "/api/v1/sallyport/preferences/";

/** What the person has chosen for themselves; null from a server that keeps no choices. */
export const preferencesQuery = queryOptions({
  queryKey: ["profile", "preferences"],
  queryFn: ({ signal }) => orIfNotFound(api<Preferences>(URL, { signal }), null),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Chooses; seen at once, and sent to the server. */
export function useChoosePreference(): (chosen: Preferences) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (chosen) => {
      const { queryKey } = preferencesQuery;
      client.setQueryData(queryKey, (before) => ({ ...before, ...chosen }));
      client.setQueryData(
        queryKey,
        await api<Preferences>(URL, { method: "PATCH", body: chosen, keepalive: true }),
      );
    },
    [client],
  );
}
