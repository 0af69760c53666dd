import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { text as common, type Message, translate } from "../../../engine/i18n/index.ts";
import {
  boolean,
  choice,
  computed,
  defineResource,
  exactChoice,
  stamps,
  uuid,
} from "../../../engine/resource/index.ts";
import type { WrittenHook } from "../../organizations/index.ts";
import { text as accountText } from "../texts.ts";
import { clearLoginSecrets } from "./login-secret.ts";
import { text } from "./texts.ts";

/** What the aliases stand for. */
const aliases: Readonly<
  Record<string, { readonly name: Message; readonly username: Message | null; readonly comment: Message }>
> = {
  "@INPUT": { name: text.input, username: text.input, comment: text.inputComment },
  "@USER": { name: text.user, username: text.sameWithUser, comment: text.userComment },
  "@ANON": { name: text.anonymous, username: null, comment: text.anonymousComment },
};

/** The description of an alias in the words of the reader. */
const told = (label: Message, what: "name" | "username" | "comment") =>
  computed({
    label,
    type: "string",
    columns: ["alias"],
    present: (row, { language }) => {
      const message = aliases[String(row.alias)]?.[what] ?? null;
      return message === null ? "" : translate(message, language);
    },
  });

/**
 * Accounts that are not stored: what permissions mean by `@INPUT`, `@USER` and `@ANON`. Every organization has the
 * three; they are neither made nor removed. Contract: docs/contract/accounts.md, "Virtual accounts".
 */
export const virtualAccountsResource = defineResource({
  path: "accounts/virtual-accounts",
  app: "accounts",
  model: "virtualaccount",
  label: text.virtualAccount,
  title: "Virtual Account",
  scope: "organization",
  table: "virtual_accounts",
  key: { kind: "uuid", alias: "alias" },
  displayColumn: "alias",
  operations: ["list", "retrieve", "update", "bulk"],
  fields: {
    id: uuid({ label: common.id, readOnly: true }),
    alias: choice({
      label: text.alias,
      readOnly: true,
      choices: Object.entries(aliases).map(([value, { name }]) => ({ value, label: name })),
    }),
    username: told(accountText.username, "username"),
    name: told(common.name, "name"),
    comment: told(common.comment, "comment"),
    secret_from_login: boolean({
      label: text.secretFromLogin,
      help: text.secretFromLoginHelp,
      nullable: true,
    }),
    ...stamps("date_created", "date_updated"),
  },
  filters: { alias: exactChoice("t.alias", Object.keys(aliases)) },
  search: ["t.alias"],
  order: { by: ["alias", "date_created", "date_updated"], default: ["alias"] },
  hooks: {
    validate: ({ before, values }) => {
      if (values.secret_from_login === true && before?.alias !== "@USER") {
        throw new ValidationError({ secret_from_login: [text.onlyOfDynamicUser] });
      }
      // The others have nothing to decide.
      if (before?.alias !== "@USER") delete values.secret_from_login;
    },
    afterWrite: ({ context }) => clearLoginSecrets(context),
  },
});

/** New organizations have virtual accounts from the start. */
export const addToNewOrganization: WrittenHook = async (db, { id }, event) => {
  if (event === "created") await addVirtualAccounts(db, id);
};

async function addVirtualAccounts(db: Kysely<Database>, organizationId: string): Promise<void> {
  await sql`
    insert into virtual_accounts (org_id, alias)
    select ${organizationId}::uuid, alias from unnest(${Object.keys(aliases)}::text[]) as alias
    on conflict do nothing
  `.execute(db);
}
