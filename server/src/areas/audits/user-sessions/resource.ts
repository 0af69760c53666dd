import { type RawBuilder, sql } from "kysely";
import { type Organization, permission } from "../../../engine/access/index.ts";
import { httpSessionsTable } from "../../../engine/http/index.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import {
  computed,
  datetime,
  defineResource,
  exact,
  exactUuid,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { userRoles } from "../../roles/index.ts";
import { usersTable } from "../../users/index.ts";
import { text as logText } from "../texts.ts";
import { text } from "./texts.ts";

/** The live sessions (`t`) an organization sees: those of its members; the root one sees all. */
export const liveSessionsOf = ({ id, isRoot }: Pick<Organization, "id" | "isRoot">): RawBuilder<boolean> => {
  const mine = isRoot ? sql<boolean>`true` : userRoles.isMember("t.user_id", id);
  return sql<boolean>`t.user_id is not null and t.date_expired > now() and ${mine}`;
};

const displayName = sql`(select u.name || '(' || u.username || ')' from ${usersTable} u where u.id = t.user_id)`;

/**
 * Who is signed in to the console, from where and since when. An extension.
 * Contract: docs/contract/audits.md, section 4.
 */
export const userSessions = defineResource({
  path: "sallyport/user-sessions",
  app: "audits",
  model: "userloginlog",
  label: text.userSession,
  title: "User Session",
  scope: "global",
  table: httpSessionsTable.name,
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id, readOnly: true }),
    user: computed({
      label: logText.user,
      type: "string",
      select: () => displayName,
      present: ({ user }) => String(user ?? ""),
    }),
    user_id: uuid({ label: text.userId, readOnly: true }),
    remote_addr: textField({ label: logText.remoteAddress, readOnly: true }),
    user_agent: textField({ label: logText.userAgent, readOnly: true }),
    is_current: computed({
      label: text.isCurrent,
      type: "boolean",
      columns: ["key"],
      present: ({ key }, { session }) => session?.key.equals(key as Buffer) === true,
    }),
    date_start: datetime({ label: text.dateStart, readOnly: true, column: "date_created" }),
    date_last: datetime({ label: text.dateLast, readOnly: true, column: "date_touched" }),
    date_expired: datetime({ label: text.dateExpired, readOnly: true }),
  },
  filters: { user_id: exactUuid("t.user_id"), remote_addr: exact("t.remote_addr") },
  search: ["(select u.name || ' ' || u.username from users u where u.id = t.user_id)", "t.remote_addr"],
  order: { by: ["remote_addr", "date_start", "date_last", "date_expired"], default: ["-date_last"] },
  where: ({ organization }) => liveSessionsOf(organization),
  operations: ["list"],
  access: { list: permission("audits.view_userloginlog") },
  files: { previewed: false },
  displayColumn: "id",
});
