import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { CallerContext } from "../../access/context.ts";
import { type FieldErrors, ValidationError } from "../../errors.ts";
import { createPace } from "../../pace.ts";
import type { WriteEvent } from "../declaration.ts";
import type { Resource } from "../resource.ts";
import { columnsOf, uniqueViolation, writeRow } from "./write.ts";

type Key = string | number;

/** Rows inserted by one statement. */
const chunkSize = 200;

/**
 * Writes many new objects, all or none; answers their keys in order. Rows that can be are written together; where
 * one of them is refused, its neighbours are tried one by one, so that the error names every row that is at fault.
 * Throws `ValidationError` with one entry a row.
 */
export async function writeNewRows(resource: Resource, events: readonly WriteEvent[]): Promise<Key[]> {
  const pace = createPace();
  const ids: Key[] = [];
  const errors: FieldErrors[] = [];
  for (let at = 0; at < events.length; at += chunkSize) {
    const chunk = events.slice(at, at + chunkSize);
    const written = await together(resource, chunk);
    for (const [index, event] of chunk.entries()) {
      const outcome = written?.[index] ?? (await alone(resource, event));
      ids.push(outcome instanceof ValidationError ? "" : outcome);
      errors.push(outcome instanceof ValidationError ? outcome.errors : {});
    }
    await pace();
  }
  if (errors.some((error) => Object.keys(error).length > 0)) throw new ValidationError(errors);
  return ids;
}

/** All rows of a chunk; null, and nothing written, when one of them is refused. */
function together(resource: Resource, events: readonly WriteEvent[]): Promise<Key[] | null> {
  return attempt(
    events[0]?.context,
    async () => {
      const ids = await insertAll(resource, events);
      await linkAll(resource, events, ids);
      for (const [index, event] of events.entries()) {
        await resource.declaration.hooks?.written?.({ ...event, id: ids[index] as Key });
      }
      return ids;
    },
    (error) =>
      error instanceof ValidationError || uniqueViolation(resource, error) !== null ? null : undefined,
  );
}

/** One row by itself; the error it is refused with instead of its key. */
async function alone(resource: Resource, event: WriteEvent): Promise<Key | ValidationError> {
  return attempt<Key | ValidationError>(
    event.context,
    () => writeRow(resource, event),
    (error) => (error instanceof ValidationError ? error : undefined),
  );
}

/** Runs `work` so that its failure leaves nothing behind; `settle` answers instead of it, or undefined to pass it on. */
async function attempt<T>(
  context: CallerContext | undefined,
  work: () => Promise<T>,
  settle: (error: unknown) => T | undefined,
): Promise<T> {
  if (context === undefined) return work();
  await sql`savepoint attempt`.execute(context.db);
  try {
    const result = await work();
    await sql`release savepoint attempt`.execute(context.db);
    return result;
  } catch (error) {
    const settled = settle(error);
    if (settled === undefined) throw error;
    await sql`rollback to savepoint attempt`.execute(context.db);
    return settled;
  }
}

async function insertAll(resource: Resource, events: readonly WriteEvent[]): Promise<Key[]> {
  const rows: Record<string, unknown>[] = [];
  for (const event of events) {
    const columns = await columnsOf(resource, event);
    rows.push({ ...columns, id: columns.id ?? randomUUID() });
  }
  // Rows that set the same columns go by one statement.
  const alike = new Map<string, Record<string, unknown>[]>();
  for (const row of rows) {
    const shape = Object.keys(row).sort().join(" ");
    alike.set(shape, [...(alike.get(shape) ?? []), row]);
  }
  const [{ context } = { context: undefined }] = events;
  for (const [shape, group] of context === undefined ? [] : alike) {
    const names = shape.split(" ");
    const values = group.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
    await sql`
      insert into ${sql.table(resource.declaration.table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values ${sql.join(values)}
    `.execute((context as CallerContext).db);
  }
  return rows.map(({ id }) => id as Key);
}

async function linkAll(
  resource: Resource,
  events: readonly WriteEvent[],
  ids: readonly Key[],
): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  for (const { name, field } of resource.fields) {
    if (field.link === undefined) continue;
    const given = events.flatMap((event, index) =>
      Object.hasOwn(event.values, name) ? [{ event, id: ids[index] as Key, value: event.values[name] }] : [],
    );
    if (given.length === 0) continue;
    if (field.linkNew !== undefined) {
      await field.linkNew(first.context, given);
      continue;
    }
    for (const { event, id, value } of given) {
      const { context, mode, before, input } = event;
      await field.link(context, id, value, { context, mode, before, input });
    }
  }
}
