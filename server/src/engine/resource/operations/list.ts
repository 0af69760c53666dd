import { Readable } from "node:stream";
import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../access/context.ts";
import { BadRequest } from "../../errors.ts";
import type { RouteAnswer } from "../../http/routes.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text } from "../../i18n/texts.ts";
import type { Json } from "../../json.ts";
import type { Row } from "../field-kinds/field.ts";
import { exportList } from "../files/export.ts";
import { presentRows } from "../pipeline/present.ts";
import { rowsWithKeys, selectList } from "../pipeline/rows.ts";
import { trimmedFields } from "../pipeline/trim.ts";
import { narrow } from "../query/conditions.ts";
import { countRows } from "../query/counts.ts";
import { searchOfLog } from "../query/log-search.ts";
import { orderBy } from "../query/ordering.ts";
import type { OutsideRows } from "../query/outside-rows.ts";
import { type Page, pageLink, readPage } from "../query/paging.ts";
import { type RowSource, readRows } from "../query/row-batches.ts";
import { allOf, type NamedField, type Resource } from "../resource.ts";

/** Rows fetched and sent at a time when a whole list is asked for. */
const batchSize = 1000;

/** A list: a page with its count, or the whole of it as a bare, streamed array; or a file of rows. */
export async function listObjects(
  resource: Resource,
  context: CallerContext,
  url: string,
): Promise<RouteAnswer> {
  const narrowing = await narrow(resource, context);
  const outside = (await resource.declaration.outside?.(context)) ?? null;
  if (outside !== null) {
    const source = sourceOutside(outside, context);
    return answerList(resource, context, { url, source, count: () => outside.count() });
  }
  const condition = allOf(
    narrowing.filter === null ? [narrowing.scope] : [narrowing.scope, narrowing.filter],
  );
  const order = await orderBy(resource, context);
  const all = sql`${sql.table(resource.declaration.table)} as t where ${condition}`;
  const query = (presented: readonly NamedField[], from: RawBuilder<unknown>, window: RawBuilder<unknown>) =>
    sql<Row>`select ${selectList(presented, context)} from ${from} ${order} ${window}`;
  const { beforeRead } = resource.declaration.hooks ?? {};
  const isPage = context.format === "json" && readPage(context.query) !== null;
  if (!isPage) await beforeRead?.(context, { operation: "list", rows: condition });
  const searched = isPage ? searchOfLog(resource, context, narrowing) : null;
  const source: RowSource = {
    async page(presented, page) {
      const window = sql`limit ${page.limit} offset ${page.offset}`;
      const read = async (from: RawBuilder<unknown>) =>
        (await query(presented, from, window).execute(context.db)).rows;
      const rows = await (searched?.page(page, read) ?? read(all));
      if (isPage) await beforeRead?.(context, { operation: "list", rows: rowsWithKeys(resource, rows) });
      return rows;
    },
    batches: (presented, size) => readRows(query(presented, all, sql``), context, size),
  };
  const count = () => searched?.count() ?? countRows(resource, context, narrowing);
  return answerList(resource, context, { url, source, count });
}

const sourceOutside = (outside: OutsideRows, { db }: CallerContext): RowSource => ({
  page: (_fields, page) => outside.page(page),
  async *batches(_fields, size) {
    for await (const rows of outside.batches(size)) yield { rows, db };
  },
});

interface AnsweredList {
  readonly url: string;
  readonly source: RowSource;
  readonly count: () => Promise<number>;
}

async function answerList(
  resource: Resource,
  context: CallerContext,
  { url, source, count }: AnsweredList,
): Promise<RouteAnswer> {
  if (context.format !== "json") return exportList(resource, context, source);
  const fields = trimmedFields(resource, context, "list");
  const page = readPage(context.query);
  if (page === null) return wholeList(source, fields, context);
  const [total, rows] = await Promise.all([count(), source.page(fields, page)]);
  return { body: envelope(context, url, page, total, await presentRows(rows, fields, context)) };
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
  source: RowSource,
  fields: readonly NamedField[],
  context: CallerContext,
): Promise<RouteAnswer> {
  const first = await source.page(fields, { limit: batchSize, offset: 0 });
  if (first.length < batchSize) return { body: await presentRows(first, fields, context) };
  const { listCeiling } = context.services.config;
  const beyond = await source.page(fields, { limit: 1, offset: listCeiling });
  if (beyond.length > 0)
    throw new BadRequest("error", withParameters(text.resultTooLarge, { limit: listCeiling }));
  const objects = streamed(source, fields, context);
  return { body: Readable.from(objects, { objectMode: false }), type: "application/json; charset=utf-8" };
}

/** The JSON text of a long list. */
async function* streamed(
  source: RowSource,
  fields: readonly NamedField[],
  context: CallerContext,
): AsyncGenerator<string> {
  let separator = "[";
  for await (const { rows, db } of source.batches(fields, batchSize)) {
    const objects = await presentRows(rows, fields, { ...context, db });
    yield separator + objects.map((object) => JSON.stringify(object)).join(",");
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}
