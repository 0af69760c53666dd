import type { Kysely } from "kysely";
import type { Organization } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { readAccessVersion } from "../../engine/http/index.ts";
import { isUuid } from "../../engine/resource/index.ts";
import type { Services } from "../../engine/services.ts";
import { sessionsAskedAbout } from "../tickets/index.ts";

/** A session that can be watched: it runs and shows a terminal. */
const watchable = (db: Kysely<Database>, sessionId: string) =>
  db
    .selectFrom("sessions")
    .select("org_id")
    .where("id", "=", sessionId)
    .where("is_finished", "=", false)
    .where("type", "=", "normal")
    .where("login_from", "<>", "RT")
    .executeTakeFirst();

/** Whether a session of the organization (in the root one: of any) can be watched. */
export async function isWatchable(
  db: Kysely<Database>,
  sessionId: string,
  organization: Organization,
): Promise<boolean> {
  const session = await watchable(db, sessionId);
  return session !== undefined && (organization.isRoot || session.org_id === organization.id);
}

/**
 * Whether somebody may watch a session now: it runs and shows a terminal, and they hold `terminal.monitor_session` in
 * its organization or are asked by the ticket that let it begin. Contract: docs/contract/terminal.md, section 7.
 */
export async function mayWatchSession(
  services: Pick<Services, "db" | "organizations" | "permissions" | "principals">,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  if (!isUuid(sessionId)) return false;
  const { db } = services;
  const session = await watchable(db, sessionId);
  if (session === undefined) return false;
  const version = await readAccessVersion(services);
  const principal = await services.principals.load(userId, version);
  if (principal === null) return false;
  const organization = await services.organizations.resolve(session.org_id, version);
  // One that is gone resolves to another.
  if (organization.id === session.org_id) {
    const permissions = await services.permissions.permissions(principal, organization, version);
    if (permissions.has("terminal.monitor_session")) return true;
  }
  return (await sessionsAskedAbout(db, userId, [sessionId])).has(sessionId.toLowerCase());
}
