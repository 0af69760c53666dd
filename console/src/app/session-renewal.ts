import type { Organization, Profile, PublicSettings } from "../kit/session.ts";
import type { SessionPart } from "../kit/session-refresh.ts";
import { organizationsOf, type View } from "../shell/views.ts";
import { chooseOrganization } from "./organizations.ts";

/** The part of a started console that the server may have changed meanwhile. */
export interface RenewableSession {
  readonly profile: Profile;
  readonly settings: PublicSettings;
  readonly view: View;
  readonly organization: Organization | undefined;
  readonly organizations: readonly Organization[];
}

/** Where the answers come from. */
export interface RenewalPorts {
  /** The profile as it is in an organization. */
  profile(organization: string | undefined): Promise<Profile>;
  settings(): Promise<PublicSettings>;
}

/** The former object where nothing changed, so that nothing is drawn again. */
function keep<Value>(before: Value, after: Value): Value {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}

/**
 * The session as it is now. Somebody who was taken out of the organization at hand continues in another one.
 *
 * @returns the very session it was given when nothing changed
 */
export async function renewSession<Session extends RenewableSession>(
  session: Session,
  part: SessionPart,
  ports: RenewalPorts,
): Promise<Session> {
  const current = session.organization;
  const [first, settings] = await Promise.all([
    ports.profile(current?.id),
    part === "everything" ? ports.settings() : session.settings,
  ]);
  const organizations = organizationsOf(session.view, first);
  const chosen = chooseOrganization(current, organizations);
  const profile = chosen?.id === current?.id ? first : await ports.profile(chosen?.id);
  const renewed = {
    profile: keep(session.profile, profile),
    settings: keep(session.settings, settings),
    organizations: keep(session.organizations, organizations),
    organization: keep(current, chosen),
  };
  const isSame =
    renewed.profile === session.profile &&
    renewed.settings === session.settings &&
    renewed.organizations === session.organizations &&
    renewed.organization === current;
  return isSame ? session : { ...session, ...renewed };
}
