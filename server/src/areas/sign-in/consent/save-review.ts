import { isObject } from "../../../engine/json.ts";
import type { Services } from "../../../engine/services.ts";
import type { StoredPendingSignIn } from "../../credentials/index.ts";
import type { SignInReview } from "./sign-in-reviewer.ts";

/** Remembers with a sign-in what somebody was asked about it, so that nobody else's consent counts for it. */
export async function saveReview(
  { sessions }: Pick<Services, "sessions">,
  { session, review }: StoredPendingSignIn,
  { id, dateCreated }: SignInReview,
): Promise<void> {
  if (review?.id === id) return;
  const step = isObject(session.data.sign_in) ? session.data.sign_in : {};
  const kept = { review_id: id, review_at: dateCreated.getTime() };
  await sessions.save(session, { ...session.data, sign_in: { ...step, ...kept } });
}
