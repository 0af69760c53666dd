import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../engine/access/context.ts";
import { NotFound, ValidationError } from "../../engine/errors.ts";
import type { RouteDeclaration } from "../../engine/http/routes.ts";
import { translate } from "../../engine/i18n/messages.ts";
import { text as common } from "../../engine/i18n/texts.ts";
import type { Json } from "../../engine/json.ts";
import { envelope } from "../../engine/resource/operations/list.ts";
import { isUuid } from "../../engine/resource/query/filters.ts";
import { readPage } from "../../engine/resource/query/paging.ts";
import type { PermittedAccount, VirtualAlias } from "./account-rules.ts";
import { presentActions } from "./actions.ts";
import { effectiveAccounts } from "./effective-permissions.ts";
import { assetsBelow, type GrantedTree, nodeBy } from "./granted-tree.ts";
import { permittedAssetRows } from "./permitted-asset-fields.ts";
import { countPermitted, directAssets, isPermitted, permittedCondition } from "./permitted-assets.ts";
import { text } from "./texts.ts";
import { type UserView, userLists, userRoutes } from "./user-routes.ts";
import type { PermissionScope } from "./valid-permissions.ts";

/** The tree of a view, as the settings shape it. */
export async function treeOf(context: CallerContext, scope: PermissionScope): Promise<GrantedTree> {
  const ungroupDirect = await context.services.settings.get<boolean>("PERM_SINGLE_ASSET_TO_UNGROUP_NODE");
  return { ...scope, ungroupDirect: ungroupDirect === true };
}

/** A user's favourites among the assets the user may use. */
export function favoriteAssets(scope: PermissionScope): RawBuilder<boolean> {
  return sql<boolean>`(
    t.id in (select f.asset_id from favorite_assets f where f.user_id = ${scope.userId}::uuid)
    and ${isPermitted(scope, "t.id")}
  )`;
}

async function assetsOfNode(
  context: CallerContext,
  { scope }: UserView,
  id: string,
): Promise<RawBuilder<boolean>> {
  const node = isUuid(id) ? await nodeBy(context.db, scope, { id }) : null;
  if (node === null) throw new NotFound(text.node);
  return assetsBelow(context.db, await treeOf(context, scope), node);
}

const virtualNames: Readonly<Record<VirtualAlias, typeof text.manualInput>> = {
  "@INPUT": text.manualInput,
  "@USER": text.dynamicUser,
  "@ANON": text.anonymousAccount,
};

function presentAccount(account: PermittedAccount, context: CallerContext): Json {
  return {
    id: account.id,
    alias: account.alias,
    name:
      account.virtual === null ? account.name : translate(virtualNames[account.virtual], context.language),
    username: account.username,
    has_username: account.username !== "" && account.virtual !== "@INPUT" && account.virtual !== "@ANON",
    has_secret: account.hasSecret,
    secret_type: account.secretType,
    actions: presentActions(account.actions, context),
  };
}

/** An active asset of the current organization; a missing or inactive one is 404. */
async function requireUsableAsset(context: CallerContext, id: string): Promise<string> {
  const { organization } = context;
  const { rows } = isUuid(id)
    ? await sql<{ id: string }>`
        select a.id from assets a where a.id = ${id}::uuid and a.is_active
          and ${organization.isRoot ? sql`true` : sql`a.org_id = ${organization.id}::uuid`}
      `.execute(context.db)
    : { rows: [] };
  const [row] = rows;
  if (row === undefined) throw new NotFound(text.asset);
  return row.id;
}

/** The assets of a user and their accounts. Contract: docs/contract/permissions.md, section 7. */
export const myAssetRoutes: readonly RouteDeclaration[] = [
  ...userLists(
    "assets",
    permittedAssetRows,
    async (context, view) => {
      const node = context.query.get("node_id") ?? "";
      if (node === "") return permittedCondition(context.db, view.scope);
      if (!isUuid(node)) throw new ValidationError({ node_id: [common.notUuid] });
      return assetsOfNode(context, view, node);
    },
    async (context, { scope }) => (context.query.has("node_id") ? null : countPermitted(context.db, scope)),
  ),
  ...userLists(
    "nodes/ungrouped/assets",
    permittedAssetRows,
    async (_context, { scope }) => sql<boolean>`t.id in (${directAssets(scope)})`,
  ),
  ...userLists("nodes/favorite/assets", permittedAssetRows, async (_context, { scope }) =>
    favoriteAssets(scope),
  ),
  ...userLists("nodes/:node/assets", permittedAssetRows, (context, view, { params }) =>
    assetsOfNode(context, view, params.node ?? ""),
  ),
  ...userRoutes("assets/:asset/accounts", "User Permed Account List", async (context, { user }, request) => {
    const asset = await requireUsableAsset(context, request.params.asset ?? "");
    const accounts = await effectiveAccounts(context.db, user, asset);
    const rows = accounts.map((account) => presentAccount(account, context));
    const page = readPage(context.query);
    if (page === null) return { body: rows };
    const shown = rows.slice(page.offset, page.offset + page.limit);
    return { body: envelope(context, request.url, page, rows.length, shown) };
  }),
];
