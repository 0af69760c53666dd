import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { isMember } from "../../permissions/index.ts";
import { recordSessionEvent } from "../history/session-events.ts";
import { codeContext, isShareCode } from "./share-code.ts";
import {
  displayOf,
  isSharingOn,
  type Person,
  type SharePermission,
  type SharingServices,
} from "./sharing-state.ts";
import { text } from "./texts.ts";

/** Wrong codes that one person may try on one link. */
const mostGuessesOnLink = 5;

/** Wrong codes that one person may try on all links, and in how many minutes. */
const mostGuesses = 20;
const guessMinutes = 60;

/** Wrong codes of everybody after which a link opens to nobody. */
const mostGuessesOfAll = 50;

/** Why somebody was not let in; a stable word. */
export type JoinRefusal =
  | "link_inactive"
  | "link_expired"
  | "user_not_allowed"
  | "code_invalid"
  | "already_joined"
  | "too_many_guesses"
  | "elsewhere";

/** What is said of a refusal, and of the words in a record's reason. */
const sayings: Readonly<Record<JoinRefusal | "removed", Message>> = {
  link_inactive: text.linkInactive,
  link_expired: text.linkExpired,
  user_not_allowed: text.userNotAllowed,
  code_invalid: text.codeInvalid,
  already_joined: text.alreadyJoined,
  too_many_guesses: text.tooManyGuesses,
  elsewhere: text.elsewhere,
  removed: text.removed,
};

/** What a reason says; null where it is none of ours. */
export const sayingOf = (reason: string): Message | null =>
  Object.hasOwn(sayings, reason) ? sayings[reason as JoinRefusal] : null;

/** Somebody who wants to join by a link. */
export interface AskedJoin {
  readonly sharingId: string;
  readonly code: string;
  readonly person: Person;
  readonly remoteAddress: string;
  readonly loginFrom: "ST" | "RT" | "WT" | "DT";
  /** Whether the session can be shown where they are. */
  isHere(sessionId: string): boolean;
}

/** Somebody who has joined. */
export interface Joined {
  /** Id of the join record. */
  readonly recordId: string;
  readonly sessionId: string;
  readonly permission: SharePermission;
}

interface Link {
  readonly id: string;
  readonly org_id: string;
  readonly session_id: string;
  readonly verify_code_sealed: string;
  readonly is_active: boolean;
  readonly date_expired: Date;
  readonly users: readonly string[];
  readonly action_permission: SharePermission;
  readonly is_over: boolean;
  readonly is_member: boolean;
}

/** The link, held until the transaction ends: of several attempts at once each counts. */
async function holdLink(db: Kysely<Database>, { sharingId, person }: AskedJoin): Promise<Link | null> {
  if (!isUuid(sharingId)) return null;
  const { rows } = await sql<Link>`
    select l.id, l.org_id, l.session_id, l.verify_code_sealed, l.is_active, l.date_expired, l.users, l.action_permission,
      s.is_finished as is_over, ${isMember(sql`${person.id}::uuid`, sql`l.org_id`)} as is_member
    from session_sharings l join sessions s on s.id = l.session_id
    where l.id = ${sharingId}::uuid for update of l
  `.execute(db);
  return rows[0] ?? null;
}

interface Attempts {
  readonly on_link: number;
  readonly in_all: number;
  readonly of_all: number;
  readonly has_joined: boolean;
}

async function attemptsOf(db: Kysely<Database>, link: Link, personId: string): Promise<Attempts> {
  const { rows } = await sql<Attempts>`
    select count(*) filter (where sharing_id = ${link.id}::uuid and joiner_id = ${personId}::uuid
        and reason = 'code_invalid')::integer as on_link,
      count(*) filter (where joiner_id = ${personId}::uuid and reason = 'code_invalid'
        and date_joined > now() - make_interval(mins => ${guessMinutes}))::integer as in_all,
      count(*) filter (where sharing_id = ${link.id}::uuid and reason = 'code_invalid')::integer as of_all,
      coalesce(bool_or(sharing_id = ${link.id}::uuid and joiner_id = ${personId}::uuid and is_success), false) as has_joined
    from session_join_records
    where sharing_id = ${link.id}::uuid or (joiner_id = ${personId}::uuid and reason = 'code_invalid')
  `.execute(db);
  return rows[0] ?? { on_link: 0, in_all: 0, of_all: 0, has_joined: false };
}

/** Whether a link is for somebody. */
export const isFor = ({ users, is_member }: Pick<Link, "users" | "is_member">, personId: string): boolean =>
  is_member && (users.length === 0 || users.includes(personId));

function refusalOf(
  { secrets }: Pick<SharingServices, "secrets">,
  asked: AskedJoin,
  link: Link,
  attempts: Attempts,
): JoinRefusal | null {
  if (!link.is_active || link.is_over) return "link_inactive";
  if (link.date_expired.getTime() <= Date.now()) return "link_expired";
  if (!isFor(link, asked.person.id)) return "user_not_allowed";
  const code = secrets.open(link.verify_code_sealed, codeContext(link.id));
  if (!isShareCode(asked.code, code)) return "code_invalid";
  if (attempts.has_joined) return "already_joined";
  return asked.isHere(link.session_id) ? null : "elsewhere";
}

/** Whether somebody has guessed too often: then the code is not looked at any more, and nothing is written. */
const hasGuessedEnough = ({ on_link, in_all, of_all }: Attempts): boolean =>
  on_link >= mostGuessesOnLink || in_all >= mostGuesses || of_all >= mostGuessesOfAll;

/**
 * Lets somebody join by a link, and records that they did, or why they were not let in. `db` is a transaction that
 * has to be committed either way: the record of a refusal is what limits guesses. Contract: docs/contract/sharing.md,
 * section 2.
 */
export async function joinSharing(
  services: SharingServices,
  db: Kysely<Database>,
  asked: AskedJoin,
): Promise<Joined | { readonly refused: JoinRefusal }> {
  const { person } = asked;
  const link = (await isSharingOn(services)) ? await holdLink(db, asked) : null;
  if (link === null) return { refused: "link_inactive" };
  const attempts = await attemptsOf(db, link, person.id);
  if (hasGuessedEnough(attempts)) return { refused: "too_many_guesses" };
  const refused = refusalOf(services, asked, link, attempts);
  const joiner = displayOf(person);
  const { id } = await db
    .insertInto("session_join_records")
    .values({
      org_id: link.org_id,
      session_id: link.session_id,
      sharing_id: link.id,
      joiner_id: person.id,
      joiner,
      remote_addr: asked.remoteAddress,
      login_from: asked.loginFrom,
      action_permission: link.action_permission,
      is_success: refused === null,
      is_finished: refused !== null,
      date_left: refused === null ? null : new Date(),
      reason: refused ?? "",
      created_by: joiner,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (refused !== null) return { refused };
  await recordSessionEvent(db, { sessionId: link.session_id, event: "share_joined", actor: joiner });
  return { recordId: id, sessionId: link.session_id, permission: link.action_permission };
}
