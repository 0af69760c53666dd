import type { Organization, Profile } from "../kit/session.ts";

/** Work areas (docs/contract/console.md, "Start-up"). */
export type View = "console" | "audit" | "workbench" | "tickets" | "settings";

/** In the order in which one is chosen when nothing is remembered. */
export const VIEWS: readonly View[] = ["console", "audit", "workbench", "tickets", "settings"];

/** Views with screens in this version. */
export const BUILT_VIEWS: ReadonlySet<View> = new Set<View>(["console", "audit", "workbench"]);

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
 */
export function preferredView(profile: Profile, remembered: string | null): View {
  const usable = VIEWS.filter((view) => BUILT_VIEWS.has(view) && mayUseView(view, profile));
  return usable.find((view) => view === remembered) ?? usable[0] ?? "workbench";
}

/** The organizations that can be chosen while working in a view. */
export function organizationsOf(view: View | undefined, profile: Profile): readonly Organization[] {
  if (view === "audit") return profile.audit_orgs ?? [];
  if (view === "workbench") return profile.workbench_orgs ?? [];
  return profile.console_orgs ?? [];
}
