import { sql } from "kysely";
import type { Contributions } from "../../engine/extensions.ts";
import { countLinked, type DeletionEffect, rowCountsTable } from "../../engine/resource/index.ts";
import { assetsTable, nodesTable } from "../assets/index.ts";
import { userGroupsTable, usersTable } from "../users/index.ts";
import { myAssetsSearch } from "./my-assets.ts";
import { text } from "./texts.ts";

const permissionsNaming = (table: string, links: string, column: string): DeletionEffect =>
  countLinked({ table, kind: "permissions", links, column, counted: "permission_id" });

/** What asset permissions have to do with organizations, and with users who leave one. */
export const extensions: Contributions = {
  userLeavingHooks: [
    async ({ db, organization }, userIds) => {
      await sql`
        delete from asset_permission_users l using asset_permissions p
        where p.id = l.permission_id and p.org_id = ${organization.id}::uuid
          and l.user_id = any(${[...userIds]}::uuid[])
      `.execute(db);
    },
  ],
  deletionEffects: [
    permissionsNaming(usersTable.name, "asset_permission_users", "user_id"),
    permissionsNaming(userGroupsTable.name, "asset_permission_user_groups", "group_id"),
    permissionsNaming(assetsTable.name, "asset_permission_assets", "asset_id"),
    permissionsNaming(nodesTable.name, "asset_permission_nodes", "node_id"),
  ],
  searchSources: [myAssetsSearch],
  organizationDeleteGuards: [
    async (db, organization) => {
      const { rows } = await sql`
        select 1 from asset_permissions where org_id = ${organization.id}::uuid limit 1
      `.execute(db);
      return rows.length > 0 ? text.assetPermissions : null;
    },
  ],
  organizationCounts: [
    {
      name: "asset_perms_amount",
      count: async (db, ids) => {
        const { rows } = await sql<{ org_id: string; count: number }>`
          select org_id, sum(difference)::int as count from ${rowCountsTable}
          where table_name = 'asset_permissions' and org_id = any(${[...ids]}::uuid[]) group by org_id
        `.execute(db);
        return new Map(rows.map(({ org_id, count }) => [org_id, count]));
      },
    },
  ],
};
