import { sql } from "kysely";
import type { RequestContext } from "../../access/context.ts";
import type { Resource } from "../resource.ts";
import type { Narrowing } from "./conditions.ts";

/**
 * The number of rows of a list. Without filters, a tracked table's count is the sum of its recorded differences
 * (`row_counts`, kept by triggers inside each writing transaction), so it costs the same at any size. Otherwise
 * the rows are counted.
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
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} as t where ${condition}
  `.execute(context.db);
  return Number(rows[0]?.count ?? 0);
}
