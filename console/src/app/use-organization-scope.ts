import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useMemo, useState } from "react";
import { clearData } from "../kit/api/resources.ts";
import { allows } from "../kit/permissions.ts";
import type { Organization, Session } from "../kit/session.ts";
import type { RouteEntry } from "../shell/routes/route-entry.ts";
import { currentOrganization, enterScope } from "./organizations.ts";

interface Entered {
  readonly scope: NonNullable<RouteEntry["scope"]>;
  /** The organization that was chosen when the scope was entered. */
  readonly own: Organization | undefined;
  readonly organization: Organization | undefined;
}

/** One session as the frame and the page see it. */
interface ScopedSession {
  readonly frame: Session;
  readonly page: Session | undefined;
}

/**
 * Enters and leaves the pseudo-organizations with the pages that work in them. The permissions stay those of the
 * chosen organization: they are what leads to these pages; the server decides what may be done there.
 *
 * @param session as the start-up sequence found it
 * @param entry the screen at the address
 * @returns the session for the frame, which stays in the chosen organization, and for the page, in the one in use;
 *   the latter is undefined for the moment before that is entered
 */
export function useOrganizationScope(session: Session, entry: RouteEntry | undefined): ScopedSession {
  const client = useQueryClient();
  const stays = !allows(session.permissions, entry?.scopePermission);
  const scope = stays ? "own" : (entry?.scope ?? "own");
  const own = session.organization;
  const [entered, setEntered] = useState<Entered>();
  useLayoutEffect(() => {
    const before = currentOrganization();
    const organization = enterScope(session.profile.username, scope, own);
    if (organization !== undefined && organization.id !== before) clearData(client);
    setEntered({ scope, own, organization });
  }, [client, scope, own, session.profile.username]);
  const choice =
    entry?.showOrganization === false
      ? "hidden"
      : entry?.disableOrgsChange === true && !stays
        ? "fixed"
        : "free";
  const frame = useMemo(() => ({ ...session, organizationChoice: choice }) as const, [session, choice]);
  const page = useMemo(
    () =>
      entered === undefined || entered.scope !== scope || entered.own !== own
        ? undefined
        : {
            ...frame,
            organization: entered.organization,
            ...(scope === "own" || own === undefined ? {} : { chosen: own }),
          },
    [frame, entered, scope, own],
  );
  return { frame, page };
}
