import { rememberConfirmation } from "../../engine/access/index.ts";
import type { RouteRequest } from "../../engine/http/index.ts";
import { recordLogin } from "../credentials/index.ts";
import { type PageFailure, proveOnPage } from "../factors/index.ts";
import { asText } from "../pages/index.ts";
import type { Decider } from "./decider.ts";

/**
 * Checks the second factor that was sent along; what fails without a sign-in is in the login log. Null: it holds.
 */
export async function proveDecider(
  { by, challenge, context, factors, owner }: Decider,
  request: RouteRequest,
): Promise<PageFailure | null> {
  const outcome = await proveOnPage(context, { owner, factors, challengeKey: challenge.key }, request);
  if ("factor" in outcome) {
    if (by === "sign-in") await rememberConfirmation(context, "mfa");
    return null;
  }
  if (by === "link" && outcome.reason !== undefined) {
    await recordLogin(context.services, {
      username: owner.username,
      type: "W",
      remoteAddress: context.remoteAddress,
      userAgent: asText(request.headers["user-agent"]),
      succeeded: false,
      reason: outcome.reason,
      mfa: 1,
      backend: "",
    });
  }
  return outcome;
}
