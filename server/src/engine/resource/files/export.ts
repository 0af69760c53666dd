import type { CallerContext, RequestContext } from "../../access/context.ts";
import { ApiError } from "../../errors.ts";
import { caller, type RouteAnswer } from "../../http/routes.ts";
import type { Message } from "../../i18n/messages.ts";
import { isObject, type Json } from "../../json.ts";
import { text } from "../../tabular/texts.ts";
import { printCell } from "../field-kinds/cells.ts";
import type { Field } from "../field-kinds/field.ts";
import { type Presented, presentRows } from "../pipeline/present.ts";
import { type Page, readPage } from "../query/paging.ts";
import type { RowSource } from "../query/row-batches.ts";
import type { NamedField, Resource } from "../resource.ts";
import { type Column, cellsOf, columnsFor, fieldsOfFile, isShown, readTemplate } from "./columns.ts";
import { sendProtected, sendTable, type Table } from "./send.ts";

/** Rows read, presented and written at a time: small, so that nothing else waits for them. */
const batchSize = 600;

/** A list as a file of rows: all it holds, the page asked for, or a template. Contract: docs/contract/files.md. */
export async function exportList(
  resource: Resource,
  context: CallerContext,
  source: RowSource,
): Promise<RouteAnswer> {
  const template = readTemplate(context);
  const columnFields = fieldsOfFile(resource, context, template);
  const columns = columnsFor(columnFields, context);
  const shown = columnFields.filter((named) => isShown(named, context));
  const name = fileStem(resource.declaration.title);
  const open = async (): Promise<Table> => {
    const page: Page | null = template === "import" ? { limit: 1, offset: 0 } : readPage(context.query);
    const objects =
      page === null ? streamed(source, shown, context) : once(source.page(shown, page), shown, context);
    return {
      name,
      titles: columns.map(({ title }) => title),
      batches: await readAhead(asCells(objects, columns)),
    };
  };
  const { label, files } = resource.declaration;
  return files?.protected === true && template === "export"
    ? sendProtected(context, { name, label }, open)
    : sendTable(context, await open());
}

/** `Asset Permission` -> `assetpermission`. */
const fileStem = (title: string): string =>
  title
    .replace(/ (Api|List)$/, "")
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .toLowerCase() || "download";

async function* streamed(
  source: RowSource,
  fields: readonly NamedField[],
  context: CallerContext,
): AsyncGenerator<readonly Presented[]> {
  for await (const { rows, db } of source.batches(fields, batchSize)) {
    yield await presentRows(rows, fields, { ...context, db });
  }
}

async function* once(
  rows: ReturnType<RowSource["page"]>,
  fields: readonly NamedField[],
  context: CallerContext,
): AsyncGenerator<readonly Presented[]> {
  yield await presentRows(await rows, fields, context);
}

async function* asCells(
  batches: AsyncIterable<readonly Presented[]>,
  columns: readonly Column[],
): Table["batches"] {
  for await (const objects of batches) yield objects.map((object) => cellsOf(columns, object));
}

/**
 * The same batches, each read while the one before it is written: the database then works beside us instead of in
 * turn. The first is read at once, so that what fails does so before anything is answered.
 */
async function readAhead<T>(batches: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  let next = Promise.resolve(await batches.next());
  async function* rest(): AsyncGenerator<T> {
    for (;;) {
      const batch = await next;
      if (batch.done === true) return;
      next = batches.next();
      // Anyone who takes it sees the failure; nobody may.
      next.catch(() => undefined);
      yield batch.value;
    }
  }
  return Object.assign(rest(), {
    // A generator that was never begun would not close what it takes from.
    return: async (value: unknown) => {
      await batches.return(undefined);
      return { done: true as const, value };
    },
  });
}

/** What the JSON answer of a read is called as a file, and what its columns are. */
export interface DescribedAnswer {
  readonly name: string;
  readonly fields: Readonly<Record<string, Field>> | undefined;
  /** What is exported, where files of it are encrypted with the caller's own password. */
  readonly protects: Message | undefined;
}

/** The JSON answer of any other read as a file: its rows, or itself as the only row. */
export async function exportAnswer(
  context: RequestContext,
  answer: RouteAnswer,
  described: DescribedAnswer,
): Promise<RouteAnswer> {
  const name = fileStem(described.name);
  const { protects: label } = described;
  return label === undefined
    ? { ...answer, ...sendTable(context, { name, ...tableOf(context, answer, described) }) }
    : sendProtected(caller(context), { name, label }, async () => ({
        name,
        ...tableOf(context, answer, described),
      }));
}

function tableOf(
  context: RequestContext,
  answer: RouteAnswer,
  described: DescribedAnswer,
): Pick<Table, "titles" | "batches"> {
  const objects = rowsOf(answer.body);
  const columns =
    described.fields === undefined ? plainColumns(objects) : describedColumns(described.fields, context);
  async function* batches(): Table["batches"] {
    for (let at = 0; at < objects.length; at += batchSize) {
      yield objects.slice(at, at + batchSize).map((object) => cellsOf(columns, object));
    }
  }
  return { titles: columns.map(({ title }) => title), batches: batches() };
}

function rowsOf(body: unknown): Record<string, Json>[] {
  const listed = isObject(body) && Array.isArray(body.results) ? body.results : body;
  const rows: unknown[] = Array.isArray(listed) ? listed : [listed];
  if (!rows.every(isObject)) throw new ApiError(406, "not_acceptable", text.noExport);
  return rows as Record<string, Json>[];
}

function describedColumns(fields: Readonly<Record<string, Field>>, context: RequestContext): Column[] {
  const named = Object.entries(fields).map(([name, field]) => ({ name, column: name, field }));
  return columnsFor(
    named.filter(({ name, field }) => name !== "org_id" && field.options.writeOnly !== true),
    context,
  );
}

/** Columns of rows nothing describes: every key there is. */
function plainColumns(rows: readonly Record<string, Json>[]): Column[] {
  const names = new Set(rows.slice(0, 1000).flatMap((row) => Object.keys(row)));
  return [...names].map((name) => ({ name, title: name, print: printCell }));
}
