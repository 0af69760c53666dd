import { sql } from "kysely";
import type { Contributions } from "../../engine/extensions.ts";
import { countLinked } from "../../engine/resource/index.ts";
import type { DeleteGuard, OrganizationCount } from "../organizations/index.ts";
import { gatewayPlatformId } from "./domains/gateway-platform.ts";
import { ensureRootNode } from "./nodes/tree.ts";
import { renameRootNode } from "./nodes/tree-edits.ts";
import { text } from "./texts.ts";

/** An organization is not deleted while a table, with a condition, holds rows of it. */
const holds =
  (tableAndCondition: string, name: typeof text.assets): DeleteGuard =>
  async (db, { id }) => {
    const { rows } =
      await sql`select 1 from ${sql.raw(tableAndCondition)} and org_id = ${id} limit 1`.execute(db);
    return rows.length > 0 ? name : null;
  };

/** Rows of a table, with a condition, by organization. */
const countOf = (name: OrganizationCount["name"], tableAndCondition: string): OrganizationCount => ({
  name,
  count: async (db, ids) => {
    const { rows } = await sql<{ org_id: string; count: number }>`
      select org_id, count(*) as count from ${sql.raw(tableAndCondition)}
      and org_id = any(${[...ids]}::uuid[]) group by 1
    `.execute(db);
    return new Map(rows.map(({ org_id, count }) => [org_id, count]));
  },
});

/** What assets have to do with organizations, and with what they are in or carry when that is deleted. */
export const organizationExtensions: Contributions = {
  afterOrganizationWrite: [
    async (db, { id, name }, event) => {
      if (event === "created") await ensureRootNode(db, id, name);
      else await renameRootNode(db, id, name);
    },
  ],
  deletionEffects: [
    countLinked({ table: "domains", kind: "assets", links: "assets", column: "domain_id", counted: "id" }),
    countLinked({
      table: "labels",
      kind: "assets",
      links: "asset_labels",
      column: "label_id",
      counted: "asset_id",
    }),
  ],
  beforeOrganizationDelete: [
    async (context, { id }) => {
      await sql`delete from nodes where org_id = ${id}`.execute(context.db);
    },
  ],
  organizationDeleteGuards: [
    holds("assets where true", text.assets),
    holds("nodes where parent_id is not null", text.nodes),
    holds("domains where true", text.domains),
    holds("labels where true", text.labels),
  ],
  organizationCounts: [
    countOf("assets_amount", "assets where true"),
    countOf("nodes_amount", "nodes where true"),
    countOf("domains_amount", "domains where true"),
    countOf("gateways_amount", `assets where platform_id = ${gatewayPlatformId}`),
  ],
};
