import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { ApiError, ValidationError } from "../../../engine/errors.ts";
import { readAccessVersion, siteOrigin } from "../../../engine/http/index.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { type Notice, notifyUsers } from "../../notifications/index.ts";
import { isMember } from "../../permissions/index.ts";
import { usersTable } from "../../users/index.ts";
import { recordSessionEvent } from "../history/session-events.ts";
import { codeContext, makeShareCode } from "./share-code.ts";
import {
  displayOf,
  type Person,
  requireSharing,
  type SharePermission,
  type SharingServices,
  sharingChanged,
} from "./sharing-state.ts";
import { text } from "./texts.ts";

/** For how long a link can be opened, in minutes. */
export const longestMinutes = 1440;

/** How long a link is open where nobody says, in minutes. */
export const usualMinutes = 10;

/** Most people a link can name, and most links of a session that are open at once. */
export const mostPeople = 100;
const mostLinks = 20;

/** A link somebody asks for. */
export interface AskedSharing {
  readonly sessionId: string;
  readonly minutes: number;
  /** Ids of whom it is for; empty: whoever has the code. */
  readonly users: readonly string[];
  /** Address of the page it is asked for on; "" where that is not known. */
  readonly origin: string;
  readonly permission: SharePermission;
  /** Whether it opens at once; default true. */
  readonly isActive?: boolean;
}

/** A link that was made. */
export interface OpenedSharing {
  readonly id: string;
  readonly code: string;
  readonly sessionId: string;
  readonly organizationId: string;
}

interface SharedSession {
  readonly id: string;
  readonly org_id: string;
  readonly user_id: string;
  readonly user: string;
  readonly asset: string;
  readonly account: string;
}

/** A session that can be shared: a terminal that runs. `userId`: whose it has to be; null: anybody's. */
async function sharedSession(
  db: Kysely<Database>,
  sessionId: string,
  userId: string | null,
): Promise<SharedSession | null> {
  if (!isUuid(sessionId)) return null;
  const { rows } = await sql<SharedSession>`
    select id, org_id, user_id, "user", asset, account from sessions
    where id = ${sessionId}::uuid and not is_finished and type = 'normal' and login_from <> 'RT'
      and user_id is not null and (${userId}::uuid is null or user_id = ${userId}::uuid)
    for share
  `.execute(db);
  return rows[0] ?? null;
}

/** Whether this is a running terminal of somebody's own. */
export const isOwnSession = async (db: Kysely<Database>, sessionId: string, userId: string) =>
  (await sharedSession(db, sessionId, userId)) !== null;

/** Refuses people that are not active members of the organization. */
export async function requireMembers(
  db: Kysely<Database>,
  ids: readonly string[],
  organizationId: string,
): Promise<void> {
  if (ids.length === 0) return;
  if (!ids.every(isUuid)) throw new ValidationError({ users: [text.notMember] });
  if (ids.length > mostPeople) {
    throw new ValidationError({ users: [withParameters(text.tooManyPeople, { limit: mostPeople })] });
  }
  const { rows } = await sql<{ id: string }>`
    select u.id from ${usersTable} u where u.id = any(${[...ids]}::uuid[]) and u.is_active
      and not u.is_service_account and ${isMember(sql`u.id`, sql`${organizationId}::uuid`)}
  `.execute(db);
  if (rows.length < ids.length) throw new ValidationError({ users: [text.notMember] });
}

/** Only where a page stands: nothing else of what a client says goes into a link. */
async function originOf(services: SharingServices, given: string): Promise<string> {
  const isPage = /^https?:\/\//i.test(given) && URL.canParse(given);
  return isPage ? new URL(given).origin : siteOrigin(services);
}

/**
 * Makes a link to a session; `db` is a transaction. Contract: docs/contract/sharing.md, section 1.
 *
 * @param person whose session it has to be; null: a component shares for its person
 * @throws ApiError where sharing is off, the session is not theirs or over, or people cannot be named
 */
export async function openSharing(
  services: SharingServices,
  db: Kysely<Database>,
  asked: AskedSharing,
  person: Person | null,
): Promise<OpenedSharing> {
  await requireSharing(services);
  const session = await sharedSession(db, asked.sessionId, person?.id ?? null);
  if (session === null) throw new ValidationError({ session: [text.notYours] });
  const users = [...new Set(asked.users.map((id) => id.toLowerCase()))];
  await requireMembers(db, users, session.org_id);
  const { count } = await db
    .selectFrom("session_sharings")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("session_id", "=", session.id)
    .where("is_active", "=", true)
    .where("date_expired", ">", new Date())
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostLinks) {
    throw new ApiError(400, "too_many_links", withParameters(text.tooManyLinks, { limit: mostLinks }));
  }
  const [id, code] = [randomUUID(), makeShareCode()];
  await db
    .insertInto("session_sharings")
    .values({
      id,
      org_id: session.org_id,
      session_id: session.id,
      creator_id: session.user_id,
      created_by: session.user,
      verify_code_sealed: services.secrets.seal(code, codeContext(id)),
      expired_time: asked.minutes,
      date_expired: new Date(Date.now() + asked.minutes * 60_000),
      users,
      action_permission: asked.permission,
      is_active: asked.isActive ?? true,
      origin: await originOf(services, asked.origin),
    })
    .execute();
  const by = person === null ? session.user : displayOf(person);
  await recordSessionEvent(db, { sessionId: session.id, event: "share_created", actor: by });
  const version = await readAccessVersion({ ...services, db });
  const organization = await services.organizations.name(session.org_id, version);
  const notice = noticeOf(session, { id, code, by, organization });
  await notifyUsers({ ...services, db }, users, notice);
  return { id, code, sessionId: session.id, organizationId: session.org_id };
}

/** What those a link names are told. */
const noticeOf = (
  { asset, account }: SharedSession,
  link: { readonly id: string; readonly code: string; readonly by: string; readonly organization: string },
): Notice => ({
  subject: text.noticeSubject,
  parts: [
    { text: withParameters(text.noticeBody, { by: link.by }) },
    { link: { label: text.openShare, path: sharePath(link.id) } },
    {
      facts: [
        // Only whom the link names can use it, and not for long.
        [text.verifyCode, link.code],
        [text.asset, asset],
        [text.account, account],
        [text.organization, link.organization],
      ],
    },
  ],
});

/** Path of the page that a link opens. */
export const sharePath = (id: string): string => `/koko/share/${id}/`;

/** Closes a link; who came by it leaves. */
export async function closeSharing(
  services: Pick<SharingServices, "events">,
  db: Kysely<Database>,
  sharing: { readonly id: string; readonly sessionId: string },
  by: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("session_sharings")
    .set({ is_active: false, updated_by: by, date_updated: new Date() })
    .where("id", "=", sharing.id)
    .where("is_active", "=", true)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await recordSessionEvent(db, { sessionId: sharing.sessionId, event: "share_revoked", actor: by });
  await sharingChanged(services, db, sharing.sessionId);
}
