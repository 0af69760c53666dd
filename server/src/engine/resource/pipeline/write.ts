import { type RawBuilder, sql } from "kysely";
import { ValidationError } from "../../errors.ts";
import { text } from "../../i18n/texts.ts";
import type { WriteEvent } from "../declaration.ts";
import type { Resource } from "../resource.ts";
import { stampColumns } from "../stamps.ts";

/** Writes the row and its links; answers the key. Runs inside the transaction of the request. */
export async function writeRow(resource: Resource, event: WriteEvent): Promise<string | number> {
  const columns = await columnsOf(resource, event);
  try {
    const id =
      event.before === null ? await insert(resource, columns) : await update(resource, event, columns);
    await writeLinks(resource, event, id);
    await resource.declaration.hooks?.afterWrite?.({ ...event, id });
    return id;
  } catch (error) {
    throw uniqueViolation(resource, error) ?? error;
  }

  async function insert(target: Resource, values: Record<string, unknown>): Promise<string | number> {
    const names = Object.keys(values);
    const { rows } = await sql<{ id: string | number }>`
      insert into ${sql.table(target.declaration.table)}
      ${
        names.length === 0
          ? sql`default values`
          : sql`(${sql.join(names.map((name) => sql.ref(name)))}) values (${sql.join(Object.values(values))})`
      }
      returning id
    `.execute(event.context.db);
    const [row] = rows;
    if (row === undefined) throw new Error(`${target.path}: nothing was inserted`);
    return row.id;
  }
}

async function update(
  resource: Resource,
  { context, before }: WriteEvent,
  columns: Record<string, unknown>,
): Promise<string | number> {
  const id = before?.id as string | number;
  const assignments: RawBuilder<unknown>[] = Object.entries(columns).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  if (assignments.length > 0 && resource.declaration.linkOf !== undefined) {
    await relink(resource, context, id, columns);
  } else if (assignments.length > 0) {
    await sql`
      update ${sql.table(resource.declaration.table)} set ${sql.join(assignments)} where id = ${id}
    `.execute(context.db);
  }
  return id;
}

/** A link that leads elsewhere is one that went and one that came: what watches links sees both. */
async function relink(
  { declaration: { table } }: Resource,
  { db }: WriteEvent["context"],
  id: string | number,
  columns: Record<string, unknown>,
): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`
    delete from ${sql.table(table)} where id = ${id} returning *
  `.execute(db);
  const row = Object.entries({ ...rows[0], ...columns });
  await sql`
    insert into ${sql.table(table)} (${sql.join(row.map(([name]) => sql.ref(name)))})
    overriding system value values (${sql.join(row.map(([, value]) => value))})
  `.execute(db);
}

/** The columns of the main table an event writes. */
export async function columnsOf(resource: Resource, event: WriteEvent): Promise<Record<string, unknown>> {
  const { context, mode, before, values, input } = event;
  const columns: Record<string, unknown> = {};
  for (const { name, column, field } of resource.fields) {
    if (!Object.hasOwn(values, name)) continue;
    const at = { context, mode, before, input };
    Object.assign(
      columns,
      field.toColumns === undefined
        ? { [column]: values[name] }
        : await field.toColumns(values[name], at, column),
    );
  }
  return {
    ...columns,
    ...stampColumns(resource, event),
    ...(await resource.declaration.hooks?.columns?.(event)),
  };
}

async function writeLinks(resource: Resource, event: WriteEvent, id: string | number): Promise<void> {
  const { context, mode, before, values, input } = event;
  for (const { name, field } of resource.fields) {
    if (field.link === undefined || !Object.hasOwn(values, name)) continue;
    await field.link(context, id, values[name], { context, mode, before, input });
  }
}

/**
 * A unique violation as the error of its field: constraints are named `<table>_<field>_key`, the key's own
 * `<table>_pkey`. Null for other errors.
 */
export function uniqueViolation(resource: Resource, error: unknown): ValidationError | null {
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string };
  if (code !== "23505" || constraint === undefined) return null;
  const own = resource.declaration.table;
  if (table === own && constraint === `${own}_pkey`) return new ValidationError({ id: [text.idTaken] });
  const together = resource.declaration.uniqueTogether?.[constraint];
  if (together !== undefined) {
    return new ValidationError(Object.fromEntries(together.map((name) => [name, text.unique])));
  }
  const field = constraint.replace(`${own}_`, "").replace(/_key$/, "");
  const name = resource.fields.find(({ column }) => column === field)?.name;
  return new ValidationError({ [name ?? "non_field_errors"]: [text.unique] });
}
