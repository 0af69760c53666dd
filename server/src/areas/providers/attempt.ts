import type { RequestContext } from "../../engine/access/index.ts";
import type { CookieToSet } from "../../engine/http/index.ts";
import { isObject, type Json } from "../../engine/json.ts";
import { sameText } from "../../engine/secrets/index.ts";
import { pendingCookies } from "../credentials/index.ts";
import type { ForeignSource } from "./people/source-person.ts";

/** Milliseconds somebody has at the provider. */
const longest = 600_000;

/** What a session remembers it under. */
const key = "provider_attempt";

/** Somebody who has been sent to an identity provider. */
export interface Attempt {
  readonly source: ForeignSource;
  /** What the provider has to send back; nobody else knows it. */
  readonly state: string;
  /** Where to go afterwards, a path of this site; empty for the start page. */
  readonly next: string;
  /** Whether an administrator tries the settings: then nobody is signed in. */
  readonly isTrial: boolean;
  /** What else the protocol wants to remember. */
  readonly memory: { readonly [name: string]: Json };
}

/**
 * Remembers an attempt in the session of this very browser, so that nobody can be made to finish another's. A trial is
 * kept in the session of the administrator, anything else in a session that is nobody's yet.
 * @param keepsSession whether whoever is signed in stays so, for what they do to their own account
 */
export async function beginAttempt(
  { services, session }: RequestContext,
  { source, state, next, isTrial, memory }: Attempt,
  keepsSession: boolean = isTrial,
): Promise<CookieToSet[]> {
  const stored = { source, state, next, is_trial: isTrial, memory, begun: Date.now() };
  if (keepsSession && session !== null) {
    await services.sessions.save(session, { ...session.data, [key]: stored });
    return [];
  }
  if (session !== null) await services.sessions.destroy(session);
  return pendingCookies(await services.sessions.create(null, { [key]: stored }));
}

/** Takes up the attempt of this browser that has this state, once; null when there is none, or it took too long. */
export async function takeAttempt(
  { services, session }: RequestContext,
  source: ForeignSource,
  state: string,
): Promise<Attempt | null> {
  const stored = session?.data[key];
  if (session === null || !isObject(stored)) return null;
  const { begun, next, is_trial: isTrial, memory } = stored;
  const isOurs = stored.source === source && state !== "" && sameText(String(stored.state), state);
  // Another tab's attempt is left to that tab.
  if (!isOurs) return null;
  const { [key]: _taken, ...rest } = session.data;
  if (session.userId === null) await services.sessions.destroy(session);
  else await services.sessions.save(session, rest);
  if (typeof begun !== "number" || Date.now() - begun > longest) return null;
  return {
    source,
    state,
    next: String(next),
    isTrial: isTrial === true,
    memory: isObject(memory) ? (memory as Attempt["memory"]) : {},
  };
}
