import { ApiError } from "../kit/api/api-error.ts";
import type { Organization, Profile, PublicSettings } from "../kit/session.ts";
import { TERMS_PATH } from "../kit/terms-address.ts";
import {
  mayUseView,
  organizationsOf,
  preferredView,
  SWITCHED_VIEWS,
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
  /** `oid` of the page's address. */
  requestedOrganization(): string | null;
  /** The organization the profile is asked for. */
  currentOrganization(): string | undefined;
  saveOrganization(username: string, organization: Organization): void;
  /** Called as soon as the look of the installation is known. */
  applyBranding(settings: PublicSettings): void;
}

/** What the console knows of its own addresses. */
export interface ConsoleMap {
  /** Views with screens. */
  readonly views: ReadonlySet<string>;
  /** Whether a path has a screen. */
  exists(path: string): boolean;
}

/** Why the console did not start. */
export type StartUpFailure = "untrusted-host" | "network" | "server" | "refused";

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
  /** `refused`: there is a session mark, and the server does not confirm it. */
  | { readonly kind: "sign-in"; readonly refused: boolean }
  | { readonly kind: "failed"; readonly reason: StartUpFailure; readonly error: unknown };

function needsSignIn(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

/** Marks a 400 of the public settings: the server does not know the host it was asked under. */
class UntrustedHost extends Error {
  override readonly cause: unknown;
  constructor(cause: unknown) {
    super("The server does not accept this host");
    this.cause = cause;
  }
}

async function loadSettings(load: () => Promise<PublicSettings>): Promise<PublicSettings> {
  try {
    return await load();
  } catch (error) {
    throw error instanceof ApiError && error.status === 400 ? new UntrustedHost(error) : error;
  }
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

/**
 * The view of the requested path if it may be used, otherwise the preferred one; from the root, a redirect to it. A page
 * of a view that may not be used says so at its own address.
 */
function resolveView(
  path: string,
  profile: Profile,
  remembered: string | null,
  map: ConsoleMap,
): { view: View; redirect?: string } {
  const requested = viewOfPath(path);
  const isRoot = path === "/" || path === "";
  if (requested !== undefined && (!map.views.has(requested) || mayUseView(requested, profile))) {
    return { view: requested };
  }
  const view = preferredView(profile, remembered, map.views);
  return isRoot ? { view, redirect: `/${view}` } : { view };
}

function failureOf(error: unknown): StartUpResult {
  if (needsSignIn(error)) return { kind: "sign-in", refused: true };
  if (error instanceof UntrustedHost) return { kind: "failed", reason: "untrusted-host", error: error.cause };
  if (!(error instanceof ApiError)) return { kind: "failed", reason: "server", error };
  const reason = error.isUnreachable ? "network" : error.status < 500 ? "refused" : "server";
  return { kind: "failed", reason, error };
}

/**
 * The start-up sequence (docs/contract/console.md, "Start-up"): look, session, profile, settings, view, organization,
 * first sign-in. Runs once per page load and again when the person changes to another view.
 *
 * @param path requested path below the base, without query
 */
export async function startUp(path: string, ports: StartUpPorts, map: ConsoleMap): Promise<StartUpResult> {
  try {
    const look = await loadSettings(ports.openSettings);
    ports.applyBranding(look);
    if (ports.sessionMark() === undefined) {
      await ports.signOut();
      return { kind: "sign-in", refused: false };
    }
    const asked = ports.currentOrganization();
    const [first, settings] = await Promise.all([
      loadProfile(ports),
      loadSettings(ports.settings).catch((error: unknown) => {
        if (needsSignIn(error)) return undefined;
        throw error;
      }),
    ]);
    if (first === undefined || settings === undefined) return { kind: "sign-in", refused: true };
    const { view, redirect } = resolveView(path, first, ports.rememberedView(), map);
    if (SWITCHED_VIEWS.includes(view) && viewOfPath(redirect ?? path) === view) ports.rememberView(view);
    const organizations = organizationsOf(view, first);
    const stored = ports.storedOrganization(first.username);
    const organization = chooseOrganization(stored, organizations, ports.requestedOrganization());
    if (organization !== undefined) ports.saveOrganization(first.username, organization);
    // Permissions belong to one organization: ask again when the first answer was for another.
    const again = organization !== undefined && asked !== organization.id;
    const profile = again ? await loadProfile(ports) : first;
    if (profile === undefined) return { kind: "sign-in", refused: true };
    const improve = profile.is_first_login === true && path !== TERMS_PATH && map.exists(TERMS_PATH);
    return {
      kind: "ready",
      profile,
      settings,
      view,
      organization,
      organizations,
      redirect: improve ? TERMS_PATH : redirect,
    };
  } catch (error) {
    return failureOf(error);
  }
}
