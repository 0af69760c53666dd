import { type RawBuilder, sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import type { RouteDeclaration } from "../../engine/http/index.ts";
import { text as engineText } from "../../engine/i18n/index.ts";
import {
  computed,
  datetime,
  defineResource,
  type Field,
  integer,
  isUuid,
  labeledChoice,
  type ResourceDeclaration,
  scopedList,
} from "../../engine/resource/index.ts";
import { secretTypeChoices } from "./account-fields.ts";
import { accountsResource } from "./account-resource.ts";
import { openSecret, readOnly } from "./open-secret.ts";
import { recordReading } from "./secret-readings.ts";
import { openAccountSecret, openFormerSecret, type SealedAccount, type SealedVersion } from "./secrets.ts";
import { text } from "./texts.ts";

const path = "accounts/account-secrets";
const view = permission("accounts.view_accountsecret");

/**
 * Accounts with their secrets in the clear: to be read after a second factor only, and every reading is written
 * down. Contract: docs/contract/accounts.md, "Reading secrets".
 */
export function accountSecretsResource(): ResourceDeclaration {
  const { actions: _actions, hooks: _hooks, found: _found, fields, ...accounts } = accountsResource();
  return defineResource({
    ...accounts,
    path,
    model: "accountsecret",
    title: "Account Secrets",
    fields: readOnly({
      ...fields,
      secret: openSecret(["id", "secret_sealed"], (services, row) =>
        openAccountSecret(services, row as unknown as SealedAccount),
      ),
    }),
    operations: ["list", "retrieve"],
    confirm: { list: "mfa", retrieve: "mfa" },
    hooks: {
      beforeRead: (context, { operation, rows }) =>
        recordReading(context, operation, sql`select t.id from accounts t where ${rows}`),
    },
  });
}

const historyFields: Record<string, Field> = {
  id: integer({ label: engineText.id, readOnly: true }),
  secret: openSecret(["account_id", "version", "secret_sealed"], (services, row) =>
    openFormerSecret(services, row as unknown as SealedVersion),
  ),
  secret_type: labeledChoice({ label: text.secretType, readOnly: true, choices: secretTypeChoices }),
  version: integer({ label: text.version, readOnly: true }),
  history_date: datetime({ label: text.historyDate, readOnly: true }),
  history_user: computed({
    label: text.historyUser,
    columns: ["history_user"],
    present: (row) => (row.history_user === null ? null : String(row.history_user)),
  }),
};

/** The secrets an account had before the one it has; each version is written once and never changed. */
async function formerSecrets(context: CallerContext, id: string): Promise<RawBuilder<boolean>> {
  const { organization } = context;
  const here = organization.isRoot ? sql`true` : sql`a.org_id = ${organization.id}::uuid`;
  const { rows } = isUuid(id)
    ? await sql<{ id: string; version: number }>`
        select a.id, a.version from accounts a where a.id = ${id}::uuid and ${here}
      `.execute(context.db)
    : { rows: [] };
  const [account] = rows;
  if (account === undefined) throw new NotFound(text.account);
  return sql<boolean>`t.account_id = ${account.id}::uuid and t.version < ${account.version}`;
}

/** `account-secrets/{id}/histories/`. Contract: docs/contract/accounts.md, "Reading secrets". */
export const secretHistoriesRoute: RouteDeclaration = scopedList({
  path: `/api/v1/${path}/:id/histories/`,
  access: view,
  confirm: "mfa",
  rows: {
    title: "Account History",
    label: text.account,
    scope: "global",
    table: "account_histories",
    key: { kind: "integer" },
    fieldOrder: "declared",
    fields: historyFields,
    files: { protected: true },
    order: { by: ["id", "version", "history_date", "secret_type"], default: ["-version"] },
    hooks: {
      beforeRead: (context, { rows }) =>
        recordReading(context, "retrieve", sql`select t.account_id from account_histories t where ${rows}`),
    },
  },
  within: (context, { params }) => formerSecrets(context, params.id ?? ""),
});
