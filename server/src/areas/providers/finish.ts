import type { RequestContext } from "../../engine/access/index.ts";
import {
  createRateLimiter,
  isOwnAddress,
  type RouteAnswer,
  type RouteRequest,
} from "../../engine/http/index.ts";
import type { Json } from "../../engine/json.ts";
import { log } from "../../engine/log.ts";
import { recordProviderFailure, signInFromProvider } from "../sign-in/index.ts";
import { failurePage, trialPage } from "./pages.ts";
import { arrive } from "./people/arrival.ts";
import { planArrival } from "./people/plan-arrival.ts";
import { presentPlan } from "./people/present-plan.ts";
import type { SourcePerson } from "./people/source-person.ts";
import { type PolicySettings, readArrivalRules } from "./people/source-rules.ts";
import { ProviderError, type ProviderFault } from "./provider-error.ts";

/** An identity provider, as far as the end of its sign-ins is the same for all. */
export interface ProviderEnd {
  /** As the login log names it. */
  readonly backend: string;
  /** Where a sign-in by it begins. */
  readonly path: string;
  readonly policy: PolicySettings;
}

/** Somebody who came back from a provider, with what is kept of the session there. */
export interface Returned {
  readonly person: SourcePerson;
  readonly session: Json;
}

/** Where they wanted to go, and whether they only tried. */
interface Wanted {
  readonly next: string;
  readonly isTrial: boolean;
}

/** Who is proven goes on to the steps of the sign-in; for a trial it is shown what that would do. */
export async function finishSignIn(
  context: RequestContext,
  request: RouteRequest,
  provider: ProviderEnd,
  { person, session, next, isTrial }: Returned & Wanted,
): Promise<RouteAnswer> {
  const { services, remoteAddress } = context;
  const { backend, path } = provider;
  const rules = await readArrivalRules(services, person.source, provider.policy, context.accessVersion);
  if (isTrial) {
    const plan = await planArrival(services.db, person, rules);
    return trialPage(context, await presentPlan(services.db, person, plan, context.language));
  }
  const arrival = await arrive(services, person, rules, remoteAddress);
  if (arrival.user === null) {
    const { code, message } = arrival.refusal;
    await recordProviderFailure(context, request, { username: person.username, backend, code });
    return failurePage(context, message, { path, next }, 403);
  }
  const { user } = arrival;
  const outcome = await signInFromProvider(context, request, {
    user,
    backend,
    source: person.source,
    next,
    session,
  });
  return "answer" in outcome
    ? outcome.answer
    : failurePage(context, outcome.refusal.message, { path, next }, 403);
}

/** Statuses of what goes wrong before anyone is known. */
const statuses = { not_set_up: 404, unreachable: 502, not_begun: 400, denied: 403, untrusted: 403 } as const;

/** What the login log has; the others are no attempt of anyone: a switch that is off, an address opened by itself. */
const logged: readonly ProviderFault[] = ["denied", "untrusted", "unreachable"];

/** Lines of the login log for an address, since anybody can bring such failures about without knowing anything. */
const lines = createRateLimiter({ burst: 60, perSecond: 1 });

/**
 * Answers a sign-in that did not come about; what is no matter of the provider is thrown on. The login log has no name
 * then, and what the provider said.
 * @param request whose browser the login log names; absent: none
 */
export async function failSignIn(
  context: RequestContext,
  error: unknown,
  { backend, path }: Pick<ProviderEnd, "backend" | "path">,
  { next, isTrial }: Wanted,
  request: Pick<RouteRequest, "headers"> = { headers: {} },
): Promise<RouteAnswer> {
  if (!(error instanceof ProviderError)) throw error;
  const { fault, detail } = error;
  log.warn({ provider: backend, fault, detail }, "a sign-in by a provider failed");
  if (isTrial) return trialPage(context, error);
  const { remoteAddress } = context;
  if (logged.includes(fault) && (isOwnAddress(remoteAddress) || lines.tryTake(remoteAddress))) {
    const code = detail === "" ? `provider_${fault}` : `provider_${fault}: ${detail}`;
    await recordProviderFailure(context, request, { username: "", backend, code });
  }
  return failurePage(context, error.told, { path, next }, statuses[fault]);
}
