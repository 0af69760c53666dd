import { sql } from "kysely";
import type { CallerContext } from "../../access/context.ts";
import { BadRequest, EmptyBadRequest } from "../../errors.ts";
import type { RouteAnswer } from "../../http/routes.ts";
import { text } from "../../i18n/texts.ts";
import type { Row } from "../field-kinds/field.ts";
import { type Narrowing, narrow } from "../query/conditions.ts";
import { allOf, type Resource } from "../resource.ts";
import { auditDelete, snapshot } from "../stages/audit.ts";
import { findRow } from "../stages/rows.ts";

/** Deletes one object. */
export async function destroyObject(
  resource: Resource,
  context: CallerContext,
  key: string,
): Promise<RouteAnswer> {
  await destroyRow(resource, context, await findRow(resource, context, key, true));
  return { status: 204 };
}

/** Deletes every object the query narrows the list to; refused when it does not narrow it. */
export async function destroyObjects(resource: Resource, context: CallerContext): Promise<RouteAnswer> {
  const narrowing = await narrow(resource, context);
  const { rows } = await sql<Row>`
    select t.* from ${sql.table(resource.declaration.table)} as t
    where ${allOf(narrowing.filter === null ? [narrowing.scope] : [narrowing.scope, narrowing.filter])}
    order by t.id for update of t
  `.execute(context.db);
  await guard(resource, context, narrowing, rows.length);
  for (const row of rows) await destroyRow(resource, context, row);
  return { status: 204 };
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

async function destroyRow(resource: Resource, context: CallerContext, row: Row): Promise<void> {
  const { hooks, table } = resource.declaration;
  await hooks?.deleting?.(context, row);
  const before = await snapshot(resource, context, row.id as string | number);
  try {
    await sql`delete from ${sql.table(table)} where id = ${row.id}`.execute(context.db);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "23503" || code === "23001")
      throw new BadRequest("referenced_by_others", text.referencedByOthers);
    throw error;
  }
  await auditDelete(resource, context, row, before);
  await hooks?.deleted?.(context, row);
}
