import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { CallerContext } from "../../access/context.ts";
import { type FieldErrors, ValidationError } from "../../errors.ts";
import { createYield } from "../../yield-to-event-loop.ts";
import type { ExistingRow, WriteEvent } from "../declaration.ts";
import type { Resource } from "../resource.ts";
import { snapshot, snapshots } from "./audit.ts";
import type { Presented } from "./present.ts";
import { columnsOf, uniqueViolation, writeRow } from "./write.ts";

type Key = string | number;

/** Rows inserted by one statement. */
const chunkSize = 200;

/** What became of an object to create. */
export interface NewRow {
  readonly id: Key;
  /** What the object was, where it was there already and has been changed; null: it is new. */
  readonly before: Presented | null;
  /** False: it was there already, and was left as it is. */
  readonly isWritten: boolean;
  /** What it is now; absent: still to be read. */
  readonly after?: Presented;
}

/** Writes a new object, or changes the one that turns out to be there already. */
export async function writeNewRow(resource: Resource, event: WriteEvent): Promise<NewRow> {
  const [found] = (await resource.declaration.hooks?.findExisting?.([event])) ?? [];
  if (found === undefined || found === null) {
    return { id: await writeRow(resource, event), before: null, isWritten: true };
  }
  const before = await snapshot(resource, event.context, found.row.id as Key);
  return settleExisting(resource, event, found, before);
}

/** Changes an object that was there already by the values sent, or leaves it as it is. */
async function settleExisting(
  resource: Resource,
  event: WriteEvent,
  { row, change }: ExistingRow,
  before: Presented,
): Promise<NewRow> {
  const id = row.id as Key;
  if (!change) return { id, before, isWritten: false, after: before };
  await writeRow(resource, { ...event, mode: "partial", before: row });
  return { id, before, isWritten: true };
}

/**
 * Writes many new objects, all or none; answers what became of each, in order. Rows that can be are written together;
 * where one of them is refused, its neighbours are tried one by one, so that the error names every row that is at
 * fault. Throws `ValidationError` with one entry a row.
 */
export async function writeNewRows(resource: Resource, events: readonly WriteEvent[]): Promise<NewRow[]> {
  const yieldNow = createYield();
  const rows: NewRow[] = [];
  const errors: FieldErrors[] = [];
  for (let at = 0; at < events.length; at += chunkSize) {
    const chunk = events.slice(at, at + chunkSize);
    const written = await together(resource, chunk);
    for (const [index, event] of chunk.entries()) {
      const outcome = written?.[index] ?? (await alone(resource, event));
      if (!(outcome instanceof ValidationError)) rows.push(outcome);
      errors.push(outcome instanceof ValidationError ? outcome.errors : {});
    }
    await yieldNow();
  }
  if (rows.length < events.length) throw new ValidationError(errors);
  return rows;
}

/** All rows of a chunk; null, and nothing written, when they have to be taken one by one. */
function together(resource: Resource, events: readonly WriteEvent[]): Promise<NewRow[] | null> {
  return attempt(
    events[0]?.context,
    async () => {
      const { hooks } = resource.declaration;
      const found = (await hooks?.findExisting?.(events)) ?? [];
      const known = found.flatMap((one) => (one === null ? [] : [one.row.id]));
      // The second change of a row starts from what the first has made of it.
      if (new Set(known).size < known.length) return null;
      const fresh = events.filter((_, index) => !found[index]);
      const ids = await insertAll(resource, fresh);
      await linkAll(resource, fresh, ids);
      const written = fresh.map((event, index) => ({ ...event, id: ids[index] as Key }));
      if (hooks?.afterCreateMany !== undefined) await hooks.afterCreateMany(written);
      else for (const event of written) await hooks?.afterWrite?.(event);
      const created = written.map(({ id }) => ({ id, before: null, isWritten: true }));
      return known.length === 0 ? created : inOrder(resource, events, found, created);
    },
    (error) =>
      error instanceof ValidationError || uniqueViolation(resource, error) !== null ? null : undefined,
  );
}

/** Settles the objects that were there already, and puts the new ones in their places between them. */
async function inOrder(
  resource: Resource,
  events: readonly WriteEvent[],
  found: readonly (ExistingRow | null)[],
  created: readonly NewRow[],
): Promise<NewRow[]> {
  const pairs = events.flatMap((event, index) => (found[index] ? [{ event, existing: found[index] }] : []));
  const [
    {
      event: { context },
    },
  ] = pairs as [(typeof pairs)[number]];
  const before = await snapshots(
    resource,
    context,
    pairs.map(({ existing }) => existing.row.id as Key),
  );
  const settled: NewRow[] = [];
  for (const [index, { event, existing }] of pairs.entries()) {
    settled.push(await settleExisting(resource, event, existing, before[index] ?? {}));
  }
  const [next, nextSettled] = [created.values(), settled.values()];
  return events.map((_, index) => (found[index] ? nextSettled : next).next().value as NewRow);
}

/** One row by itself; the error it is refused with instead of it. */
async function alone(resource: Resource, event: WriteEvent): Promise<NewRow | ValidationError> {
  return attempt<NewRow | ValidationError>(
    event.context,
    async () => {
      const row = await writeNewRow(resource, event);
      // A later row may change the same object again.
      return resource.declaration.hooks?.findExisting === undefined
        ? row
        : { ...row, after: row.after ?? (await snapshot(resource, event.context, row.id)) };
    },
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
    // An attempt inside an attempt has the same name, and must not stand in its way.
    await sql`release savepoint attempt`.execute(context.db);
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
