import { Readable } from "node:stream";
import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../access/context.ts";
import { BadRequest } from "../../errors.ts";
import type { RouteAnswer } from "../../http/routes.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text } from "../../i18n/texts.ts";
import type { Json } from "../../json.ts";
import type { Row } from "../field-kinds/field.ts";
import { exportList, type ListQuery } from "../files/export.ts";
import { presentRows } from "../pipeline/present.ts";
import { rowsWithKeys, selectList } from "../pipeline/rows.ts";
import { trimmedFields } from "../pipeline/trim.ts";
import { narrow } from "../query/conditions.ts";
import { countRows } from "../query/counts.ts";
import { orderBy } from "../query/ordering.ts";
import { type Page, pageLink, readPage } from "../query/paging.ts";
import { readRows } from "../query/row-batches.ts";
import { allOf, type NamedField, type Resource } from "../resource.ts";

/** Rows fetched and sent at a time when a whole list is asked for. */
const batchSize = 1000;

/** A list: a page with its count, or the whole of it as a bare, streamed array; or a file of rows. */
export async function listObjects(
  resource: Resource,
  context: CallerContext,
  url: string,
): Promise<RouteAnswer> {
  const fields = trimmedFields(resource, context, "list");
  const narrowing = await narrow(resource, context);
  const condition = allOf(
    narrowing.filter === null ? [narrowing.scope] : [narrowing.scope, narrowing.filter],
  );
  const order = await orderBy(resource, context);
  const query: ListQuery = (presented, window) => sql<Row>`
    select ${selectList(presented, context)} from ${sql.table(resource.declaration.table)} as t
    where ${condition} ${order} ${window}
  `;
  const { beforeRead } = resource.declaration.hooks ?? {};
  if (context.format !== "json") {
    await beforeRead?.(context, { operation: "list", rows: condition });
    return exportList(resource, context, query);
  }
  const page = readPage(context.query);
  if (page === null) {
    await beforeRead?.(context, { operation: "list", rows: condition });
    return wholeList((window) => query(fields, window), fields, context);
  }
  const [count, { rows }] = await Promise.all([
    countRows(resource, context, narrowing),
    query(fields, sql`limit ${page.limit} offset ${page.offset}`).execute(context.db),
  ]);
  await beforeRead?.(context, { operation: "list", rows: rowsWithKeys(resource, rows) });
  return { body: envelope(context, url, page, count, await presentRows(rows, fields, context)) };
}

/** The paged answer. Contract: docs/contract/conventions.md, "Paging". */
export function envelope(
  context: CallerContext,
  url: string,
  page: Page,
  count: number,
  results: readonly Json[],
): Record<string, Json> {
  const base = context.services.config.siteUrl;
  const after = page.offset + page.limit;
  return {
    count,
    next: pageLink(base, url, after < count ? after : null),
    previous: pageLink(base, url, page.offset > 0 ? Math.max(page.offset - page.limit, 0) : null),
    results,
  };
}

async function wholeList(
  query: (window: RawBuilder<unknown>) => RawBuilder<Row>,
  fields: readonly NamedField[],
  context: CallerContext,
): Promise<RouteAnswer> {
  const { rows: first } = await query(sql`limit ${batchSize}`).execute(context.db);
  if (first.length < batchSize) return { body: await presentRows(first, fields, context) };
  const { listCeiling } = context.services.config;
  const { rows: beyond } = await query(sql`limit 1 offset ${listCeiling}`).execute(context.db);
  if (beyond.length > 0)
    throw new BadRequest("error", withParameters(text.resultTooLarge, { limit: listCeiling }));
  const objects = streamed(query(sql``), fields, context);
  return { body: Readable.from(objects, { objectMode: false }), type: "application/json; charset=utf-8" };
}

/** The JSON text of a long list. */
async function* streamed(
  query: RawBuilder<Row>,
  fields: readonly NamedField[],
  context: CallerContext,
): AsyncGenerator<string> {
  let separator = "[";
  for await (const { rows, db } of readRows(query, context, batchSize)) {
    const objects = await presentRows(rows, fields, { ...context, db });
    yield separator + objects.map((object) => JSON.stringify(object)).join(",");
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}
