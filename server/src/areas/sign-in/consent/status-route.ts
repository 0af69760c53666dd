import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import { PermissionDenied } from "../../../engine/errors.ts";
import {
  isFromOtherSite,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
} from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { noPendingSignIn, type Resumed, resumeSignIn } from "../../credentials/index.ts";
import { originOfSignIn, recordFailure } from "../complete.ts";
import { type SignInReview, signInReviewer } from "./sign-in-reviewer.ts";
import { consentText } from "./texts.ts";

/** Where a waiting person asks for the state. */
export const statusPath = "/api/v1/authentication/login-confirm-ticket/status/";

/** A sign-in that waits, and what was asked about it. */
interface Waiting extends Resumed {
  readonly review: SignInReview;
}

/** The sign-in of this session, where somebody was asked about it; null otherwise. */
async function waiting(context: RequestContext): Promise<Waiting | null> {
  const resumed = await resumeSignIn(context);
  const id = resumed?.pending.review?.id;
  if (resumed === null || id === undefined) return null;
  const review = await signInReviewer(context.services)?.find(context.services, id);
  return review == null ? null : { ...resumed, review };
}

/** Takes back what was asked about the sign-in of this session, and ends the sign-in. */
export async function cancelReview(context: RequestContext): Promise<void> {
  const found = await waiting(context);
  if (found === null) return;
  const { review, pending } = found;
  if (review.state === "pending") await signInReviewer(context.services)?.close(context.services, review.id);
  await context.services.sessions.destroy(pending.session);
}

async function tell(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const { services, language } = context;
  const answer = (error: string, message: Message, data: Json): RouteAnswer => ({
    body: { error, msg: translate(message, language), data },
  });
  const found = await waiting(context);
  if (found === null) {
    return { status: 400, body: { error: "session_empty", msg: translate(noPendingSignIn, language) } };
  }
  const { review, pending, user } = found;
  const data = { ticket_id: review.id };
  if (review.state === "approved") return { body: { msg: "ok" } };
  if (review.state === "pending") return answer("login_confirm_wait", consentText.wait, data);
  await services.sessions.destroy(pending.session);
  const { backend } = pending;
  const refusal = { code: "login_confirm_error", backend };
  await recordFailure(services, user.username, originOfSignIn(context, request), refusal);
  const message =
    review.state === "closed"
      ? consentText.closed
      : withParameters(consentText.rejected, { name: review.decidedBy });
  return answer("login_confirm_error", message, data);
}

/** How it stands with the consent to a sign-in. Contract: docs/contract/identity.md, "Consent to a sign-in". */
export const consentStatusRoute: RouteDeclaration = {
  methods: ["GET", "DELETE"],
  path: statusPath,
  access: anonymous("only a sign-in that began in this session is told of, and taken back"),
  title: "Ticket Status Api",
  // The session is nobody's yet; a browser that comes from elsewhere is refused.
  csrf: false,
  transaction: false,
  handle: async (context, request) => {
    if (request.method === "GET") return tell(context, request);
    if (isFromOtherSite(request.headers)) throw new PermissionDenied();
    await cancelReview(context);
    return { status: 200, body: { msg: "ok" } };
  },
};
