import { allows } from "../kit/permissions.ts";
import type { Session } from "../kit/session.ts";
import type { RouteEntry } from "../shell/routes/route-entry.ts";

/** Whether a screen may be opened; if not, what is in the way. */
export type Verdict = "open" | "forbidden" | "unlicensed" | "missing";

/**
 * Judges one route for one session: public setting, permission, license (docs/contract/console.md, "Start-up").
 * What is missing is said plainly, so that the person knows whom to ask; a screen that is switched off is treated as
 * not existing.
 */
export function judge(entry: RouteEntry, session: Pick<Session, "permissions" | "settings">): Verdict {
  if (entry.setting !== undefined && session.settings[entry.setting] !== true) return "missing";
  if (!allows(session.permissions, entry.permission)) return "forbidden";
  return entry.license === true && session.settings.XPACK_LICENSE_IS_VALID !== true ? "unlicensed" : "open";
}

/** The path of an old-style address `/ui/#/x`, or undefined when the hash is not a path. */
export function pathOfHash(hash: string): string | undefined {
  return hash.startsWith("#/") && !hash.startsWith("#//") ? hash.slice(1) : undefined;
}
