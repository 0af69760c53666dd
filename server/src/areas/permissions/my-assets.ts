import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import type { RouteDeclaration } from "../../engine/http/index.ts";
import { text as common } from "../../engine/i18n/index.ts";
import { isUuid, type Within } from "../../engine/resource/index.ts";
import { loginSecretOf } from "../accounts/index.ts";
import { assetsTable } from "../assets/index.ts";
import type { PermittedAccount } from "./account-rules.ts";
import { effectiveAccounts } from "./effective-permissions.ts";
import { assetsBelowNode, presentAccounts, requireUsableAsset } from "./granted-objects.ts";
import type { GrantedTree } from "./granted-tree.ts";
import type { PermissionScope } from "./permission-scope.ts";
import { permittedAssetRows } from "./permitted-asset-fields.ts";
import { grantedByNameWithin, isPermitted, permittedWithin } from "./permitted-assets.ts";
import { mySearch, type UserView, userLists, userRoutes } from "./user-routes.ts";

/** The tree of a view, as the settings shape it. */
export async function treeOf(context: CallerContext, scope: PermissionScope): Promise<GrantedTree> {
  const ungroupDirect = await context.services.settings.get<boolean>("PERM_SINGLE_ASSET_TO_UNGROUP_NODE");
  return { ...scope, ungroupDirect: ungroupDirect === true };
}

/** A user's favourites among the assets the user may use. */
export function favoriteAssets(scope: PermissionScope): RawBuilder<boolean> {
  return sql<boolean>`(
    t.id in (select f.asset_id from favorite_assets f where f.user_id = ${scope.holderId}::uuid)
    and ${isPermitted(scope, "t.id")}
  )`;
}

async function assetsOfNode(context: CallerContext, { scope }: UserView, id: string): Promise<Within> {
  return assetsBelowNode(context, await treeOf(context, scope), id);
}

/** The assets the caller may connect to, for the search over everything. */
export const myAssetsSearch = mySearch("assets", permittedAssetRows, ({ scope }, { db }) =>
  permittedWithin(db, scope),
);

/** The assets of a user and their accounts. Contract: docs/contract/permissions.md, section 7. */
export const myAssetRoutes: readonly RouteDeclaration[] = [
  ...userLists("assets", permittedAssetRows, async (context, view) => {
    const node = context.query.get("node_id") ?? "";
    if (node === "") return permittedWithin(context.db, view.scope);
    if (!isUuid(node)) throw new ValidationError({ node_id: [common.notUuid] });
    return assetsOfNode(context, view, node);
  }),
  ...userLists("nodes/ungrouped/assets", permittedAssetRows, (context, { scope }) =>
    grantedByNameWithin(context.db, scope),
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
    return presentAccounts(context, request, await withLoginSecret(context, user.id, asset, accounts));
  }),
];

/** The dynamic user has a secret for a caller whose password of the sign-in stands in for it. */
async function withLoginSecret(
  context: CallerContext,
  userId: string,
  assetId: string,
  accounts: readonly PermittedAccount[],
): Promise<readonly PermittedAccount[]> {
  if (userId !== context.principal.id || accounts.every(({ virtual }) => virtual !== "@USER"))
    return accounts;
  const { org_id: organizationId } = await context.db
    .selectFrom(assetsTable.as("assets"))
    .select("org_id")
    .where("id", "=", assetId)
    .executeTakeFirstOrThrow();
  const hasSecret = (await loginSecretOf(context, organizationId)) !== null;
  return accounts.map((account) => (account.virtual === "@USER" ? { ...account, hasSecret } : account));
}
