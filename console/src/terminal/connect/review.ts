import { ApiError, isRecord } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import type { ApiCall, TicketInfo } from "../api/types.ts";

/** Where a request for approval stands. */
export type ReviewState = "waiting" | "approved" | "rejected" | "closed";

/** A choice as a server answers it: with its label, or alone. */
const choiceOf = (value: unknown): unknown => (isRecord(value) ? value.value : value);

/** Reads what the server answers about a request: `status` open or closed, `state` what became of it. */
export function reviewState(answer: unknown): ReviewState {
  if (!isRecord(answer)) return "waiting";
  if (choiceOf(answer.status) === "open") return "waiting";
  switch (choiceOf(answer.state)) {
    case "approved":
      return "approved";
    case "rejected":
      return "rejected";
    case "pending":
    case "reopen":
      return "waiting";
    default:
      return "closed";
  }
}

/** A call the server described, made on this site: the answer may name it by another of its names. */
function call({ method, url }: ApiCall, options: { signal?: AbortSignal; keepalive?: boolean }) {
  const { pathname, search } = new URL(url, location.href);
  return api(`${pathname}${search}`, { ...options, method: method.toUpperCase() as "GET" });
}

/**
 * Asks where a request stands. One that is gone, or no longer the person's to see, is closed.
 *
 * @throws ApiError when the server cannot answer now
 */
export async function checkReview(info: TicketInfo, signal: AbortSignal): Promise<ReviewState> {
  if (info.check_ticket_api === undefined) return "waiting";
  try {
    return reviewState(await call(info.check_ticket_api, { signal }));
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return "closed";
    throw error;
  }
}

/** Takes a request back; it arrives although the page is left. That it was decided meanwhile is no failure. */
export async function closeReview(info: TicketInfo): Promise<void> {
  if (info.close_ticket_api === undefined) return;
  await call(info.close_ticket_api, { keepalive: true }).catch(() => undefined);
}

/** Whether a token waits for somebody's approval. */
export function isWaiting(info: TicketInfo | undefined): info is TicketInfo {
  return info?.check_ticket_api !== undefined;
}
