import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { isObject } from "../../engine/json.ts";
import { isUuid } from "../../engine/resource/index.ts";
import { usersTable } from "../users/index.ts";
import { recordEvent } from "./comments/events.ts";
import { openTicket } from "./open-ticket.ts";
import { ticketPage } from "./ticket-page.ts";
import type { TicketServices } from "./ticket-services.ts";
import { relateSession } from "./ticket-sessions.ts";
import "./tables.ts";

/** A question that rules put to people before something goes on. */
export interface ReviewRequest {
  readonly type: "login_confirm" | "login_asset_confirm" | "command_confirm";
  readonly organizationId: string;
  readonly applicantId: string;
  readonly reviewerIds: readonly string[];
  /**
   * What it is about: `apply_login_ip`, `apply_login_city`, `apply_login_datetime` (ISO 8601); `apply_login_user`,
   * `apply_login_asset` (ids), `apply_login_account`, and `apply_login_account_id`, with which the ticket closes when
   * the account goes, `apply_login_acl_id` (id) with `apply_login_acl_revision` and `apply_login_key`, by which an
   * approval is remembered; `apply_run_user`, `apply_from_session`, `apply_from_cmd_filter_acl` (ids), `apply_run_asset`,
   * `apply_run_account`, `apply_run_command`. Others are ignored.
   */
  readonly facts: Readonly<Record<string, string | null>>;
  /** Why it went on already, in the applicant's words; absent: it waits. */
  readonly emergencyReason?: string;
  /** Texts of what tickets cannot look up: `apply_from_cmd_filter_acl`, the name of the rule. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A review as those who wait for it see it. */
export interface Review {
  readonly id: string;
  readonly title: string;
  readonly state: "pending" | "approved" | "rejected" | "closed";
  /** Names of whom is asked now. */
  readonly assignees: readonly string[];
  /** Who decided, as a person reads it; empty while open. */
  readonly decidedBy: string;
  readonly dateCreated: Date;
  /** Whether it went on at once, and is only signed off. */
  readonly isEmergency: boolean;
  /** Whether the approval was taken back. */
  readonly isApprovalEnded: boolean;
  /** Page on which it is decided, a path of this site. */
  readonly page: string;
}

/** Where each fact is kept. */
const columns: Readonly<Record<ReviewRequest["type"], Readonly<Record<string, string>>>> = {
  login_confirm: {
    apply_login_ip: "apply_login_ip",
    apply_login_city: "apply_login_city",
    apply_login_datetime: "apply_login_datetime",
  },
  login_asset_confirm: {
    apply_login_user: "apply_login_user_id",
    apply_login_asset: "apply_login_asset_id",
    apply_login_account: "apply_login_account",
    apply_login_account_id: "apply_login_account_id",
    apply_login_acl_id: "apply_login_acl_id",
    apply_login_acl_revision: "apply_login_acl_revision",
    apply_login_key: "apply_login_key",
  },
  command_confirm: {
    apply_run_user: "apply_run_user_id",
    apply_run_asset: "apply_run_asset",
    apply_run_account: "apply_run_account",
    apply_run_command: "apply_run_command",
    apply_from_session: "apply_from_session_id",
    apply_from_cmd_filter_acl: "apply_from_cmd_filter_acl_id",
  },
};

/** Titles are stored, in English, as logs are. */
const titles: Readonly<Record<ReviewRequest["type"], string>> = {
  login_confirm: "Login",
  login_asset_confirm: "Asset login",
  command_confirm: "Command",
};

/**
 * Asks people about something. Contract: docs/contract/tickets.md, section 4.
 * @throws BadRequest `ticket_no_approver` when nobody of them could decide
 */
export async function openReview(services: TicketServices, request: ReviewRequest): Promise<Review> {
  const { type, facts, emergencyReason } = request;
  const kept = Object.entries(columns[type]).flatMap(([name, column]) => {
    const value = facts[name];
    return value === undefined || value === null ? [] : [[column, value]];
  });
  const applicant = await services.db
    .selectFrom(usersTable.as("u"))
    .select(["u.name", "u.username"])
    .where("u.id", "=", request.applicantId)
    .executeTakeFirst();
  const id = await openTicket(services, {
    type,
    organizationId: request.organizationId,
    applicantId: request.applicantId,
    title: `${emergencyReason === undefined ? titles[type] : "Emergency access"}: ${applicant?.name ?? ""}(${applicant?.username ?? ""})`,
    levels: [request.reviewerIds],
    // Rules name their reviewers themselves: no flow says how these prove who they are.
    mfaRequired: await services.settings.get<boolean>("TICKET_REVIEW_MFA"),
    columns: Object.fromEntries(kept),
    ...(emergencyReason === undefined ? {} : { comment: emergencyReason, isEmergency: true }),
    ...(request.names === undefined ? {} : { names: request.names }),
  });
  const { apply_from_session: session } = facts;
  if (type === "command_confirm" && session) await relateSession(services.db, id, session);
  const review = await findReview(services.db, id);
  if (review === null) throw new Error("a ticket is not there after it was opened");
  return review;
}

/** The review of that id; null when there is none. */
export async function findReview(db: Kysely<Database>, id: string): Promise<Review | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<{
    type: string;
    title: string;
    state: Review["state"] | "reopen";
    processor: string;
    date_created: Date;
    is_emergency: boolean;
    is_approval_ended: boolean;
    assignees: string[];
  }>`
    select t.type, t.title, t.state, t.processor, t.date_created, t.is_emergency, t.is_approval_ended, array(
      select a.name from ticket_assignees a where a.ticket_id = t.id and a.level = t.approval_step order by a.name
    ) as assignees
    from tickets t where t.id = ${id}::uuid
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    id,
    title: row.title,
    state: row.state === "reopen" ? "pending" : row.state,
    assignees: row.assignees,
    decidedBy: row.processor,
    dateCreated: row.date_created,
    isEmergency: row.is_emergency,
    isApprovalEnded: row.is_approval_ended,
    page: ticketPage(id, row.type),
  };
}

/**
 * Takes a question back that nobody answered yet: whoever waited has gone, or no answer would help. In the name of the
 * applicant; one that is decided, and one that has to be signed off, stay as they are.
 */
export async function closeReview({ db }: Pick<TicketServices, "db">, id: string): Promise<void> {
  if (!isUuid(id)) return;
  const { rows } = await sql<{ applicant_id: string | null; applicant: string; approval_step: number }>`
    update tickets set state = 'closed', status = 'closed', processor_id = applicant_id, processor = applicant,
      date_updated = now()
    where id = ${id}::uuid and status = 'open' and not is_emergency returning applicant_id, applicant, approval_step
  `.execute(db);
  const [closed] = rows;
  if (closed === undefined) return;
  await sql`
    update ticket_steps set state = 'closed', status = 'closed', processor_id = ${closed.applicant_id}::uuid,
      processor = ${closed.applicant}, date_updated = now()
    where ticket_id = ${id}::uuid and level = ${closed.approval_step}
  `.execute(db);
  await sql`delete from ticket_links where ticket_id = ${id}::uuid`.execute(db);
  const actor = { id: closed.applicant_id, name: closed.applicant };
  await recordEvent(db, id, actor, { name: "closed" });
}

/** Announced when a ticket is decided or closed, by the database (migration 0215): `{id, state}`. */
const decidedChannel = "tickets.decided";

/**
 * Calls `handler` with the id of each ticket that is decided or closed, in whichever process, once that is committed;
 * with null when some may have been missed: look again. Answers what ends it.
 */
export function onReviewDecided(
  { events }: Pick<TicketServices, "events">,
  handler: (id: string | null) => void,
): () => void {
  return events.subscribe(
    decidedChannel,
    (payload) => {
      if (isObject(payload) && typeof payload.id === "string") handler(payload.id);
    },
    () => handler(null),
  );
}
