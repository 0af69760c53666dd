import { sql } from "kysely";
import type { CallerContext } from "../../access/context.ts";
import { BadRequest, EmptyBadRequest } from "../../errors.ts";
import type { RouteAnswer } from "../../http/routes.ts";
import { text } from "../../i18n/texts.ts";
import { createYield } from "../../yield-to-event-loop.ts";
import type { Row } from "../field-kinds/field.ts";
import { auditDeletes, snapshots } from "../pipeline/audit.ts";
import { findRow } from "../pipeline/rows.ts";
import { type Narrowing, narrow } from "../query/conditions.ts";
import { allOf, type Resource } from "../resource.ts";

/** Rows deleted, and recorded, at a time. */
const batchSize = 200;

/** Deletes one object. */
export async function destroyObject(
  resource: Resource,
  context: CallerContext,
  key: string,
): Promise<RouteAnswer> {
  if (deletesNothing(resource, context)) throw retained();
  const row = await findRow(resource, context, key, true);
  await refuseRetained(resource, context, [row]);
  await destroyRows(resource, context, [row]);
  return { status: 204 };
}

/** Deletes every object the query narrows the list to; refused when it does not narrow it. */
export async function destroyObjects(resource: Resource, context: CallerContext): Promise<RouteAnswer> {
  if (deletesNothing(resource, context)) throw retained();
  const narrowing = await narrow(resource, context);
  const { rows } = await sql<Row>`
    select t.* from ${sql.table(resource.declaration.table)} as t
    where ${allOf(narrowing.filter === null ? [narrowing.scope] : [narrowing.scope, narrowing.filter])}
    order by t.id for update of t
  `.execute(context.db);
  await guard(resource, context, narrowing, rows.length);
  await refuseRetained(resource, context, rows);
  const { beforeDelete, afterDelete } = resource.declaration.hooks ?? {};
  // What a hook does to one row may decide what becomes of the next.
  const together = beforeDelete === undefined && afterDelete === undefined ? batchSize : 1;
  const yieldNow = createYield();
  for (let at = 0; at < rows.length; at += together) {
    await destroyRows(resource, context, rows.slice(at, at + together));
    await yieldNow();
  }
  return { status: 204 };
}

const retained = (): BadRequest => new BadRequest("error", text.rootOrganizationDelete);

/** Whether rows are kept in the view over all organizations. Contract: docs/contract/conventions.md, "Organizations". */
const isRetained = ({ declaration }: Resource, { organization }: CallerContext): boolean =>
  organization.isRoot && (declaration.isRetainedInRoot ?? declaration.scope === "organization");

const deletesNothing = (resource: Resource, context: CallerContext): boolean =>
  isRetained(resource, context) && resource.declaration.deletedInRoot === undefined;

/** Refuses all of the rows when one of them belongs to an organization, in the view over all of them. */
async function refuseRetained(
  resource: Resource,
  context: CallerContext,
  rows: readonly Row[],
): Promise<void> {
  const { deletedInRoot, table } = resource.declaration;
  if (deletedInRoot === undefined || rows.length === 0 || !isRetained(resource, context)) return;
  const type = sql.raw(resource.keyKind === "uuid" ? "uuid[]" : "integer[]");
  const { rows: kept } = await sql`
    select 1 from ${sql.table(table)} as t
    where t.id = any(${rows.map(({ id }) => id)}::${type}) and not (${deletedInRoot}) limit 1
  `.execute(context.db);
  if (kept.length > 0) throw retained();
}

/** Contract: docs/contract/conventions.md, "Bulk delete". */
async function guard(
  resource: Resource,
  context: CallerContext,
  { scope, filter }: Narrowing,
  matching: number,
): Promise<void> {
  const { query } = context;
  const rule =
    resource.declaration.bulkDelete ??
    (resource.declaration.scope === "organization" ? "narrowed" : "selected");
  // A parameter that is there and names nothing (`ids=`) has narrowed nothing.
  const named = (parameter: string): boolean => (query.get(parameter) ?? "") !== "";
  const selected =
    named("spm") || named("ids") || (named("id") && resource.declaration.filters?.id !== undefined);
  if (rule === "refused" || (rule === "selected" && !selected)) throw refusal(resource);
  if (rule === "one") {
    if (filter === null || matching !== 1) throw refusal(resource);
    return;
  }
  if (rule === "selected" || named("spm") || (filter !== null && matching === 1)) return;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(resource.declaration.table)} as t where ${scope}
  `.execute(context.db);
  if (matching >= Number(rows[0]?.count ?? 0)) throw refusal(resource);
}

function refusal({ declaration: { bulkDeleteRefusal: own } }: Resource): Error {
  return own === undefined ? new EmptyBadRequest() : new BadRequest(own.code, own.detail);
}

/** Deletes rows, with hooks only one at a time. */
async function destroyRows(resource: Resource, context: CallerContext, rows: readonly Row[]): Promise<void> {
  const { hooks, table, deletedColumn } = resource.declaration;
  for (const row of rows) await hooks?.beforeDelete?.(context, row);
  const keys = rows.map(({ id }) => id as string | number);
  const before = await snapshots(resource, context, keys);
  const type = sql.raw(resource.keyKind === "uuid" ? "uuid[]" : "integer[]");
  try {
    const removal =
      deletedColumn === undefined
        ? sql`delete from ${sql.table(table)}`
        : sql`update ${sql.table(table)} set ${sql.ref(deletedColumn)} = true`;
    await sql`${removal} where id = any(${keys}::${type})`.execute(context.db);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "23503" || code === "23001")
      throw new BadRequest("referenced_by_others", text.referencedByOthers);
    throw error;
  }
  await auditDeletes(
    resource,
    context,
    keys.map((id, index) => ({ id, before: before[index] ?? {} })),
  );
  for (const row of rows) await hooks?.afterDelete?.(context, row);
}
