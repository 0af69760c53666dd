import { sql } from "kysely";
import { text as common, type Message } from "../../../engine/i18n/index.ts";
import {
  computed,
  datetime,
  defineResource,
  exactUuid,
  mostExactlyCounted,
  type ResourceDeclaration,
  relation,
  stamps,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { accountsTable } from "../../accounts/index.ts";
import { assetsTable } from "../../assets/index.ts";
import type { RotationKind } from "./request.ts";
import { text } from "./texts.ts";

/** What a record is about, for the search. */
const about = (table: string, column: string, id: string): string =>
  `(select r.${column} from ${table} r where r.id = t.${id})`;

/** What became of the changes of secrets; nothing of the secrets is in it. */
function recordsOf(kind: RotationKind, path: string, label: Message, title: string): ResourceDeclaration {
  return defineResource({
    path,
    app: "accounts",
    model: "changesecretrecord",
    label,
    title,
    scope: "organization",
    table: "secret_changes",
    displayColumn: "id",
    fields: {
      id: uuid({ label: common.id, readOnly: true }),
      asset: relation({
        label: text.asset,
        readOnly: true,
        nullable: true,
        column: "asset_id",
        target: { table: assetsTable.name, key: "uuid", attributes: { id: "r.id", name: "r.name" } },
      }),
      account: relation({
        label: text.account,
        readOnly: true,
        nullable: true,
        column: "account_id",
        target: { table: accountsTable.name, key: "uuid", attributes: { id: "r.id", name: "r.name" } },
      }),
      date_started: datetime({ label: text.dateStarted, readOnly: true }),
      date_finished: datetime({ label: text.dateFinished, readOnly: true }),
      timedelta: computed({
        label: text.timedelta,
        columns: ["date_started", "date_finished"],
        present: ({ date_started: from, date_finished: to }) =>
          from instanceof Date && to instanceof Date ? (to.getTime() - from.getTime()) / 1000 : null,
      }),
      is_success: computed({
        label: text.isSuccess,
        type: "boolean",
        columns: ["state"],
        present: ({ state }) => state === "success",
      }),
      error: textField({ label: text.error, readOnly: true }),
      execution: computed({
        label: text.execution,
        type: "field",
        columns: ["execution_id"],
        present: ({ execution_id: id }) => ({ id: String(id) }),
      }),
      ...stamps("date_created"),
    },
    fieldOrder: "declared",
    where: () => sql<boolean>`t.kind = ${kind}`,
    filters: { asset: exactUuid("t.asset_id"), execution_id: exactUuid("t.execution_id") },
    search: [
      ...["name", "address"].map((column) => about(assetsTable.name, column, "asset_id")),
      ...["name", "username"].map((column) => about(accountsTable.name, column, "account_id")),
    ],
    order: { by: ["date_started", "date_finished", "date_created"], default: ["-date_created"] },
    operations: ["list"],
    countsUpTo: mostExactlyCounted,
    files: { previewed: false },
  });
}

/** Records of what automations changed and pushed. Contract: docs/contract/account-automations.md, "Records". */
export const rotationResources: readonly ResourceDeclaration[] = [
  recordsOf("change_secret", "accounts/change-secret-records", text.changeRecord, "Change Secret Record"),
  recordsOf("push_account", "accounts/push-account-records", text.pushRecord, "Push Account Record"),
];
