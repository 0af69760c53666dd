import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type CallerContext, component, permission } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { NotFound, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { isUuid, listObjects, prepareResource, retrieveObject } from "../../../engine/resource/index.ts";
import { assetsTable } from "../../assets/index.ts";
import { organizationsTable } from "../../organizations/index.ts";
import { recordSessionEvent } from "../history/session-events.ts";
import { sessionsResource } from "../sessions.ts";
import { endSharings } from "../sharing/sharing-state.ts";
import { shorten } from "../shorten.ts";
import { storageOfTerminal } from "../storages/storage-of-terminal.ts";
import { text as sessionText } from "../texts.ts";
import { ownTerminal } from "./own-terminal.ts";
import { type ReportedSession, readReportedSession } from "./reported-fields.ts";
import { text } from "./texts.ts";

const preparedSessions = prepareResource(sessionsResource);

/**
 * The organization a session belongs to: that of its asset where there is one, whatever the component says, else the one
 * it names.
 */
async function organizationOf(
  { db, organization }: CallerContext,
  { asset_id: assetId = null, org_id: told = "" }: Partial<ReportedSession>,
): Promise<string> {
  const named = told === "" ? organization.id : told;
  const { rows } = await sql<{ id: string }>`
    select coalesce((select a.org_id from ${assetsTable} a where a.id = ${assetId}::uuid),
      (select o.id from ${organizationsTable} o where o.id = ${named}::uuid)) as id
  `.execute(db);
  const id = rows[0]?.id ?? null;
  if (id === null) throw new ValidationError({ org_id: [text.noOrganization] });
  return id;
}

/** The session as the contract shows it, wherever it belongs. */
async function shown(context: CallerContext, id: string, organizationId: string): Promise<RouteAnswer> {
  const organization = await context.services.organizations.resolve(organizationId, context.accessVersion);
  return retrieveObject(preparedSessions, { ...context, organization }, id);
}

async function begin(context: CallerContext, body: unknown): Promise<RouteAnswer> {
  const { db } = context;
  const terminal = await ownTerminal(context);
  const told = readReportedSession(body, true);
  const id = told.id ?? randomUUID();
  const organizationId = await organizationOf(context, told);
  const dateStart = told.date_start ?? new Date();
  const made = await db
    .insertInto("sessions")
    .values({
      id,
      org_id: organizationId,
      user: shorten(told.user ?? ""),
      user_id: told.user_id ?? null,
      asset: shorten(told.asset ?? ""),
      asset_id: told.asset_id ?? null,
      account: shorten(told.account ?? ""),
      account_id: told.account_id ?? "",
      protocol: told.protocol ?? "",
      type: told.type ?? "normal",
      login_from: told.login_from ?? "ST",
      remote_addr: told.remote_addr ?? "",
      comment: told.comment ?? "",
      is_success: told.is_success ?? true,
      has_command: told.has_command ?? false,
      terminal_id: terminal.id,
      date_start: dateStart,
      date_end: null,
      end_reason: null,
      recording_path: null,
      recording_bytes: null,
      recording_hash: null,
      recording_duration: null,
      replay_storage_id: storageOfTerminal(terminal.id),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning(["id", "is_success"])
    .executeTakeFirst();
  if (made === undefined) throw new ValidationError({ id: [text.idTaken] });
  if (made.is_success) await recordSessionEvent(db, { sessionId: id, event: "connected" });
  const session = { id, is_success: made.is_success, is_finished: false, date_start: dateStart };
  if (told.is_finished === true) await end(db, session, told.date_end ?? new Date());
  return { ...(await shown(context, id, organizationId)), status: 201 };
}

/** A session as it stands. */
interface KnownSession {
  readonly id: string;
  readonly is_success: boolean;
  readonly is_finished: boolean;
  readonly date_start: Date;
}

/** A session ends once: what was asked of it, and who joined it, is done with. */
async function end(
  db: Kysely<Database>,
  { id, is_success, date_start }: KnownSession,
  told: Date,
): Promise<void> {
  const left = await db
    .updateTable("session_tasks")
    .set({ is_finished: true, date_finished: new Date() })
    .where("session_id", "=", id)
    .where("is_finished", "=", false)
    .returning(["name", "requested_by", "comment"])
    .execute();
  const kill = left.find(({ name }) => name === "kill_session");
  if (kill !== undefined) {
    const { requested_by: actor, comment: reason } = kill;
    await recordSessionEvent(db, { sessionId: id, event: "terminated", actor, reason });
  }
  const { rows } = await sql<{ is_terminated: boolean }>`
    select exists (select from session_events e where e.session_id = ${id}::uuid and e.event = 'terminated') as is_terminated
  `.execute(db);
  const reason = rows[0]?.is_terminated === true ? "terminated" : "reported";
  await db
    .updateTable("sessions")
    .set({
      is_finished: true,
      is_locked: false,
      date_end: new Date(Math.max(told.getTime(), date_start.getTime())),
      end_reason: reason,
    })
    .where("id", "=", id)
    .execute();
  await endSharings(db, [id]);
  await recordSessionEvent(db, { sessionId: id, event: is_success ? "ended" : "failed", reason });
}

/** A session that this component carries, locked: what others have told of is not its to change. */
export async function ownSession(
  context: CallerContext,
  id: string,
): Promise<
  KnownSession & { readonly org_id: string; readonly recording_path: string | null; readonly title: string }
> {
  const terminal = await ownTerminal(context);
  const session = isUuid(id)
    ? await context.db
        .selectFrom("sessions")
        .select([
          "id",
          "org_id",
          "is_success",
          "is_finished",
          "date_start",
          "recording_path",
          "asset as title",
        ])
        .where("id", "=", id)
        .where("terminal_id", "=", terminal.id)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (session === undefined) throw new NotFound(sessionText.session);
  return session;
}

/**
 * What came of a session. Who it is about, and when it began, stays as it was first told; what has ended does not begin
 * again, and there is a recording when there is one.
 */
async function change(context: CallerContext, id: string, body: unknown): Promise<RouteAnswer> {
  const { db } = context;
  const told = readReportedSession(body, false);
  const session = await ownSession(context, id);
  const { is_success: isSuccess = session.is_success, has_command: hasCommand } = told;
  const isOpen = !session.is_finished;
  const changes = {
    ...(isOpen && isSuccess !== session.is_success ? { is_success: isSuccess } : {}),
    ...(hasCommand === true ? { has_command: true } : {}),
    ...(told.comment === undefined ? {} : { comment: told.comment }),
  };
  if (Object.keys(changes).length > 0) {
    await db.updateTable("sessions").set(changes).where("id", "=", session.id).execute();
  }
  if (isOpen && isSuccess && !session.is_success) {
    await recordSessionEvent(db, { sessionId: session.id, event: "connected" });
  }
  if (isOpen && told.is_finished === true) {
    await end(db, { ...session, is_success: isSuccess }, told.date_end ?? new Date());
  }
  return shown(context, session.id, session.org_id);
}

/** What components report of their sessions. Contract: docs/contract/components.md, section 5. */
export const reportedSessionRoutes: readonly RouteDeclaration[] = [
  ...["sessions", "terminals/sessions", "terminals/:id/sessions"].map(
    (path): RouteDeclaration => ({
      methods: ["POST"],
      path: `/api/v1/terminal/${path}/`,
      access: component("terminal.add_session"),
      title: "Session List",
      bodyLimit: 65_536,
      // Those of the first are described by the resource.
      ...(path === "sessions" ? {} : { fields: { POST: sessionsResource.fields } }),
      handle: (context, { body }) => begin(caller(context), body),
    }),
  ),
  // The contract's other addresses of the same list; the component in one of them chooses nothing.
  ...["terminals/sessions", "terminals/:id/sessions"].map(
    (path): RouteDeclaration => ({
      methods: ["GET"],
      path: `/api/v1/terminal/${path}/`,
      access: permission("terminal.view_session"),
      title: "Session List",
      fields: { GET: sessionsResource.fields },
      handle: (context, { url }) => listObjects(preparedSessions, caller(context), url),
    }),
  ),
  {
    methods: ["PUT", "PATCH"],
    path: "/api/v1/terminal/sessions/:id/",
    access: component("terminal.change_session"),
    title: "Session Instance",
    bodyLimit: 65_536,
    handle: (context, { params, body }) => change(caller(context), params.id ?? "", body),
  },
];
