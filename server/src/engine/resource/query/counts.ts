import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../../access/context.ts";
import type { Resource } from "../resource.ts";
import type { Narrowing } from "./conditions.ts";
import type { Condition } from "./filters.ts";

/** Rows of a log that are counted one by one: beyond, counting takes longer than the page that is shown. */
export const mostExactlyCounted = 10_000;

/** Counts rows one by one up to so many; where there are more, their number is the planner's estimate. */
async function countUpTo(
  { db }: Pick<RequestContext, "db">,
  table: RawBuilder<unknown>,
  condition: Condition,
  most: number,
): Promise<number> {
  const matching = sql`from ${table} as t where ${condition}`;
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (select ${matching} limit ${most + 1}) counted
  `.execute(db);
  const count = Number(rows[0]?.count ?? 0);
  if (count <= most) return count;
  const { rows: plans } = await sql<{ "QUERY PLAN": readonly { Plan: { "Plan Rows": number } }[] }>`
    explain (format json) select ${matching}
  `.execute(db);
  return Math.max(count, Math.round(plans[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0));
}

/**
 * The number of rows of a list. Without filters, a tracked table's count is the sum of its recorded differences
 * (`row_counts`, kept by triggers inside each writing transaction), so it costs the same at any size. Otherwise
 * the rows are counted, all or up to `countsUpTo`.
 */
export async function countRows(
  resource: Resource,
  context: RequestContext,
  { scope, filter }: Narrowing,
): Promise<number> {
  const { counter, table, scope: kind } = resource.declaration;
  if (filter === null && counter !== undefined && kind === "organization") {
    const organization = context.organization.isRoot ? null : context.organization.id;
    const { rows } = await sql<{ count: string | null }>`
      select sum(difference) as count from row_counts
      where table_name = ${table}
        and (${organization}::uuid is null or org_id = ${organization}::uuid)
        and (${counter.partition ?? null}::text is null or partition_value = ${counter.partition ?? null})
    `.execute(context.db);
    return Number(rows[0]?.count ?? 0);
  }
  const told = (await resource.declaration.count?.(context, filter)) ?? null;
  if (told !== null) return told;
  const condition = filter === null ? scope : sql<boolean>`${scope} and ${filter}`;
  const { countsUpTo } = resource.declaration;
  if (countsUpTo !== undefined) return countUpTo(context, sql.table(table), condition, countsUpTo);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} as t where ${condition}
  `.execute(context.db);
  return Number(rows[0]?.count ?? 0);
}
