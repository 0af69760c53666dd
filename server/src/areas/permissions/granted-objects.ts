import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import type { RouteAnswer, RouteRequest } from "../../engine/http/index.ts";
import { type Language, translate } from "../../engine/i18n/index.ts";
import { isUuid, type ShortRow, shortList, type Within } from "../../engine/resource/index.ts";
import { assetsTable } from "../assets/index.ts";
import type { PermittedAccount, VirtualAlias } from "./account-rules.ts";
import { presentActions } from "./actions.ts";
import { assetsBelow } from "./assets-below.ts";
import { type GrantedTree, nodeBy } from "./granted-tree.ts";
import { text } from "./texts.ts";

/** What is granted, as the views of users and of groups show it. */

/** The assets granted at or below the node a path names. */
export async function assetsBelowNode(
  context: CallerContext,
  tree: GrantedTree,
  id: string,
): Promise<Within> {
  const node = isUuid(id) ? await nodeBy(context.db, tree, { id }) : null;
  if (node === null) throw new NotFound(text.node);
  return assetsBelow(context.db, tree, node);
}

const virtualNames: Readonly<Record<VirtualAlias, typeof text.manualInput>> = {
  "@INPUT": text.manualInput,
  "@USER": text.dynamicUser,
  "@ANON": text.anonymousAccount,
};

/** The name of an account that is not stored, by its alias; `otherwise` for other texts. */
export function virtualAccountName(alias: string, otherwise: string, language: Language): string {
  return Object.hasOwn(virtualNames, alias)
    ? translate(virtualNames[alias as VirtualAlias], language)
    : otherwise;
}

function presentAccount(account: PermittedAccount, context: CallerContext): ShortRow {
  return {
    id: account.id,
    alias: account.alias,
    name: virtualAccountName(account.virtual ?? "", account.name, context.language),
    username: account.username,
    has_username: account.username !== "" && account.virtual !== "@INPUT" && account.virtual !== "@ANON",
    has_secret: account.hasSecret,
    certificate_only: account.isCertificateOnly,
    secret_type: account.secretType,
    actions: presentActions(account.actions, context),
  };
}

/** An active asset of the current organization; a missing or inactive one is 404. */
export async function requireUsableAsset(context: CallerContext, id: string): Promise<string> {
  const { organization } = context;
  const { rows } = isUuid(id)
    ? await sql<{ id: string }>`
        select a.id from ${assetsTable} a where a.id = ${id}::uuid and a.is_active
          and ${organization.isRoot ? sql`true` : sql`a.org_id = ${organization.id}::uuid`}
      `.execute(context.db)
    : { rows: [] };
  const [row] = rows;
  if (row === undefined) throw new NotFound(text.asset);
  return row.id;
}

/** A list of granted accounts, in the order of the permissions' accounts. */
export async function presentAccounts(
  context: CallerContext,
  { url }: RouteRequest,
  accounts: readonly PermittedAccount[],
): Promise<RouteAnswer> {
  const rows = accounts.map((account) => presentAccount(account, context));
  return { body: await shortList(context, url, rows, { key: "id", search: ["name", "username"] }) };
}
