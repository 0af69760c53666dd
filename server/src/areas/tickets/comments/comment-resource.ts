import { type Kysely, sql } from "kysely";
import { permission, type RequestContext } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { BadRequest, PermissionDenied } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import {
  computed,
  datetime,
  defineResource,
  isUuid,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import "../tables.ts";
import { text } from "../texts.ts";
import { isInvolved } from "../visible.ts";
import { tellEvent } from "./event-texts.ts";
import type { TicketEvent } from "./events.ts";

const view = permission("tickets.view_ticket");

/** The ticket that a request is about. */
const ticketOf = ({ query }: Pick<RequestContext, "query">): string | null => {
  const id = query.get("ticket_id") ?? "";
  return isUuid(id) ? id.toLowerCase() : null;
};

/**
 * The ticket that a request names, where the caller applied for it or is or was asked.
 * @throws BadRequest where there is none, PermissionDenied to others
 */
async function requireInvolved(
  db: Kysely<Database>,
  ticketId: string | null,
  userId: string,
): Promise<string> {
  const { rows } = await sql<{ is_involved: boolean }>`
    select ${isInvolved("t", userId)} as is_involved from tickets t where t.id = ${ticketId}::uuid
  `.execute(db);
  const [ticket] = rows;
  if (ticket === undefined || ticketId === null) throw new BadRequest("error", text.noTicket);
  if (!ticket.is_involved) throw new PermissionDenied();
  return ticketId;
}

/** What was said about a ticket (`?ticket_id=`). Contract: docs/contract/tickets.md, section 7. */
export const commentsResource = defineResource({
  path: "tickets/comments",
  app: "tickets",
  model: "comment",
  label: text.commentOnTicket,
  title: "Comment",
  scope: "global",
  table: "ticket_comments",
  fields: {
    id: uuid({ label: common.id, readOnly: true }),
    body: {
      ...textField({ label: text.body, required: true, maxLength: 65_536 }),
      columns: ["body", "event", "user_display"],
      present: ({ body, event, user_display: user }, { language }) =>
        event === null ? String(body) : tellEvent(event as TicketEvent, String(user), language),
    },
    user_display: textField({ label: text.author, readOnly: true }),
    ticket: uuid({ label: text.ticket, readOnly: true, column: "ticket_id" }),
    user: computed({
      label: text.author,
      columns: ["user_id"],
      present: ({ user_id: id }) => (id === null ? null : String(id)),
    }),
    date_created: datetime({ label: common.dateCreated, readOnly: true }),
    date_updated: datetime({ label: common.dateUpdated, readOnly: true }),
  },
  order: { by: ["date_created"], default: ["date_created"], announced: false },
  where: (context) =>
    context.query.has("ticket_id")
      ? sql<boolean>`t.ticket_id = ${ticketOf(context)}::uuid`
      : sql<boolean>`t.ticket_id in (
          select k.id from tickets k where ${isInvolved("k", context.principal?.id ?? null)}
        )`,
  operations: ["list", "retrieve", "create"],
  access: { list: view, retrieve: view, create: view },
  displayColumn: "id",
  files: { previewed: false },
  hooks: {
    validate: async ({ context }) => {
      await requireInvolved(context.db, ticketOf(context), context.principal.id);
    },
    columns: ({ context }) => ({
      ticket_id: ticketOf(context),
      user_id: context.principal.id,
      user_display: `${context.principal.name}(${context.principal.username})`,
    }),
    beforeRead: async (context) => {
      if (!context.query.has("ticket_id")) return;
      await requireInvolved(context.db, ticketOf(context), context.principal.id);
    },
  },
});
