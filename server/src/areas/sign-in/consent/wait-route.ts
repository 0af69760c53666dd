import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../../engine/http/index.ts";
import { sameText } from "../../../engine/secrets/index.ts";
import { type Resumed, resumeSignIn } from "../../credentials/index.ts";
import { asText, fieldsOf, guardPath, loginPath, waitConfirmPath } from "../../pages/index.ts";
import { readAppearance } from "../../settings/index.ts";
import { originOfSignIn } from "../complete.ts";
import { firstOpenStep } from "../steps.ts";
import { saveReview } from "./save-review.ts";
import { cancelReview } from "./status-route.ts";
import { renderWaitPage } from "./wait-page.ts";

async function show(
  context: RequestContext,
  request: RouteRequest,
  { pending, user }: Resumed,
): Promise<RouteAnswer> {
  const { services, language } = context;
  const open = await firstOpenStep(services, pending, originOfSignIn(context, request), { user });
  // Whatever else there is to do, the guard knows the way.
  if (open?.state !== "required" || open.review === undefined) return { location: guardPath };
  await saveReview(services, pending, open.review);
  return {
    body: renderWaitPage({
      language,
      look: await readAppearance(services.settings),
      csrfToken: pending.session.csrfToken,
      review: open.review,
    }),
  };
}

/** Where a sign-in waits for somebody. Contract: docs/contract/identity.md, "Consent to a sign-in". */
export const waitConfirmRoute: RouteDeclaration = {
  methods: ["GET", "POST"],
  path: waitConfirmPath,
  access: anonymous("for a sign-in that began in this session; everybody else is sent to the sign-in page"),
  // The form carries the session's token itself.
  csrf: false,
  transaction: false,
  bodyLimit: 16_384,
  handle: async (context, request) => {
    const resumed = await resumeSignIn(context);
    if (resumed === null) return { location: loginPath };
    if (request.method !== "POST") return show(context, request, resumed);
    const { csrfToken } = resumed.pending.session;
    if (!sameText(asText(fieldsOf(request).csrfmiddlewaretoken), csrfToken)) {
      return { location: waitConfirmPath };
    }
    await cancelReview(context);
    return { location: loginPath };
  },
};
