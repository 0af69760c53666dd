import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { log } from "../../../engine/log.ts";
import { correctCounts, rowCountsTable } from "../../../engine/resource/index.ts";
import { takeLock, takeTree } from "./tree-locks.ts";

type Db = Kysely<Database>;

/** What is counted below each node of an organization, worked out from the links alone. */
const counted = (organizationId: string) => sql`
  select above.id as node_id, l.asset_id, count(*)::int as links
  from nodes own
  join asset_nodes l on l.node_id = own.id
  cross join lateral unnest(node_lineage(own.key)) as line (key)
  join nodes above on above.key = line.key
  where own.org_id = ${organizationId} group by 1, 2
`;

/** How many entries of an organization's counts are not what the links say; one statement sees both as they are. */
async function wrongCounts(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    with counted as materialized (${counted(organizationId)}), kept as materialized (
      select node_id, asset_id, links from node_subtree_assets where org_id = ${organizationId}
    ), told as (
      select partition_value as node_id, sum(difference) as amount from ${rowCountsTable}
      where table_name = 'node_subtree_assets' and org_id = ${organizationId} group by 1
    ), amounts as (select node_id::text, count(*) as amount from kept group by 1)
    select (
      (select count(*) from ((table counted except table kept) union all (table kept except table counted)) differing)
      + (select count(*) from told full join amounts using (node_id)
         where coalesce(told.amount, 0) <> coalesce(amounts.amount, 0))
    )::int as wrong
  `.execute(db);
  return rows[0]?.wrong ?? 0;
}

/** Puts the counts of an organization right, keeping everybody else out of its tree meanwhile. */
async function repairCounts(db: Db, organizationId: string): Promise<void> {
  await takeLock(db, organizationId, "nodes", true);
  await takeTree(db, organizationId);
  await sql`
    with counted as materialized (${counted(organizationId)}), removed as (
      delete from node_subtree_assets s where s.org_id = ${organizationId}
        and not exists (select 1 from counted c where c.node_id = s.node_id and c.asset_id = s.asset_id)
    )
    insert into node_subtree_assets as s (org_id, node_id, asset_id, links)
    select ${organizationId}::uuid, c.node_id, c.asset_id, c.links from counted c
    on conflict (node_id, asset_id) do update set links = excluded.links where s.links <> excluded.links
  `.execute(db);
  const amounts = sql`
    select node_id::text as partition_value, count(*) as amount from node_subtree_assets
    where org_id = ${organizationId} group by 1
  `;
  await correctCounts(db, "node_subtree_assets", organizationId, amounts);
}

/**
 * Checks what is counted below the nodes of an organization against the links, and puts right what is wrong. The
 * counts are stored in the transactions that change them; this finds what was changed outside the product.
 *
 * @returns how many entries were wrong
 */
export async function recountNodes(db: Db, organizationId: string): Promise<number> {
  const wrong = await wrongCounts(db, organizationId);
  if (wrong > 0) {
    await db.transaction().execute((transaction) => repairCounts(transaction, organizationId));
    log.warn({ organizationId, wrong }, "the counts of nodes were wrong and have been put right");
  }
  return wrong;
}
