import { ApiError } from "../kit/api/api-error.ts";
import type { Organization, Profile, PublicSettings } from "../kit/session.ts";
import {
  BUILT_VIEWS,
  mayUseView,
  organizationsOf,
  preferredView,
  type View,
  viewOfPath,
} from "../shell/views.ts";
import { chooseOrganization } from "./organizations.ts";

/** What the start-up sequence needs from the page and the server. */
export interface StartUpPorts {
  openSettings(): Promise<PublicSettings>;
  settings(): Promise<PublicSettings>;
  profile(): Promise<Profile>;
  /** Cookie `jms_session_expire`. */
  sessionMark(): string | undefined;
  /** Ends what is left of the session on the server. */
  signOut(): Promise<void>;
  rememberedView(): string | null;
  rememberView(view: View): void;
  storedOrganization(username: string): Organization | undefined;
  /** The organization the profile was asked for. */
  requestOrganization(): string | undefined;
  keepOrganization(username: string, organization: Organization): void;
  /** Called as soon as the look of the installation is known. */
  dress(settings: PublicSettings): void;
}

/** How the start-up sequence ended. */
export type StartUpResult =
  | {
      readonly kind: "ready";
      readonly profile: Profile;
      readonly settings: PublicSettings;
      readonly view: View;
      readonly organization: Organization | undefined;
      readonly organizations: readonly Organization[];
      /** Where to go instead of the requested path. */
      readonly redirect: string | undefined;
    }
  | { readonly kind: "sign-in" }
  | { readonly kind: "failed"; readonly error: unknown };

function needsSignIn(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

async function loadProfile(ports: StartUpPorts): Promise<Profile | undefined> {
  try {
    const answer: unknown = await ports.profile();
    // A page instead of JSON means that a redirect to sign-in was followed.
    return typeof answer === "object" && answer !== null ? (answer as Profile) : undefined;
  } catch (error) {
    if (needsSignIn(error)) return undefined;
    throw error;
  }
}

/** The view of the requested path if it may be used; otherwise the preferred one, and a redirect to it. */
function resolveView(
  path: string,
  profile: Profile,
  remembered: string | null,
): { view: View; redirect?: string } {
  const requested = viewOfPath(path);
  const isRoot = path === "/" || path === "";
  if (requested !== undefined && (!BUILT_VIEWS.has(requested) || mayUseView(requested, profile))) {
    return { view: requested };
  }
  const view = preferredView(profile, remembered);
  return requested !== undefined || isRoot ? { view, redirect: `/${view}` } : { view };
}

/**
 * The start-up sequence (docs/contract/console.md, "Start-up"): look, session, profile, settings, view, organization.
 * Runs once per page load and again when the person changes to another view.
 *
 * @param path requested path below the base, without query
 */
export async function startUp(path: string, ports: StartUpPorts): Promise<StartUpResult> {
  try {
    const look = await ports.openSettings();
    ports.dress(look);
    if (ports.sessionMark() === undefined) {
      await ports.signOut();
      return { kind: "sign-in" };
    }
    const [first, settings] = await Promise.all([
      loadProfile(ports),
      ports.settings().catch((error: unknown) => {
        if (needsSignIn(error)) return undefined;
        throw error;
      }),
    ]);
    if (first === undefined || settings === undefined) return { kind: "sign-in" };
    const { view, redirect } = resolveView(path, first, ports.rememberedView());
    if (viewOfPath(redirect ?? path) !== undefined) ports.rememberView(view);
    const organizations = organizationsOf(view, first);
    const organization = chooseOrganization(ports.storedOrganization(first.username), organizations);
    let profile: Profile | undefined = first;
    if (organization !== undefined) {
      const asked = ports.requestOrganization();
      ports.keepOrganization(first.username, organization);
      // Permissions belong to one organization: ask again when the first answer was for another.
      if (asked !== organization.id) profile = await loadProfile(ports);
    }
    if (profile === undefined) return { kind: "sign-in" };
    return { kind: "ready", profile, settings, view, organization, organizations, redirect };
  } catch (error) {
    return needsSignIn(error) ? { kind: "sign-in" } : { kind: "failed", error };
  }
}
