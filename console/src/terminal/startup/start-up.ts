import { ApiError } from "../../kit/api/api-error.ts";
import { api, configureApi } from "../../kit/api/client.ts";
import { readCookie } from "../../kit/api/cookies.ts";
import type { Organization, Profile, PublicSettings } from "../../kit/session.ts";
import { termsAddress } from "../../kit/terms-address.ts";
import { fetchConnectMethods } from "../api/luna-api.ts";
import type { ConnectMethods } from "../api/types.ts";
import {
  chooseOrganization,
  currentOrganization,
  rememberOrganization,
  validOrganization,
} from "./organization.ts";
import { isOfSession, type PageAddress } from "./page-address.ts";
import { goToSignIn, hasSessionMark, placeSessionMark } from "./sign-in.ts";

/** What the start-up sequence found. */
export interface Started {
  profile: Profile;
  settings: PublicSettings;
  /** Where the person works; undefined when nowhere. */
  organization: Organization | undefined;
  organizations: readonly Organization[];
  /** Connect methods by protocol; empty on the pages of sessions, which connect to nothing. */
  methods: ConnectMethods;
}

/** Nobody is signed in; the browser is on its way to the sign-in page. */
export class SignedOut extends Error {}

/** The person has not accepted the terms of use; the browser is on its way to them. */
export class TermsFirst extends Error {}

/** Pause before leaving for the sign-in page, in milliseconds, so that a cookie just being set is not raced. */
const BEFORE_LEAVING = 500;

function leave(): never {
  setTimeout(goToSignIn, BEFORE_LEAVING);
  throw new SignedOut("signed out");
}

/** Nothing opens before somebody accepts the terms of use; afterwards they come back here. */
function leaveForTerms(): never {
  location.assign(termsAddress(location.pathname + location.search));
  throw new TermsFirst("terms not accepted");
}

async function fetchProfile(): Promise<Profile> {
  try {
    const profile = await api<Profile>("/api/v1/users/profile/");
    if (typeof profile !== "object" || profile === null) leave();
    return profile;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) leave();
    throw error;
  }
}

/**
 * The start-up sequence of docs/contract/console.md, "Web terminal": organization, session mark, profile,
 * public settings, connect methods.
 *
 * @throws SignedOut when nobody is signed in, TermsFirst when the terms of use come first, ApiError when the server
 * cannot answer
 */
export async function startUp(address: PageAddress): Promise<Started> {
  const replay = isOfSession(address);
  // A replay, or a session to watch, is opened from the console's session list and belongs to the console's organization.
  const asked = new URLSearchParams(location.search).get("oid") ?? undefined;
  let chosen = replay
    ? chooseOrganization(asked, readCookie("X-JMS-ORG"), readCookie("X-JMS-LUNA-ORG"))
    : currentOrganization();
  configureApi({ organization: () => chosen });
  if (!hasSessionMark()) {
    placeSessionMark();
    leave();
  }
  const profile = await fetchProfile();
  if (profile.is_first_login === true) leaveForTerms();
  const organizations = profile.workbench_orgs ?? [];
  const organization = validOrganization(chosen, organizations);
  if (!replay && organization !== undefined) {
    chosen = organization.id;
    rememberOrganization(organization.id);
  }
  const [settings, methods] = await Promise.all([
    api<PublicSettings>("/api/v1/settings/public/"),
    replay ? {} : fetchConnectMethods(),
  ]);
  return { profile, settings, organization, organizations, methods };
}
