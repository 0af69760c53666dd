import { sql } from "kysely";
import { text as common } from "../../engine/i18n/index.ts";
import {
  datetime,
  defineResource,
  exact,
  instant,
  mostExactlyCounted,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { roleBindingsTable } from "../roles/index.ts";
import { passwordChangeLogsTable, usersTable } from "../users/index.ts";
import { text } from "./texts.ts";

/**
 * Whose password was set, and by whom. Outside the root organization: those of its members only. Contract:
 * docs/contract/sessions.md, section 10.
 */
export const passwordChangeLogs = defineResource({
  path: "audits/password-change-logs",
  app: "audits",
  model: "passwordchangelog",
  label: text.passwordChangeLog,
  title: "Password Change Log",
  scope: "global",
  table: passwordChangeLogsTable.name,
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id, readOnly: true }),
    user: textField({ label: text.user, required: true, maxLength: 128 }),
    change_by: textField({ label: text.changeBy, required: true, maxLength: 128 }),
    remote_addr: textField({ label: text.remoteAddress, maxLength: 128 }),
    datetime: datetime({ label: text.datetime, readOnly: true }),
  },
  filters: {
    user: exact("t.user"),
    change_by: exact("t.change_by"),
    remote_addr: exact("t.remote_addr"),
    date_from: instant("t.datetime", ">="),
    date_to: instant("t.datetime", "<="),
  },
  searchText: `lower(t."user" || E'\\n' || t.change_by || E'\\n' || t.remote_addr)`,
  hasSearchParts: true,
  countsUpTo: mostExactlyCounted,
  order: { by: ["user", "change_by", "remote_addr", "datetime"], default: ["-datetime"] },
  where: ({ organization }) =>
    organization.isRoot
      ? null
      : sql<boolean>`t.username in (
          select u.username from ${usersTable} u join ${roleBindingsTable} b on b.user_id = u.id
          where b.org_id = ${organization.id}::uuid
        )`,
  operations: ["list", "retrieve"],
  displayColumn: "user",
});
