import i18next from "i18next";
import { toast } from "../kit/feedback.ts";
import type { Organization, Profile } from "../kit/session.ts";
import { SWITCHED_VIEWS } from "../shell/views.ts";

const LISTS = SWITCHED_VIEWS.map((view) => `${view}_orgs`);

/** Whether an organization the person worked in is none of theirs any more, in no view. */
export function isLost(organization: Organization, profile: Profile): boolean {
  return LISTS.every((list) => {
    const own = profile[list];
    return !Array.isArray(own) || !own.some(({ id }: Organization) => id === organization.id);
  });
}

/**
 * Tells somebody who was taken out of an organization while working in it what happened, and where they are now.
 *
 * @param now the organization they continue in; undefined when there is none
 */
export async function notifyOrganizationLost(
  left: Organization,
  now: Organization | undefined,
): Promise<void> {
  await i18next.loadNamespaces("access");
  toast(
    "info",
    now === undefined
      ? i18next.t("access:left", { left: left.name })
      : i18next.t("access:leftTo", { left: left.name, now: now.name }),
  );
}
