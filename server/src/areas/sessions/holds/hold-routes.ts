import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { NotFound, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import { parseBody, text as textField, writeInstant } from "../../../engine/resource/index.ts";
import { type RecordedSession, sessionHere } from "../recorded-session.ts";
import { text } from "./texts.ts";

/** Longest reason, in characters. */
const longest = 512;

const reason = textField({ label: text.reason, required: true, maxLength: longest });

async function hold(context: CallerContext, id: string, body: unknown): Promise<RouteAnswer> {
  const session = await sessionHere(context, id);
  const { reason: given } = await parseBody(context, { reason }, body);
  const why = typeof given === "string" ? given.trim() : "";
  if (why === "") throw new ValidationError({ reason: [common.required] });
  const { db, principal, timeZone } = context;
  const by = `${principal.name}(${principal.username})`;
  const before = await heldBy(context, session.id);
  const { rows } = await sql<{ date_created: Date }>`
    insert into session_holds (session_id, org_id, reason, held_by)
    values (${session.id}::uuid, ${session.org_id}::uuid, ${why}, ${by})
    on conflict (session_id) do update set reason = excluded.reason, held_by = excluded.held_by
    returning date_created
  `.execute(db);
  await tell(context, session, before === null ? "create" : "update", before, why);
  const date = rows[0]?.date_created ?? new Date();
  return { body: { reason: why, held_by: by, date_created: writeInstant(date, timeZone) } };
}

async function lift(context: CallerContext, id: string): Promise<RouteAnswer> {
  const session = await sessionHere(context, id);
  const before = await heldBy(context, session.id);
  if (before === null) throw new NotFound(text.hold);
  await sql`delete from session_holds where session_id = ${session.id}::uuid`.execute(context.db);
  await tell(context, session, "delete", before, "");
  return { status: 204 };
}

async function heldBy({ db }: CallerContext, sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ reason: string }>`
    select reason from session_holds where session_id = ${sessionId}::uuid for update
  `.execute(db);
  return rows[0]?.reason ?? null;
}

/** Holding and letting go are matters of record themselves. */
function tell(
  context: CallerContext,
  session: RecordedSession,
  action: "create" | "update" | "delete",
  before: string | null,
  after: string,
): Promise<void> {
  const { en, zh, ja } = text.reason;
  return recordOperation(context, {
    action,
    type: text.hold,
    name: `${session.user} ${session.account}@${session.asset}`.slice(0, 128),
    id: session.id,
    organizationId: session.org_id,
    changes: [{ field: "reason", label: { en, zh, ja }, before: before ?? "", after }],
  });
}

/** Legal holds on sessions, an addition. Contract: docs/contract/sessions.md, section 13. */
export const holdRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["PUT", "DELETE"],
    path: "/api/v1/sallyport/sessions/:id/hold/",
    access: permission("terminal.change_session"),
    title: "Session Hold",
    fields: { PUT: { reason } },
    handle: (context, { method, params, body }) =>
      method === "PUT"
        ? hold(caller(context), params.id ?? "", body)
        : lift(caller(context), params.id ?? ""),
  },
];
