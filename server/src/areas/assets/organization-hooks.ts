import { sql } from "kysely";
import {
  countOrganizationResource,
  guardOrganizationDelete,
  onOrganizationDelete,
  onOrganizationWritten,
} from "../organizations/index.ts";
import { gatewayPlatformId } from "./domains/gateway-platform.ts";
import { ensureRootNode } from "./nodes/tree.ts";
import { renameRootNode } from "./nodes/tree-edits.ts";
import { text } from "./texts.ts";

/** Tells the organizations area what assets have to do with organizations. Calling it twice changes nothing. */
export function registerOrganizationHooks(): void {
  onOrganizationWritten("assets", async (db, { id, name }, event) => {
    if (event === "created") await ensureRootNode(db, id, name);
    else await renameRootNode(db, id, name);
  });
  onOrganizationDelete("assets", async (context, { id }) => {
    await sql`delete from nodes where org_id = ${id}`.execute(context.db);
  });
  const holds = (sqlText: string, name: string, message: typeof text.assets) =>
    guardOrganizationDelete(`assets.${name}`, async (db, { id }) => {
      const { rows } = await sql`select 1 from ${sql.raw(sqlText)} and org_id = ${id} limit 1`.execute(db);
      return rows.length > 0 ? message : null;
    });
  holds("assets where true", "assets", text.assets);
  holds("nodes where parent_id is not null", "nodes", text.nodes);
  holds("domains where true", "domains", text.domains);
  holds("labels where true", "labels", text.labels);
  const count = (name: Parameters<typeof countOrganizationResource>[0], sqlText: string) =>
    countOrganizationResource(name, async (db, ids) => {
      const { rows } = await sql<{ org_id: string; count: number }>`
        select org_id, count(*) as count from ${sql.raw(sqlText)} and org_id = any(${[...ids]}::uuid[]) group by 1
      `.execute(db);
      return new Map(rows.map(({ org_id, count: amount }) => [org_id, amount]));
    });
  count("assets_amount", "assets where true");
  count("nodes_amount", "nodes where true");
  count("domains_amount", "domains where true");
  count("gateways_amount", `assets where platform_id = ${gatewayPlatformId}`);
}
