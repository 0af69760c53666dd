import type { Kysely } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import type { Services } from "../../../engine/services.ts";
import { recordSessionEvent } from "../history/session-events.ts";
import { text } from "./texts.ts";

/** What sharing needs besides a database. */
export type SharingServices = Pick<
  Services,
  "config" | "events" | "organizations" | "permissions" | "principals" | "secrets" | "settings"
>;

/** What somebody who joined may do. */
export type SharePermission = "readonly" | "writable";

/** Somebody, as the log of a session calls them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

/** How a person is called in lists and in the history. */
export const displayOf = ({ name, username }: Person): string => `${name}(${username})`;

/** Tells gateways that what may be done in a shared session has changed; the payload is the session's id. */
export const sharingChannel = "sessions.sharing";

/** Has the gateway look again at who takes part in a session. */
export const sharingChanged = (
  { events }: Pick<Services, "events">,
  db: Kysely<Database>,
  sessionId: string,
): Promise<void> => events.publish(sharingChannel, sessionId, db);

/** Whether sessions can be shared here at all. */
export const isSharingOn = ({ settings }: Pick<Services, "settings">): Promise<boolean> =>
  settings.get<boolean>("SECURITY_SESSION_SHARE");

/**
 * Refuses while sharing is switched off.
 * @throws ApiError 405, as the contract answers every method then
 */
export async function requireSharing(services: Pick<Services, "settings">): Promise<void> {
  if (!(await isSharingOn(services))) throw new ApiError(405, "method_not_allowed", text.shareOff);
}

/** Ends what is shared of sessions that are over: their links, and the records of who took part. */
export async function endSharings(db: Kysely<Database>, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await db
    .updateTable("session_sharings")
    .set({ is_active: false, date_updated: new Date() })
    .where("session_id", "in", sessionIds)
    .where("is_active", "=", true)
    .execute();
  const left = await db
    .updateTable("session_join_records")
    .set({ is_finished: true, date_left: new Date(), date_updated: new Date() })
    .where("session_id", "in", sessionIds)
    .where("is_finished", "=", false)
    .returning(["session_id", "joiner"])
    .execute();
  for (const { session_id: sessionId, joiner: actor } of left) {
    await recordSessionEvent(db, { sessionId, event: "share_left", actor });
  }
}
