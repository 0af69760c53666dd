import { sql } from "kysely";
import {
  type CallerContext,
  component,
  permission,
  type RequestContext,
  signedIn,
} from "../../engine/access/index.ts";
import { NotFound, ValidationError } from "../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../engine/http/index.ts";
import { text as common, withParameters } from "../../engine/i18n/index.ts";
import { parseBody, prepareResource, presentRows, rowsByKey, uuid } from "../../engine/resource/index.ts";
import { relateSession, sessionsAskedAbout, sessionsOfTicket } from "../tickets/index.ts";
import { killRequest, lockFields, lockRequest, requestTask, type TaskName } from "./session-tasks.ts";
import { sessionsResource } from "./sessions.ts";
import { text } from "./texts.ts";

const prepared = prepareResource(sessionsResource);

const relation = {
  ticket: uuid({ label: text.fromTicketInfo, required: true }),
  session: uuid({ label: text.session, required: true }),
};

/** Asks for a task of sessions whose tickets ask the caller: for all of them, or for none. */
async function taskForTicket(
  context: CallerContext,
  ids: readonly string[],
  task: { readonly name: TaskName; readonly reason: string },
): Promise<RouteAnswer> {
  const asked = await sessionsAskedAbout(context.db, context.principal.id, ids);
  if (ids.length === 0 || !ids.every((id) => asked.has(id.toLowerCase()))) return { status: 403, body: {} };
  return { body: { ok: await requestTask(context, ids, task, true) } };
}

/** The first session of a ticket that is known here, as the list of sessions shows it. */
async function sessionOfTicket(context: RequestContext, ticketId: string): Promise<RouteAnswer> {
  const known = caller(context);
  const ids = await sessionsOfTicket(known.db, known.principal.id, ticketId);
  const rows = await rowsByKey(prepared, known, ids, prepared.fields);
  const [session] = await presentRows(rows.slice(0, 1), prepared.fields, known);
  if (session === undefined) throw new NotFound(text.session);
  return { body: session };
}

/** Most sessions of a ticket that are shown. */
const mostSessions = 100;

/** The sessions of a ticket that are known here, those that run first, then the newest. */
async function allOfTicket(context: RequestContext, ticketId: string): Promise<RouteAnswer> {
  const known = caller(context);
  const ids = await sessionsOfTicket(known.db, known.principal.id, ticketId);
  const { rows } = await sql<{ id: string }>`
    select id from sessions where id = any(${ids}::uuid[]) order by is_finished, date_start desc, id limit ${mostSessions}
  `.execute(known.db);
  const found = await rowsByKey(
    prepared,
    known,
    rows.map(({ id }) => id),
    prepared.fields,
  );
  return { body: await presentRows(found, prepared.fields, known) };
}

/** Sessions that tickets let begin, for those the tickets ask. Contract: docs/contract/tickets.md, section 9. */
export const ticketSessionRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/tickets/tickets/:id/session/",
    access: permission("tickets.view_ticket"),
    title: "Ticket Session",
    fields: { GET: sessionsResource.fields },
    handle: (context, { params }) => sessionOfTicket(context, params.id ?? ""),
  },
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/tickets/:id/sessions/",
    access: permission("tickets.view_ticket"),
    title: "Ticket Sessions",
    fields: { GET: sessionsResource.fields },
    handle: (context, { params }) => allOfTicket(context, params.id ?? ""),
  },
  {
    methods: ["POST"],
    path: "/api/v1/tickets/ticket-session-relation/",
    access: component("tickets.add_ticketsession"),
    title: "Ticket Session Relation",
    fields: { POST: relation },
    handle: async (context, { body }) => {
      const { ticket, session } = await parseBody(caller(context), relation, body);
      const { rows } = await sql`select 1 from sessions where id = ${session}::uuid`.execute(context.db);
      if (rows.length === 0) {
        throw new ValidationError({
          session: [withParameters(common.objectMissing, { pk: String(session) })],
        });
      }
      await relateSession(context.db, String(ticket), String(session));
      return { status: 201, body: { ticket, session } };
    },
  },
  {
    methods: ["POST"],
    path: "/api/v1/terminal/tasks/kill-session-for-ticket/",
    access: signedIn("the handler looks whether tickets of the sessions ask the caller"),
    title: "Kill Session For Ticket",
    fields: { POST: {} },
    handle: async (context, { body }) => {
      const { ids, reason } = await killRequest(caller(context), body);
      return taskForTicket(caller(context), ids, { name: "kill_session", reason });
    },
  },
  {
    methods: ["POST"],
    path: "/api/v1/terminal/tasks/toggle-lock-session-for-ticket/",
    access: signedIn("the handler looks whether tickets of the sessions ask the caller"),
    title: "Toggle Lock Session For Ticket",
    fields: { POST: lockFields },
    handle: async (context, { body }) => {
      const { id, ...task } = await lockRequest(caller(context), body);
      return taskForTicket(caller(context), [id], task);
    },
  },
];
