import type { CallerContext } from "../../../engine/access/index.ts";

/** How long an opened recording can be read without opening it again, in milliseconds. */
const lifetime = 12 * 3600 * 1000;

const sealedFor = (session: string, user: string): string => `replay-opening:${session}:${user}`;

/**
 * What a player shows with each question after it opened a recording. Opening is a matter of record; what is read
 * afterwards belongs to it, and nothing is read without.
 */
export function openingOf({ services, principal }: CallerContext, session: string): string {
  return services.secrets.seal(String(Date.now() + lifetime), sealedFor(session, principal.id));
}

/** Whether the caller has opened this recording, not too long ago. */
export function hasOpened({ services, principal, query }: CallerContext, session: string): boolean {
  try {
    const until = Number(services.secrets.open(query.get("opening") ?? "", sealedFor(session, principal.id)));
    return until > Date.now();
  } catch {
    return false;
  }
}
