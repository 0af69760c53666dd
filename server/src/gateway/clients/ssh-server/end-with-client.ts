import type { Session } from "../../session.ts";

/**
 * Ends a session when its client goes, or at once when it has gone already: much can happen between a request and
 * its session.
 *
 * @param gone aborted when the client has gone
 * @returns takes that back
 */
export function endWithClient(session: Pick<Session, "end">, gone: AbortSignal): () => void {
  const leave = () => session.end("client_closed");
  if (gone.aborted) leave();
  gone.addEventListener("abort", leave, { once: true });
  return () => gone.removeEventListener("abort", leave);
}
