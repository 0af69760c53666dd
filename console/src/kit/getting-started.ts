import { useQuery } from "@tanstack/react-query";
import { preferencesQuery } from "./preferences.ts";
import { useSession } from "./session.ts";

/** What somebody needs to take the first steps: without one of these the guide would lead nowhere. */
const NEEDS = ["assets.add_asset", "accounts.add_account", "perms.add_assetpermission"];

/** Address of the page with the guide to a first recorded session, open whatever was chosen before. */
export const GETTING_STARTED_PATH = "/console/dashboard?guide=open";

/** What the person has chosen about the guide. */
export interface GuideChoice {
  readonly choice: "open" | "closed" | undefined;
}

/**
 * What the person has chosen about the guide to a first recorded session; null where there is none for them: by
 * their rights, in the view over all organizations, and on a server without it. Undefined until that is known.
 */
export function useGettingStarted(): GuideChoice | null | undefined {
  const { can, inRoot } = useSession();
  const isFor = !inRoot && NEEDS.every((code) => can(code));
  const { data, isError } = useQuery({ ...preferencesQuery, enabled: isFor });
  if (!isFor || isError || data === null) return null;
  return data === undefined ? undefined : { choice: data.getting_started };
}
