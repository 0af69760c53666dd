import { type RawBuilder, sql } from "kysely";
import { type CallerContext, requirePermission } from "../../engine/access/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { isObject, plainText } from "../../engine/json.ts";
import { mapConcurrent } from "../../engine/map-concurrent.ts";
import { type AfterWriteEvent, isUuid, recalled } from "../../engine/resource/index.ts";
import {
  callsAtOnce,
  formatPointer,
  openStoredSecret,
  type SealedColumn,
  type SecretStores,
} from "../../engine/secrets/index.ts";
import { assetsTable, platformsTable } from "../assets/index.ts";
import type { AccountFields } from "./account-fields.ts";
import { text } from "./texts.ts";
import { noteOf, type TemplateInVault, templateInVault, templatePath } from "./vault/paths.ts";

/** Where a template's secret is bound to: a sealed value does not open in another row. */
export const templateSecretContext = (templateId: string): string => `account_templates.secret:${templateId}`;

/** The secrets of templates. */
export const templateSecretColumn: SealedColumn = {
  table: "account_templates",
  column: "secret_sealed",
  key: ["id"],
  context: (id = "") => templateSecretContext(id),
};

/** The plain secret of a template, or null when it has none. The caller is responsible for its use. */
export async function openTemplateSecret(
  keepers: SecretStores,
  id: string,
  kept: unknown,
): Promise<string | null> {
  return typeof kept === "string"
    ? openStoredSecret(keepers, {
        kept,
        context: templateSecretContext(id),
        path: `/account-templates/${id}`,
      })
    : null;
}

/** Puts new secrets of templates into the vault, where they belong there, and points the templates to them. */
export async function putTemplatesInVault(
  { db, services }: CallerContext,
  secrets: ReadonlyMap<string, string>,
): Promise<void> {
  if (secrets.size === 0 || !(await services.vault.isOn())) return;
  const { rows } = await sql<TemplateInVault>`
    select ${templateInVault} from account_templates where id = any(${[...secrets.keys()]}::uuid[])
  `.execute(db);
  const client = await services.vault.client();
  const pointers = await mapConcurrent(rows, callsAtOnce, async (template) =>
    formatPointer(
      await client.write(templatePath(template), secrets.get(template.id) ?? "", noteOf(template)),
    ),
  );
  await sql`
    update account_templates t set secret_sealed = v.pointer
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${pointers}::text[]) as v (id, pointer) where t.id = v.id
  `.execute(db);
}

/**
 * What an account made from a template takes from it, in the form a client would send it; nothing without a template.
 * Contract: docs/contract/accounts.md, "Templates".
 * @throws ValidationError on `template` when the organization has none of that id.
 */
export async function fromTemplate(
  context: CallerContext,
  template: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const id = plainText(isObject(template) ? (template.id ?? template.pk) : template).toLowerCase();
  if (id === "") return {};
  requirePermission(context, "accounts.view_accounttemplate");
  const found = isUuid(id)
    ? await recalled(context, `account template ${id}`, () => load(context, id))
    : null;
  if (found === null) throw new ValidationError({ template: text.templateNotFound });
  return found;
}

async function load(
  { db, services, organization }: CallerContext,
  id: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const template = await db
    .selectFrom("account_templates")
    .select(["name", "username", "secret_type", "secret_sealed", "privileged", "is_active", "comment"])
    .where("id", "=", id)
    .where("org_id", "=", organization.id)
    .executeTakeFirst();
  if (template === undefined) return null;
  const { secret_sealed: sealed, ...columns } = template;
  const secret = await openTemplateSecret(services, id, sealed);
  return {
    ...columns,
    ...(secret === null ? {} : { secret }),
    source: "template",
    source_id: id,
    // Which account that is can be told once all of them are there.
    su_from: null,
  };
}

/** New accounts switch as their templates do, as far as the accounts to switch from are there. */
export async function switchNewAsTemplates(events: readonly AfterWriteEvent<AccountFields>[]): Promise<void> {
  const made = events.filter(({ values }) => values.source === "template");
  const [first] = made;
  if (first === undefined) return;
  await switchAsTemplates(first.context, sql<boolean>`a.id = any(${made.map(({ id }) => id)}::uuid[])`);
}

/**
 * Lets accounts made from templates (`which`, over `a`) switch from the account of the same asset with the user name
 * and kind of secret of their template's own `su_from`, where the platform has switching on.
 */
export async function switchAsTemplates({ db }: CallerContext, which: RawBuilder<boolean>): Promise<void> {
  await sql`
    update accounts a set su_from_id = other.id
    from account_templates template
    join account_templates source on source.id = template.su_from_id
    join accounts other on other.username = source.username and other.secret_type = source.secret_type
    join ${assetsTable} on assets.id = other.asset_id
    join ${platformsTable} on platforms.id = assets.platform_id and platforms.su_enabled
    where ${which} and a.source = 'template' and a.source_id = template.id::text
      and other.asset_id = a.asset_id and other.id <> a.id
  `.execute(db);
}
