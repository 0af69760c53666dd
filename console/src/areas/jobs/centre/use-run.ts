import { useQuery } from "@tanstack/react-query";
import { api } from "../../../kit/api/client.ts";
import { hostsUrl, type RunHosts } from "./resources.ts";

/** Milliseconds between looks at a run that is not over. */
const PAUSE = 700;

/** A run and its hosts, followed while it is not over. */
export function useRun(id: string | undefined) {
  return useQuery({
    queryKey: ["object", "job run", id],
    queryFn: ({ signal }) => api<RunHosts>(hostsUrl(id ?? ""), { signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === "running" || state.error ? PAUSE : false),
  });
}
