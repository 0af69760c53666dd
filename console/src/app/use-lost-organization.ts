import { useEffect, useRef } from "react";
import type { Organization } from "../kit/session.ts";
import { isLost, notifyOrganizationLost } from "./lost-organization.ts";
import type { StartUpResult } from "./start-up.ts";

/** Tells people when the organization they are in is no longer one of theirs. */
export function useLostOrganization(state: { readonly kind: "starting" } | StartUpResult): void {
  const lastOrganization = useRef<Organization>(undefined);
  useEffect(() => {
    if (state.kind !== "ready") return;
    const { organization, profile } = state;
    const left = lastOrganization.current;
    const now = organization === undefined || isLost(organization, profile) ? undefined : organization;
    lastOrganization.current = now;
    if (left !== undefined && isLost(left, profile)) notifyOrganizationLost(left, now).catch(() => undefined);
  }, [state]);
}
