import { sql } from "kysely";
import type { CallerContext } from "../../access/context.ts";
import type { RouteAnswer } from "../../http/routes.ts";
import type { Row } from "../field-kinds/field.ts";
import { presentRows } from "../pipeline/present.ts";
import { selectList } from "../pipeline/rows.ts";
import { trimmedFields } from "../pipeline/trim.ts";
import { narrow } from "../query/conditions.ts";
import { orderBy } from "../query/ordering.ts";
import { readPage } from "../query/paging.ts";
import { allOf, type Resource } from "../resource.ts";
import { envelope } from "./list.ts";

/** Rows offered for completing an input. */
const suggestionCount = 10;

/** `suggestions/`: the first matches of the list's own filters. Contract: docs/contract/conventions.md, "Suggestions". */
export async function suggestObjects(
  resource: Resource,
  context: CallerContext,
  url: string,
): Promise<RouteAnswer> {
  const mini = resource.declaration.sizes?.mini;
  const wanted = context.query.get("action") === "suggestion" && mini !== undefined;
  const fields = trimmedFields(resource, context, "list").filter(
    ({ name }) => !wanted || mini.includes(name),
  );
  const { scope, filter } = await narrow(resource, context);
  const order = await orderBy(resource, context);
  const { rows } = await sql<Row>`
    select ${selectList(fields, context)} from ${sql.table(resource.declaration.table)} as t
    where ${allOf(filter === null ? [scope] : [scope, filter])}
    ${order} limit ${suggestionCount}
  `.execute(context.db);
  const objects = await presentRows(rows, fields, context);
  const page = readPage(context.query);
  if (page === null) return { body: objects };
  const window = objects.slice(page.offset, page.offset + page.limit);
  return { body: envelope(context, url, page, objects.length, window) };
}
