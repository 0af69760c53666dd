import { sql } from "kysely";
import { requirePermission } from "../../engine/access/index.ts";
import { BadRequest } from "../../engine/errors.ts";
import { text as common } from "../../engine/i18n/index.ts";
import type { AfterWriteEvent, Field, WriteEvent } from "../../engine/resource/index.ts";
import { type KnownTemplate, putTemplatesOnAssets, templatesById } from "../accounts/index.ts";
import { nodeSubtreeAssetsTable } from "../assets/index.ts";

const marker = "%";

/** The field that a permission names accounts by. */
type AccountNames = { readonly accounts: Field<readonly string[]> };

/** The templates a write names, from its validation until it is written. */
const chosen = new WeakMap<object, readonly KnownTemplate[]>();

/** The templates that validated values name: what saving them makes accounts from. */
export const templatesIn = (values: object): readonly KnownTemplate[] => chosen.get(values) ?? [];

/**
 * Each account once. `%<id>` stands for the user name of an account template; unknown ones vanish. Anyone who names
 * one has to be able to see templates and to add accounts. Contract: docs/contract/permissions.md, section 6a.
 */
export async function settleAccounts({ context, values }: WriteEvent<AccountNames>): Promise<void> {
  const { accounts } = values;
  if (accounts === undefined) return;
  const ids = accounts.flatMap((entry) => (entry.startsWith(marker) ? [entry.slice(1).toLowerCase()] : []));
  const usernames: string[] = [];
  if (ids.length > 0) {
    if (context.organization.isRoot) throw new BadRequest("error", common.rootOrganizationWrite);
    requirePermission(context, "accounts.view_accounttemplate", "accounts.add_account");
    const templates = await templatesById(context, ids);
    chosen.set(values, templates);
    usernames.push(...templates.map(({ username }) => username).filter((username) => username !== ""));
  }
  values.accounts = [...new Set([...accounts.filter((entry) => !entry.startsWith(marker)), ...usernames])];
}

/** Makes the accounts of the templates that were named, on all the permission covers now. */
export async function makeTemplateAccounts({
  context,
  id,
  values,
}: AfterWriteEvent<AccountNames>): Promise<void> {
  const templates = templatesIn(values);
  if (templates.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select asset_id as id from asset_permission_assets where permission_id = ${id}::uuid
    union select s.asset_id from asset_permission_nodes n join ${nodeSubtreeAssetsTable} s on s.node_id = n.node_id
      where n.permission_id = ${id}::uuid
  `.execute(context.db);
  await putTemplatesOnAssets(
    context,
    templates,
    rows.map((row) => row.id),
  );
}
