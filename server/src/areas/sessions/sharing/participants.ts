import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { readAccessVersion } from "../../../engine/http/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { isMember } from "../../permissions/index.ts";
import { recordSessionEvent } from "../history/session-events.ts";
import { isFor } from "./join-sharing.ts";
import { isSharingOn, type SharePermission, type SharingServices, sharingChanged } from "./sharing-state.ts";

/** Somebody who takes part in a session of somebody else now. */
export interface Participant {
  readonly id: string;
  readonly user_id: string;
  readonly user: string;
  readonly session_id: string;
  readonly org_id: string;
  readonly remote_addr: string;
  readonly action_permission: SharePermission;
  readonly date_joined: Date;
}

/** Who takes part in a session, in the order they came; of one that is not `ownerId`'s, nobody. */
export async function participantsOf(
  db: Kysely<Database>,
  ownerId: string,
  where: { readonly sessionId: string } | { readonly recordId: string },
): Promise<readonly Participant[]> {
  const id = "sessionId" in where ? where.sessionId : where.recordId;
  if (!isUuid(id)) return [];
  const { rows } = await sql<Participant>`
    select r.id, r.joiner_id as user_id, r.joiner as "user", r.session_id, r.org_id, r.remote_addr, r.action_permission,
      r.date_joined
    from session_join_records r join sessions s on s.id = r.session_id
    where ${"sessionId" in where ? sql`r.session_id` : sql`r.id`} = ${id}::uuid
      and r.is_success and not r.is_finished and s.user_id = ${ownerId}::uuid
    order by r.date_joined, r.id
  `.execute(db);
  return rows;
}

/** Lets somebody who takes part type, or only read. */
export async function permitParticipant(
  services: Pick<SharingServices, "events">,
  db: Kysely<Database>,
  participant: Participant,
  permission: SharePermission,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("session_join_records")
    .set({ action_permission: permission, date_updated: new Date() })
    .where("id", "=", participant.id)
    .where("is_finished", "=", false)
    .where("action_permission", "<>", permission)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const { session_id: sessionId, user: actor } = participant;
  const event = permission === "writable" ? "share_writable" : "share_readonly";
  await recordSessionEvent(db, { sessionId, event, actor });
  await sharingChanged(services, db, sessionId);
}

/** Ends somebody's part in a session. */
export async function removeParticipant(
  services: Pick<SharingServices, "events">,
  db: Kysely<Database>,
  { id, session_id: sessionId, user: actor }: Participant,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("session_join_records")
    .set({ is_finished: true, date_left: new Date(), reason: "removed", date_updated: new Date() })
    .where("id", "=", id)
    .where("is_finished", "=", false)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await recordSessionEvent(db, { sessionId, event: "share_removed", actor });
  await sharingChanged(services, db, sessionId);
}

/** Records that somebody left by themselves, or because they were no longer let; nothing where that is known. */
export async function leaveSharing(db: Kysely<Database>, recordId: string): Promise<boolean> {
  const left = await db
    .updateTable("session_join_records")
    .set({ is_finished: true, date_left: new Date(), date_updated: new Date() })
    .where("id", "=", recordId)
    .where("is_finished", "=", false)
    .returning(["session_id", "joiner"])
    .executeTakeFirst();
  if (left === undefined) return false;
  await recordSessionEvent(db, { sessionId: left.session_id, event: "share_left", actor: left.joiner });
  return true;
}

/** Why somebody's part in a session is over; a stable word. */
export type PartOver = "removed" | "link_inactive" | "link_expired" | "user_not_allowed";

/** What somebody who has joined may do now, and until when at the latest; or why nothing any more. */
export type Standing =
  | { readonly permission: SharePermission; readonly ends: Date }
  | { readonly over: PartOver };

/** How things stand for somebody who has joined. Contract: docs/contract/sharing.md, section 2. */
export async function standingOf(
  services: SharingServices,
  db: Kysely<Database>,
  recordId: string,
): Promise<Standing> {
  const { rows } = await sql<{
    action_permission: SharePermission;
    is_finished: boolean;
    is_active: boolean;
    date_expired: Date;
    users: string[];
    joiner_id: string;
    is_member: boolean;
  }>`
    select r.action_permission, r.is_finished, l.is_active, l.date_expired, l.users, r.joiner_id,
      ${isMember(sql`r.joiner_id`, sql`r.org_id`)} as is_member
    from session_join_records r join session_sharings l on l.id = r.sharing_id where r.id = ${recordId}::uuid
  `.execute(db);
  const record = rows[0];
  if (record === undefined || record.is_finished) return { over: "removed" };
  if (!record.is_active || !(await isSharingOn(services))) return { over: "link_inactive" };
  if (record.date_expired.getTime() <= Date.now()) return { over: "link_expired" };
  const version = await readAccessVersion({ ...services, db });
  const principal = await services.principals.load(record.joiner_id, version);
  if (principal === null || !isFor(record, record.joiner_id)) return { over: "user_not_allowed" };
  return { permission: record.action_permission, ends: record.date_expired };
}
