import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../../access/context.ts";
import type { Resource } from "../resource.ts";

/** Most terms of an `order` parameter that are looked at. */
const mostTerms = 10;

/**
 * The SQL order of a list: the known names of `order=a,-b`, else the declared default, always ended by the key so
 * that paging is stable.
 */
export async function orderBy(resource: Resource, context: RequestContext): Promise<RawBuilder<unknown>> {
  const { defaultFor } = resource.declaration.order;
  const order = context.query.get("order");
  return sql`order by ${orderTerms(resource, order, await defaultFor?.(context))}`;
}

/** What follows `order by`. */
export function orderTerms(
  resource: Resource,
  order: string | undefined,
  initial: readonly string[] = resource.declaration.order.default,
): RawBuilder<unknown> {
  const asked = (order ?? "")
    .split(",")
    .slice(0, mostTerms)
    .map((term) => term.trim())
    .filter((term) => resource.orderable.has(term.replace(/^-/, "")));
  const terms = asked.length > 0 ? asked : initial;
  const parts = terms.map((term) => {
    const name = term.replace(/^-/, "");
    const named = resource.fields.find((field) => field.name === name);
    const column = sql.ref(`t.${named?.column ?? name}`);
    return term.startsWith("-") ? sql`${column} desc nulls last` : sql`${column}`;
  });
  if (!terms.some((term) => term.replace(/^-/, "") === "id")) parts.push(sql`t.id`);
  return sql.join(parts);
}
