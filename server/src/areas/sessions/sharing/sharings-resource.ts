import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import {
  boolean,
  computed,
  contains,
  datetime,
  defineResource,
  exactBoolean,
  exactInteger,
  exactUuid,
  type Field,
  findRow,
  organizationFields,
  parseBody,
  prepareResource,
  type Row,
  retrieveObject,
  stamps,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { usersTable } from "../../users/index.ts";
import { closeSharing, openSharing, requireMembers, sharePath } from "./open-sharing.ts";
import { codeContext } from "./share-code.ts";
import { minutesField, peopleField, permissionField, related } from "./sharing-fields.ts";
import { displayOf, requireSharing, type SharePermission, sharingChanged } from "./sharing-state.ts";
import { text } from "./texts.ts";

/** The code, for who made the link. */
export const codeField = computed({
  label: text.verifyCode,
  type: "string",
  columns: ["id", "verify_code_sealed"],
  masked: true,
  present: (row, { services }) =>
    services.secrets.open(String(row.verify_code_sealed), codeContext(String(row.id))),
});

/** Where the link leads. */
export const linkField = computed({
  label: text.url,
  columns: ["id", "origin"],
  present: ({ id, origin }) => `${String(origin)}${sharePath(String(id))}`,
});

/** Names of those a link is for. */
export const peopleNames = computed({
  label: text.usersDisplay,
  columns: ["users"],
  load: async ({ db }, rows) => {
    const ids = [...new Set(rows.flatMap(({ users }) => users as string[]))];
    const { rows: found } = await sql<{ id: string; display: string }>`
      select id, name || '(' || username || ')' as display from ${usersTable} where id = any(${ids}::uuid[])
    `.execute(db);
    return new Map(found.map(({ id, display }) => [id, display]));
  },
  present: ({ users }, _context, loaded) => {
    const names = loaded as ReadonlyMap<string, string>;
    return (users as string[]).flatMap((id) => names.get(id) ?? []);
  },
});

const originField = textField({ label: text.origin, maxLength: 200, blank: true });

const activeField = boolean({ label: common.isActive, default: true });

/** What a request for a link says. */
export const askedFields = {
  session: related(text.session, { id: "session_id" }, { required: true }),
  expired_time: minutesField,
  users: peopleField,
  origin: originField,
  action_permission: permissionField({ writeOnly: true }),
  is_active: activeField,
} satisfies Readonly<Record<string, Field>>;

/** What can be changed of a link. */
const changeable = {
  is_active: activeField,
  expired_time: minutesField,
  users: peopleField,
  action_permission: permissionField({ writeOnly: true }),
} satisfies Readonly<Record<string, Field>>;

const fields = {
  id: uuid({ label: common.id, readOnly: true }),
  verify_code: codeField,
  ...askedFields,
  created_by: textField({ label: common.createdBy, readOnly: true, maxLength: 128 }),
  users_display: peopleNames,
  url: linkField,
  creator: {
    ...related(text.creator, { id: "creator_id", name: "created_by" }),
    options: { label: text.creator, readOnly: true },
  },
  org_id: organizationFields.org_id,
  org_name: organizationFields.org_name,
  date_expired: {
    ...datetime({ label: text.dateExpired, readOnly: true }),
  },
  ...stamps("date_created", "date_updated"),
} satisfies Readonly<Record<string, Field>>;

/**
 * Links by which others join a session, for who made them. Contract: docs/contract/sharing.md, section 1.
 */
export const sharingsResource = defineResource({
  path: "terminal/session-sharings",
  app: "terminal",
  model: "sessionsharing",
  label: text.sharing,
  title: "Session Sharing",
  scope: "organization",
  table: "session_sharings",
  fields,
  filters: {
    session: exactUuid("t.session_id"),
    creator: exactUuid("t.creator_id"),
    is_active: exactBoolean("t.is_active"),
    expired_time: exactInteger("t.expired_time"),
    created_by: { ...contains("t.created_by"), announced: false },
  },
  search: ["t.created_by"],
  order: {
    by: ["expired_time", "is_active", "created_by", "date_created", "date_updated"],
    default: ["-date_created"],
  },
  // Of a component: those of the sessions it carries, which may be anybody's.
  where: ({ principal }) =>
    principal?.isServiceAccount === true ? null : sql<boolean>`t.creator_id = ${principal?.id ?? null}::uuid`,
  operations: ["list", "retrieve"],
  describedFor: ["POST", "PUT", "PATCH"],
  hasOwnUpdate: true,
  displayColumn: "created_by",
  files: { without: ["verify_code"] },
  hooks: { beforeRead: ({ services }) => requireSharing(services) },
});

const prepared = prepareResource(sharingsResource);

/** Reads a request for a link, and makes it. */
export async function makeSharing(context: CallerContext, body: unknown): Promise<string> {
  const { services, db, principal } = context;
  await requireSharing(services);
  const asked = await parseBody(context, askedFields, body);
  const made = await openSharing(
    services,
    db,
    {
      sessionId: String(asked.session),
      minutes: Number(asked.expired_time),
      users: asked.users as string[],
      origin: String(asked.origin ?? ""),
      permission: asked.action_permission as SharePermission,
      isActive: asked.is_active !== false,
    },
    principal.isServiceAccount ? null : principal,
  );
  const { id, organizationId } = made;
  await recordOperation(context, {
    action: "create",
    type: text.sharing,
    name: made.sessionId,
    id,
    organizationId,
  });
  return id;
}

/** Changes a link of the caller's; those who came by it are looked at again. */
async function change(context: CallerContext, row: Row, body: unknown): Promise<void> {
  const { services, db, principal } = context;
  const given = isObject(body) ? body : {};
  const wanted = Object.fromEntries(
    Object.entries(changeable).filter(([name]) => Object.hasOwn(given, name)),
  );
  const values = await parseBody(context, wanted, given);
  const id = String(row.id);
  const sessionId = String(row.session_id);
  const by = displayOf(principal);
  if (Array.isArray(values.users)) {
    const users = [...new Set(values.users as string[])];
    await requireMembers(db, users, String(row.org_id));
    values.users = users;
  }
  if (typeof values.expired_time === "number") {
    values.date_expired = new Date((row.date_created as Date).getTime() + values.expired_time * 60_000);
  }
  if (values.is_active === false) await closeSharing(services, db, { id, sessionId }, by);
  await db
    .updateTable("session_sharings")
    .set({ ...values, updated_by: by, date_updated: new Date() })
    .where("id", "=", id)
    .execute();
  await sharingChanged(services, db, sessionId);
  await recordOperation(context, { action: "update", type: text.sharing, name: sessionId, id });
}

async function answer(context: CallerContext, id: string, status: number): Promise<RouteAnswer> {
  const { body } = await retrieveObject(prepared, context, id);
  return { status, body };
}

/** What a link is made by and changed by. */
export const sharingRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["POST"],
    path: "/api/v1/terminal/session-sharings/",
    access: permission("terminal.add_supersessionsharing"),
    title: "Session Sharing List",
    handle: async (context, { body }) => {
      const id = await makeSharing(caller(context), body);
      return answer(caller(context), id, 201);
    },
  },
  {
    methods: ["PUT", "PATCH"],
    path: "/api/v1/terminal/session-sharings/:id/",
    access: permission("terminal.change_sessionsharing"),
    title: "Session Sharing Instance",
    handle: async (context, { body, params }) => {
      await requireSharing(context.services);
      const row = await findRow(prepared, caller(context), params.id ?? "", true);
      await change(caller(context), row, body);
      return answer(caller(context), String(row.id), 200);
    },
  },
];
