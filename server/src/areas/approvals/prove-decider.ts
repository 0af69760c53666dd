import { rememberConfirmation } from "../../engine/access/index.ts";
import { TooManyRequests } from "../../engine/errors.ts";
import type { RouteRequest } from "../../engine/http/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import { limitSignIn, recordLogin } from "../credentials/index.ts";
import { givenChallenge, proveFactor } from "../factors/index.ts";
import { asText, fieldsOf } from "../pages/index.ts";
import type { Decider } from "./decider.ts";

/** Why a proof was refused. */
export interface Failure {
  readonly message: Message;
  readonly status: number;
  /** Seconds until another try is taken. */
  readonly retryAfter?: number;
}

/**
 * Checks the second factor that was sent along, by the limits of a sign-in; what fails without one is in the login log.
 * Null: it holds.
 */
export async function proveDecider(
  { by, challenge, context, factors, owner }: Decider,
  request: RouteRequest,
): Promise<Failure | null> {
  const { services, remoteAddress } = context;
  const fields = fieldsOf(request);
  try {
    limitSignIn(context, owner.username);
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    return { message: error.detail, status: error.status, retryAfter: error.retryAfter };
  }
  const wanted = asText(fields.mfa_type);
  const outcome = await proveFactor(services, {
    owner,
    remoteAddress,
    // Only what the page offers.
    name:
      (factors.find(({ name }) => name === wanted) ?? factors.find(({ kind }) => kind === "code"))?.name ??
      wanted,
    code: asText(fields.code),
    ...givenChallenge(challenge.key, request.cookies),
  });
  if (outcome.factor === null) {
    if (by === "link") {
      await recordLogin(services, {
        username: owner.username,
        type: "W",
        remoteAddress,
        userAgent: asText(request.headers["user-agent"]),
        succeeded: false,
        reason: outcome.code,
        mfa: 1,
        backend: "",
      });
    }
    return { message: outcome.message, status: 400 };
  }
  if (by === "sign-in") await rememberConfirmation(context, "mfa");
  return null;
}
