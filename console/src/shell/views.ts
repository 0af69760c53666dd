import { type Organization, type Profile, SYSTEM_ORGANIZATION } from "../kit/session.ts";

/** Work areas (docs/contract/console.md, "Start-up"). */
export type View = "console" | "audit" | "workbench" | "tickets" | "settings";

/** In the order in which one is chosen when nothing is remembered. */
export const VIEWS: readonly View[] = ["console", "audit", "workbench", "tickets", "settings"];

/** The views people switch between; these are remembered, the others are visited from any of them. */
export const SWITCHED_VIEWS: readonly View[] = ["console", "audit", "workbench"];

/** Whether the person may work in a view. */
export function mayUseView(view: View, profile: Profile): boolean {
  switch (view) {
    case "console":
      return (profile.console_orgs ?? []).length > 0;
    case "audit":
      return (profile.audit_orgs ?? []).length > 0;
    case "workbench":
      return true;
    case "tickets":
      return profile.perms.includes("tickets.view_ticket");
    case "settings":
      return profile.perms.includes("settings.view_setting");
  }
}

/** The view named by the first segment of a path, if it is one that the guards look at. */
export function viewOfPath(path: string): View | undefined {
  const segment = path.split(/[/?#]/)[1];
  return VIEWS.find((view) => view === segment);
}

/**
 * The view to open: the remembered one if it may be used, else the first that may.
 *
 * @param remembered value of `PreView`
 * @param built views with screens
 */
export function preferredView(profile: Profile, remembered: string | null, built: ReadonlySet<string>): View {
  const usable = VIEWS.filter((view) => built.has(view) && mayUseView(view, profile));
  return usable.find((view) => view === remembered) ?? usable[0] ?? "workbench";
}

/** The organizations that can be chosen while working in a view; the one of the system is never chosen. */
export function organizationsOf(view: View | undefined, profile: Profile): readonly Organization[] {
  const organizations =
    view === "audit"
      ? profile.audit_orgs
      : view === "workbench"
        ? profile.workbench_orgs
        : profile.console_orgs;
  return (organizations ?? []).filter(({ id }) => id !== SYSTEM_ORGANIZATION);
}

/** Whether the person belongs to no organization in any view. */
export function hasNoOrganization(profile: Profile): boolean {
  return (["console", "audit", "workbench"] as const).every(
    (view) => organizationsOf(view, profile).length === 0,
  );
}
