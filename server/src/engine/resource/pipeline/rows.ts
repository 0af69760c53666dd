import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../../access/context.ts";
import { NotFound } from "../../errors.ts";
import type { Row } from "../field-kinds/field.ts";
import { isUuid } from "../query/filters.ts";
import { type NamedField, type Resource, scopeCondition } from "../resource.ts";

/** The select list for presenting `fields`: their columns once each, and computed expressions by name. */
export function selectList(fields: readonly NamedField[], context: RequestContext): RawBuilder<unknown> {
  const columns = new Set<string>(["id"]);
  const expressions: RawBuilder<unknown>[] = [];
  for (const { name, column, field } of fields) {
    if (field.select !== undefined) expressions.push(sql`${field.select(context)} as ${sql.ref(name)}`);
    for (const used of field.columns ?? (field.select === undefined ? [column] : [])) columns.add(used);
  }
  return sql.join([...[...columns].map((column) => sql.ref(`t.${column}`)), ...expressions]);
}

/** The condition that finds one object by what is in the path: its key, or its alias where declared. */
export function keyCondition(resource: Resource, key: string): RawBuilder<boolean> | null {
  if (resource.keyKind === "uuid" && isUuid(key)) return sql<boolean>`t.id = ${key}::uuid`;
  if (resource.keyKind === "integer" && /^\d{1,9}$/.test(key)) return sql<boolean>`t.id = ${Number(key)}`;
  const { alias } = resource.declaration.key ?? {};
  return alias === undefined ? null : sql<boolean>`${sql.ref(`t.${alias}`)} = ${key.replaceAll("\0", "")}`;
}

/** The whole row of one object inside the caller's scope; throws `NotFound`. `lock` for a coming write. */
export async function findRow(
  resource: Resource,
  context: RequestContext,
  key: string,
  lock = false,
): Promise<Row> {
  const condition = keyCondition(resource, key);
  if (condition === null) {
    throw resource.declaration.refusal?.(context) ?? new NotFound(resource.declaration.label);
  }
  const { rows } = await sql<Row>`
    select t.* from ${sql.table(resource.declaration.table)} as t
    where ${condition} and ${scopeCondition(resource, context)}
    ${lock ? sql`for update of t` : sql``}
  `.execute(context.db);
  const [row, other] = rows;
  // An alias that is unique in an organization only names nothing in the view of all of them.
  if (row === undefined || other !== undefined) {
    throw resource.declaration.refusal?.(context) ?? new NotFound(resource.declaration.label);
  }
  return row;
}

/** The condition that is met by exactly these rows. */
export function rowsWithKeys(resource: Resource, rows: readonly Row[]): RawBuilder<boolean> {
  const type = sql.raw(resource.keyKind === "uuid" ? "uuid[]" : "integer[]");
  return sql<boolean>`t.id = any(${rows.map(({ id }) => id)}::${type})`;
}

/** The rows for presenting `fields` of the objects with these keys, in the order of the keys. */
export async function rowsByKey(
  resource: Resource,
  context: RequestContext,
  keys: readonly (string | number)[],
  fields: readonly NamedField[],
): Promise<Row[]> {
  const type = sql.raw(resource.keyKind === "uuid" ? "uuid[]" : "integer[]");
  const { rows } = await sql<Row>`
    select ${selectList(fields, context)} from ${sql.table(resource.declaration.table)} as t
    where t.id = any(${[...keys]}::${type})
  `.execute(context.db);
  const byKey = new Map(rows.map((row) => [row.id, row]));
  return keys.map((key) => byKey.get(key)).filter((row) => row !== undefined);
}
