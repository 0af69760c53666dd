import { anonymous, type RequestContext } from "../../engine/access/index.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../engine/http/index.ts";
import { pathWithNext, safePath } from "../pages/index.ts";
import { type Attempt, beginAttempt, takeAttempt } from "./attempt.ts";
import { failSignIn, finishSignIn, type ProviderEnd, type Returned } from "./finish.ts";
import { mayTry } from "./may-try.ts";
import type { ForeignSource } from "./people/source-person.ts";
import { ProviderError } from "./provider-error.ts";

/** Where to send somebody, and what has to come back. */
export interface Departure {
  readonly address: URL;
  readonly state: string;
  /** What the protocol wants to remember until they are back. */
  readonly memory: Attempt["memory"];
}

/** Away to a provider and back, whatever comes of it. */
export interface RoundTrip {
  readonly source: ForeignSource;
  /** Setting that switches it on. */
  readonly switch: string;
  readonly callbackPath: string;
  readonly end: Pick<ProviderEnd, "backend" | "path">;
  readonly depart: (context: RequestContext) => Promise<Departure>;
  /** @throws ProviderError naming the check that failed */
  readonly arrive: (
    context: RequestContext,
    request: RouteRequest,
    query: URLSearchParams,
    attempt: Attempt,
  ) => Promise<RouteAnswer>;
}

/** A protocol in which a browser is sent to a provider and comes back with a code. */
export interface CodeFlow extends Omit<RoundTrip, "arrive"> {
  readonly logoutPath: string;
  readonly end: ProviderEnd;
  /** @throws ProviderError naming the check that failed */
  readonly redeem: (context: RequestContext, query: URLSearchParams, attempt: Attempt) => Promise<Returned>;
}

/**
 * The pages of a sign-in by code: away, back and out. What comes back counts once, in the browser that went, for ten
 * minutes.
 */
export function codeFlowRoutes(flow: CodeFlow): readonly RouteDeclaration[] {
  const { end, redeem } = flow;
  return [
    ...roundTripRoutes({
      ...flow,
      async arrive(context, request, query, attempt) {
        const { isTrial, next } = attempt;
        const { person, session } = await redeem(context, query, attempt);
        return finishSignIn(context, request, end, { person, session, next, isTrial });
      },
    }),
    {
      methods: ["GET"],
      path: flow.logoutPath,
      access: anonymous("the sign-out page ends the session here and at the provider"),
      handle: async ({ query }) => ({
        location: pathWithNext("/core/auth/logout/", safePath(query.get("next")) ?? ""),
      }),
    },
  ];
}

/** The pages of a sign-in that leads away and back. */
export function roundTripRoutes(flow: RoundTrip): readonly RouteDeclaration[] {
  const { end, source } = flow;
  const isOn = ({ services }: RequestContext): Promise<boolean> =>
    services.settings.get<boolean>(flow.switch);

  async function begin(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
    const next = safePath(context.query.get("next")) ?? "";
    const isTrial = context.query.has("trial") && mayTry(context);
    if (context.principal !== null && !isTrial) return { location: next === "" ? "/" : next };
    try {
      if (!isTrial && !(await isOn(context))) throw new ProviderError("not_set_up", "switched off");
      const { address, state, memory } = await flow.depart(context);
      const cookies = await beginAttempt(context, { source, state, next, isTrial, memory });
      return { location: address.href, cookies };
    } catch (error) {
      return failSignIn(context, error, end, { next, isTrial }, request);
    }
  }

  async function comeBack(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
    const query = new URL(request.target, "http://own.invalid").searchParams;
    const attempt = await takeAttempt(context, source, query.get("state") ?? "");
    if (attempt === null) {
      return failSignIn(context, new ProviderError("not_begun", "state"), end, { next: "", isTrial: false });
    }
    const { isTrial } = attempt;
    try {
      // Rights and switches may have gone while somebody was away.
      if (isTrial ? !mayTry(context) : !(await isOn(context)))
        throw new ProviderError("not_set_up", "switched off");
      return await flow.arrive(context, request, query, attempt);
    } catch (error) {
      return failSignIn(context, error, end, attempt, request);
    }
  }

  return [
    {
      methods: ["GET"],
      path: end.path,
      access: anonymous("this is where people go to their identity provider"),
      // The session that remembers the attempt has to be there when the browser comes back.
      transaction: false,
      handle: begin,
    },
    {
      methods: ["GET"],
      path: flow.callbackPath,
      access: anonymous("only an attempt that began in this browser is finished, once"),
      transaction: false,
      handle: comeBack,
    },
  ];
}
