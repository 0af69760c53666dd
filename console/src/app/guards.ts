import { allows } from "../kit/permissions.ts";
import type { Session } from "../kit/session.ts";
import type { RouteEntry } from "../shell/route-entry.ts";

/** Whether a screen may be opened. */
export type Verdict = "open" | "forbidden" | "missing";

/**
 * Judges one route for one session: permission, then license, then public setting (docs/contract/console.md, "Start-up").
 * A missing permission is said plainly; a screen the installation does not have is treated as not existing.
 */
export function judge(entry: RouteEntry, session: Pick<Session, "permissions" | "settings">): Verdict {
  if (entry.license === true && session.settings.XPACK_LICENSE_IS_VALID !== true) return "missing";
  if (entry.setting !== undefined && session.settings[entry.setting] !== true) return "missing";
  return allows(session.permissions, entry.permission) ? "open" : "forbidden";
}

/** The path of an old-style address `/ui/#/x`, or undefined when the hash is not a path. */
export function pathOfHash(hash: string): string | undefined {
  return hash.startsWith("#/") && !hash.startsWith("#//") ? hash.slice(1) : undefined;
}
