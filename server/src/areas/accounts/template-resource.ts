import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { text as engineText } from "../../engine/i18n/index.ts";
import {
  type AfterWriteEvent,
  boolean,
  custom,
  defineResource,
  exact,
  inOrganization,
  isUuid,
  text as line,
  type ResourceDeclaration,
  relation,
  transient,
  type WriteEvent,
} from "../../engine/resource/index.ts";
import { secretTypesOf } from "../assets/index.ts";
import { accountFields } from "./account-fields.ts";
import { openSecret, readOnly } from "./open-secret.ts";
import { partFromTemplate, passOnTemplate } from "./pass-on-template.ts";
import { recordReading } from "./secret-readings.ts";
import { type CheckedSecret, checkSecret } from "./secrets.ts";
import { openTemplateSecret, putTemplatesInVault, templateSecretContext } from "./templates.ts";
import { text } from "./texts.ts";
import { unpagedList } from "./unpaged-list.ts";

const {
  id,
  secret_type,
  secret,
  passphrase,
  spec_info,
  created_by,
  comment,
  privileged,
  is_active,
  ...shared
} = accountFields();
const { has_secret, date_created, date_updated } = shared;

const fields = {
  id,
  name: line({ label: engineText.name, required: true, maxLength: 128 }),
  username: line({ label: text.username, help: text.usernameHelp, blank: true, maxLength: 128 }),
  secret_type,
  secret,
  passphrase,
  spec_info,
  created_by,
  comment,
  su_from: relation({
    label: text.suFrom,
    nullable: true,
    column: "su_from_id",
    target: {
      table: "account_templates",
      key: "uuid",
      attributes: { id: "r.id", name: "r.name", username: "r.username" },
      where: inOrganization,
    },
  }),
  privileged,
  is_active,
  is_sync_account: transient(boolean({ label: text.syncAccounts, default: false })),
  has_secret,
  date_created,
  date_updated,
};

type Event = WriteEvent<typeof fields>;

/** The secret as it will be stored; set by `validate`, taken by `columns` and `afterWrite`. */
const checked = new WeakMap<Event["values"], CheckedSecret>();

/** The value a template has after a write. */
const afterwards = (
  { before, values }: Event,
  column: "username" | "secret_type",
  otherwise: string,
): string => values[column] ?? before?.[column] ?? otherwise;

async function validate(event: Event): Promise<void> {
  const { before, values } = event;
  const secretType = afterwards(event, "secret_type", "password");
  const typed = values.secret ?? "";
  if (typed !== "") checked.set(values, checkSecret(secretType, typed, values.passphrase ?? ""));
  else if (before !== null && before.secret_sealed !== null && secretType !== before.secret_type) {
    throw new ValidationError({ secret: [text.secretOfOtherType] });
  }
  await checkSwitch(event);
}

async function checkSwitch({ context, before, values }: Event): Promise<void> {
  if (values.su_from === undefined || values.su_from === null || before === null) return;
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, su_from_id, 1 as depth from account_templates where id = ${values.su_from}
      union all
      select t.id, t.su_from_id, chain.depth + 1 from chain join account_templates t on t.id = chain.su_from_id
      where chain.depth < 50
    ) select id from chain
  `.execute(context.db);
  if (rows.some((row) => row.id === before.id)) throw new ValidationError({ su_from: [text.suFromCycle] });
}

function columns({ context, before, values }: Event): Record<string, unknown> {
  const own = before?.id ?? values.id ?? randomUUID();
  const fresh = checked.get(values);
  return {
    ...(before === null ? { id: own } : {}),
    ...(fresh === undefined
      ? {}
      : {
          secret_sealed: context.services.secrets.seal(fresh.secret, templateSecretContext(own)),
          key_fingerprint: fresh.fingerprint,
        }),
  };
}

/** What a change means for the accounts that were made from the template. */
async function afterWrite(event: AfterWriteEvent<typeof fields>): Promise<void> {
  const { context, before, values } = event;
  await saveInVault([event]);
  if (before === null) return;
  const templateId = before.id;
  const username = afterwards(event, "username", "");
  const secretType = afterwards(event, "secret_type", "password");
  if (username !== before.username || secretType !== before.secret_type) {
    return await partFromTemplate(context, templateId);
  }
  const fresh = checked.get(values);
  if (values.is_sync_account !== true || fresh === undefined) return;
  const known = await openTemplateSecret(context.services, templateId, before.secret_sealed);
  if (known !== fresh.secret) await passOnTemplate(context, { id: templateId, username, secretType }, fresh);
}

/** Puts what is new into the vault, where secrets belong there. */
async function saveInVault(events: readonly AfterWriteEvent<typeof fields>[]): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const secrets = new Map(
    events.flatMap(({ id, values }) => {
      const secret = checked.get(values)?.secret;
      return secret === undefined ? [] : [[String(id), secret]];
    }),
  );
  await putTemplatesInVault(first.context, secrets);
}

/** Templates a template could switch from: never itself, nor one that switches from it. */
function couldSwitchFrom({ query }: CallerContext) {
  const template = query.get("template_id") ?? "";
  return isUuid(template)
    ? sql`t.id <> ${template}::uuid and t.su_from_id is distinct from ${template}::uuid`
    : sql`true`;
}

/** Kinds of secret that the named protocols take. */
const ofProtocols = custom((value) => {
  const names = value.split(",").filter((name) => name !== "");
  const types = [...new Set(names.flatMap((name) => secretTypesOf(name)))];
  return sql<boolean>`t.secret_type = any(${types.length === 0 ? ["password"] : types}::text[])`;
});

/** Templates of accounts. Contract: docs/contract/accounts.md, "Templates". */
export const accountTemplatesResource: ResourceDeclaration = defineResource({
  path: "accounts/account-templates",
  app: "accounts",
  model: "accounttemplate",
  label: text.accountTemplate,
  title: "Account Template",
  scope: "organization",
  table: "account_templates",
  fields,
  stamped: ["updated_by"],
  filters: { username: exact("t.username"), name: exact("t.name"), protocols: ofProtocols },
  search: ["t.username", "t.name"],
  order: {
    by: ["name", "username", "secret_type", "privileged", "is_active", "date_created", "date_updated"],
    default: ["name"],
  },
  createTogether: true,
  hooks: { validate, columns, afterWrite, afterCreateMany: saveInVault },
  actions: [
    {
      name: "su-from-account-templates",
      on: "collection",
      methods: ["GET"],
      access: permission("accounts.view_accounttemplate"),
      handle: async (context) => ({
        body: await unpagedList(accountTemplatesResource, context, couldSwitchFrom(context)),
      }),
    },
  ],
});

/** Templates with their secrets in the clear, to be read after a second factor only; every reading is written down. */
export const templateSecretsResource: ResourceDeclaration = defineResource({
  ...withoutActions(accountTemplatesResource),
  path: "accounts/account-template-secrets",
  model: "accounttemplatesecret",
  title: "Account Template Secrets",
  fields: readOnly({
    ...fields,
    secret: openSecret(["id", "secret_sealed"], (services, row) =>
      openTemplateSecret(services, String(row.id), row.secret_sealed),
    ),
  }),
  operations: ["list", "retrieve"],
  confirm: { list: "mfa", retrieve: "mfa" },
  files: { protected: true },
  hooks: {
    beforeRead: (context, { operation, rows }) =>
      recordReading(context, operation, sql`select t.id from account_templates t where ${rows}`, {
        table: "account_templates",
        type: text.accountTemplate,
      }),
  },
});

function withoutActions({ actions: _actions, ...declaration }: ResourceDeclaration) {
  return declaration;
}
