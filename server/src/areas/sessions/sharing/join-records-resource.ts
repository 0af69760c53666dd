import { isIP } from "node:net";
import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { PermissionDenied, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, translate, withParameters } from "../../../engine/i18n/index.ts";
import {
  boolean,
  computed,
  datetime,
  defineResource,
  exactBoolean,
  exactChoice,
  exactUuid,
  type Field,
  instant,
  labeledChoice,
  organizationFields,
  parseBody,
  prepareResource,
  retrieveObject,
  stamps,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { usersTable } from "../../users/index.ts";
import { joinSharing, sayingOf } from "./join-sharing.ts";
import { leaveSharing } from "./participants.ts";
import { permissionField, related } from "./sharing-fields.ts";
import type { Person } from "./sharing-state.ts";
import { sharingChanged } from "./sharing-state.ts";
import { text } from "./texts.ts";

const origins = [
  { value: "ST", label: text.sshTerminal },
  { value: "RT", label: text.rdpTerminal },
  { value: "WT", label: text.webTerminal },
  { value: "DT", label: text.databaseTerminal },
];

/** What a component says of somebody who joins. */
const asked = {
  verify_code: textField({ label: text.verifyCode, required: true, maxLength: 16 }),
  remote_addr: textField({ label: text.remoteAddress, required: true, maxLength: 128 }),
  login_from: labeledChoice({ label: text.loginFrom, default: "WT", choices: origins }),
  sharing: related(text.sharing, { id: "sharing_id" }, { required: true }),
  joiner: related(text.joiner, { id: "joiner_id", name: "joiner" }, { required: true }),
} satisfies Readonly<Record<string, Field>>;

const fields = {
  id: uuid({ label: common.id }),
  joiner_display: textField({ label: text.joiner, readOnly: true, column: "joiner" }),
  // What somebody typed may open a link that still holds: nobody reads it here.
  verify_code: { ...asked.verify_code, columns: [], present: () => "******" },
  remote_addr: asked.remote_addr,
  login_from: asked.login_from,
  reason: computed({
    label: text.reason,
    columns: ["reason"],
    present: ({ reason }, { language }) => {
      const saying = sayingOf(String(reason));
      return saying === null ? "-" : translate(saying, language);
    },
  }),
  created_by: textField({ label: common.createdBy, readOnly: true, maxLength: 128 }),
  action_permission: permissionField({ readOnly: true }),
  session: related(text.session, { id: "session_id" }),
  sharing: asked.sharing,
  joiner: asked.joiner,
  org_id: organizationFields.org_id,
  org_name: organizationFields.org_name,
  is_success: boolean({ label: text.isSuccess, readOnly: true, default: true }),
  is_finished: boolean({ label: text.isFinished, readOnly: true, default: false }),
  date_joined: datetime({ label: text.dateJoined, readOnly: true }),
  date_left: datetime({ label: text.dateLeft, readOnly: true }),
  ...stamps("date_created", "date_updated"),
} satisfies Readonly<Record<string, Field>>;

/** Who joined sessions, and who tried to. Contract: docs/contract/sharing.md, section 3. */
export const joinRecordsResource = defineResource({
  path: "terminal/session-join-records",
  app: "terminal",
  model: "sessionjoinrecord",
  label: text.joinRecord,
  title: "Session Join Records",
  scope: "organization",
  table: "session_join_records",
  fields,
  filters: {
    sharing: exactUuid("t.sharing_id"),
    session: exactUuid("t.session_id"),
    joiner: exactUuid("t.joiner_id"),
    login_from: exactChoice(
      "t.login_from",
      origins.map(({ value }) => value),
    ),
    is_success: exactBoolean("t.is_success"),
    is_finished: exactBoolean("t.is_finished"),
    date_from: instant("t.date_joined", ">="),
    date_to: instant("t.date_joined", "<="),
  },
  search: ["t.joiner", "t.remote_addr"],
  order: {
    by: [
      "remote_addr",
      "login_from",
      "is_success",
      "is_finished",
      "date_joined",
      "date_left",
      "date_created",
    ],
    default: ["-date_joined"],
  },
  operations: ["list", "retrieve"],
  describedFor: ["POST"],
  displayColumn: "joiner",
});

const prepared = prepareResource(joinRecordsResource);

/** Who joins: a component says who, a person can only speak for themselves. */
async function joinerOf({ db, principal }: CallerContext, id: string): Promise<Person> {
  if (!principal.isServiceAccount) {
    if (id !== principal.id) throw new PermissionDenied();
    return principal;
  }
  const { rows } = await sql<Person>`
    select id, name, username from ${usersTable} where id = ${id}::uuid and is_active and not is_service_account
  `.execute(db);
  const found = rows[0];
  if (found === undefined) {
    throw new ValidationError({ joiner: [withParameters(common.objectMissing, { pk: id })] });
  }
  return found;
}

async function join(context: CallerContext, body: unknown): Promise<RouteAnswer> {
  const { services, db, principal, language } = context;
  const { verify_code, remote_addr, login_from, sharing, joiner } = await parseBody(context, asked, body);
  const person = await joinerOf(context, String(joiner));
  const given = String(remote_addr);
  const joined = await joinSharing(services, db, {
    sharingId: String(sharing),
    code: String(verify_code),
    person,
    remoteAddress: principal.isServiceAccount && isIP(given) !== 0 ? given : context.remoteAddress,
    loginFrom: login_from as "WT",
    isHere: () => true,
  });
  if ("refused" in joined) {
    const saying = sayingOf(joined.refused);
    return { status: 400, body: { error: saying === null ? "" : translate(saying, language) } };
  }
  const { body: made } = await retrieveObject(prepared, context, joined.recordId);
  return { status: 201, body: made };
}

/** What a change can tell: that somebody left. Who joined, when and from where stays as it was recorded. */
const changed = {
  is_finished: boolean({ label: text.isFinished, default: false }),
} satisfies Readonly<Record<string, Field>>;

/** Records that the person of this record has left. */
async function finish(context: CallerContext, record: unknown): Promise<void> {
  const { id, session } = record as { id: string; session: { id: string } };
  if (!(await leaveSharing(context.db, id))) return;
  await sharingChanged(context.services, context.db, session.id);
  await recordOperation(context, { action: "update", type: text.joinRecord, name: session.id, id });
}

/** What components report of who joins and leaves. */
export const joinRecordRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["POST"],
    path: "/api/v1/terminal/session-join-records/",
    access: permission("terminal.add_sessionjoinrecord"),
    title: "Session Join Records List",
    handle: (context, { body }) => join(caller(context), body),
  },
  {
    methods: ["PATCH"],
    path: "/api/v1/terminal/session-join-records/:id/",
    access: permission("terminal.change_sessionjoinrecord"),
    title: "Session Join Records Instance",
    fields: { PATCH: changed },
    handle: async (routeContext, { params, body }) => {
      const context = caller(routeContext);
      const id = params.id ?? "";
      const current = await retrieveObject(prepared, context, id);
      const { is_finished: isFinished } = await parseBody(context, changed, body);
      if (isFinished !== true) return current;
      await finish(context, current.body);
      return retrieveObject(prepared, context, id);
    },
  },
  {
    methods: ["PATCH"],
    path: "/api/v1/terminal/session-join-records/:id/finished/",
    access: permission("terminal.change_sessionjoinrecord"),
    title: "Session Join Records Instance",
    handle: async (routeContext, { params }) => {
      const context = caller(routeContext);
      const { body } = await retrieveObject(prepared, context, params.id ?? "");
      await finish(context, body);
      return { body: { msg: "ok" } };
    },
  },
];
