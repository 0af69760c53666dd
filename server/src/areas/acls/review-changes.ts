import type { Services } from "../../engine/services.ts";
import { findReview, holdWait, onReviewDecided, type TicketServices } from "../tickets/index.ts";

/** What waiting for people takes. */
export type ReviewServices = TicketServices & Pick<Services, "config">;

/**
 * Resolves when a review is not open any more, when that may have been missed, or when `signal` aborts: look again
 * then. Nothing is asked meanwhile. Should this process die, the review closes.
 */
export async function reviewChanged(
  services: ReviewServices,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  let finish = (): void => undefined;
  const decision = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const leave = onReviewDecided(services, (decided) => {
    if (decided === null || decided === id) finish();
  });
  signal.addEventListener("abort", finish, { once: true });
  let release = (): void => undefined;
  try {
    release = await holdWait(services, id);
    await services.events.ready();
    // Decided while nobody listened yet.
    if ((await findReview(services.db, id))?.state === "pending") await decision;
  } finally {
    signal.removeEventListener("abort", finish);
    leave();
    release();
  }
}
