/** One thing that happened to an object (docs/contract/sessions.md, section 11). */
export interface Activity {
  readonly id: string;
  /** `YYYY-MM-DD HH:MM:SS` in the zone the request asked for, which is the viewer's. */
  readonly timestamp: string;
  readonly content: string;
  /** Site-absolute; empty when there is nothing more to see. */
  readonly detail_url?: string;
  /** `O` operate log, `S` session, `L` sign-in, `T` task. */
  readonly r_type?: string;
}

/** One changed field of an operate log entry (docs/contract/sessions.md, section 9). */
export interface FieldDifference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Where the details of an activity are. */
export type ActivityDetail =
  | { readonly kind: "difference"; readonly url: string }
  | { readonly kind: "screen"; readonly path: string }
  | { readonly kind: "window"; readonly url: string };

/**
 * Finds out what the link of an activity opens: the dialog of changes, a screen of the console, or a window of its own.
 * An address that is not a path of this site, or a screen that does not exist, opens nothing.
 *
 * @param screenExists whether a path below `/ui` has a screen
 */
export function activityDetail(
  activity: Activity,
  screenExists: (path: string) => boolean,
): ActivityDetail | undefined {
  const url = activity.detail_url ?? "";
  if (!/^\/(?![/\\])/.test(url)) return undefined;
  if (activity.r_type === "O") return url.startsWith("/api/") ? { kind: "difference", url } : undefined;
  const screen = /^\/ui(?:\/#)?(\/[^?#]*)/.exec(url)?.[1];
  if (screen !== undefined) return screenExists(screen) ? { kind: "screen", path: screen } : undefined;
  return { kind: "window", url };
}
