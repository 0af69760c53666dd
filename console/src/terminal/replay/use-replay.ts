import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../kit/api/api-error.ts";
import { isNotFound } from "../../kit/api/not-found.ts";
import { fetchReplay, fetchSession } from "../api/luna-api.ts";
import type { ReplayAnswer } from "../api/types.ts";

/** Pause between two questions while the recording is looked up, in milliseconds. */
const ASK_EVERY = 2000;

/** Where the search for a recording stands. */
export type ReplayState =
  | { kind: "preparing" }
  | { kind: "ready"; replay: ReplayAnswer & { type: NonNullable<ReplayAnswer["type"]>; src: string } }
  | { kind: "running" }
  | { kind: "notFound" }
  | { kind: "forbidden" }
  | { kind: "failed"; error: unknown; text: string | undefined; retry(): void };

/** Whether an answer is final: it names a recording or an error. */
export function isFinal(answer: ReplayAnswer | undefined): boolean {
  return (
    answer !== undefined &&
    (answer.type !== undefined || answer.error !== undefined || answer.status === "error")
  );
}

/** Asks for the recording until there is one, and finds out why there is none. */
export function useReplay(sessionId: string): ReplayState {
  const replay = useQuery({
    queryKey: ["replay", sessionId],
    queryFn: ({ signal }) => fetchReplay(sessionId, signal),
    refetchInterval: ({ state }) => (isFinal(state.data) || state.error !== null ? false : ASK_EVERY),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const missing = isNotFound(replay.error);
  const session = useQuery({
    queryKey: ["replay-session", sessionId],
    queryFn: ({ signal }) => fetchSession(sessionId, signal),
    enabled: missing,
    retry: false,
  });
  const answer = replay.data;
  if (missing) {
    if (session.isPending) return { kind: "preparing" };
    return session.data?.is_finished === false ? { kind: "running" } : { kind: "notFound" };
  }
  if (replay.error instanceof ApiError && replay.error.status === 403) return { kind: "forbidden" };
  const retry = () => void replay.refetch();
  if (replay.error !== null) return { kind: "failed", error: replay.error, text: undefined, retry };
  if (answer?.type !== undefined && answer.src !== undefined) {
    return { kind: "ready", replay: { ...answer, type: answer.type, src: answer.src } };
  }
  if (isFinal(answer)) return { kind: "failed", error: undefined, text: answer?.error, retry };
  return { kind: "preparing" };
}
