import { sql } from "kysely";
import type { CallerContext } from "../../access/context.ts";
import { ValidationError } from "../../errors.ts";
import type { RouteAnswer } from "../../http/routes.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text } from "../../i18n/texts.ts";
import { isObject, plainText, typeName } from "../../json.ts";
import type { WriteEvent } from "../declaration.ts";
import type { Row } from "../field-kinds/field.ts";
import { withMemory } from "../memory.ts";
import { auditWrites, snapshots } from "../pipeline/audit.ts";
import { lookUpTargets } from "../pipeline/look-up.ts";
import { manyObjects } from "../pipeline/many-objects.ts";
import { parseInput } from "../pipeline/parse.ts";
import type { Presented } from "../pipeline/present.ts";
import { findRow } from "../pipeline/rows.ts";
import { requireUnmodified } from "../pipeline/unmodified.ts";
import { writeRow } from "../pipeline/write.ts";
import { narrow } from "../query/conditions.ts";
import { isUuid } from "../query/filters.ts";
import { allOf, type Resource } from "../resource.ts";
import { eachOrErrors } from "./create.ts";

/** Changes one object: the whole of it (`update`) or what is sent (`partial`). */
export async function updateObject(
  resource: Resource,
  context: CallerContext,
  key: string,
  body: unknown,
  mode: "update" | "partial",
): Promise<RouteAnswer> {
  const row = await findRow(resource, context, key, true);
  requireUnmodified(context, row);
  const event = await parseInput(resource, context, body, mode, row);
  const [object] = await updateEach(resource, context, [event], () => writeRow(resource, event));
  return { body: object };
}

/** Changes each object of an array, found by its `id` inside the filtered list: all or none. */
export async function updateObjects(
  resource: Resource,
  context: CallerContext,
  body: unknown,
  mode: "update" | "partial",
): Promise<RouteAnswer> {
  if (!Array.isArray(body)) {
    throw new ValidationError({
      non_field_errors: [withParameters(text.notAListBody, { type: typeName(body) })],
    });
  }
  const rows = await filteredRows(resource, context, body);
  const isSelected = await selectObjects(resource, context, body, rows);
  const parse = async (item: unknown): Promise<WriteEvent | null> => {
    if (!isSelected(item)) return null;
    const id = keyOf(item);
    if (id === null) throw new ValidationError([text.idMissing]);
    const row = rows.get(id);
    if (row === undefined)
      throw new ValidationError(withParameters(text.rowMissing, { id: id.slice(0, 64) }));
    return parseInput(resource, context, item, mode, row);
  };
  const parsed = await withMemory(context, async () => {
    await lookUpTargets(resource, context, body.filter(isSelected));
    return eachOrErrors(body, parse);
  });
  const events = parsed.filter((event) => event !== null);
  // Which of two versions of one object is meant cannot be told: an error of the whole, not of a row.
  const targets = new Set(events.map(({ before }) => String(before?.id)));
  if (targets.size < events.length) throw new ValidationError([text.duplicateRows]);
  const write = () => eachOrErrors(events, (event) => writeRow(resource, event), events.length);
  return manyObjects(await updateEach(resource, context, events, write));
}

/** The key of the row an object of the array names; null where it names none. */
function keyOf(item: unknown): string | null {
  const key = isObject(item) ? (item.id ?? item.pk) : undefined;
  return key === undefined || key === null ? null : plainText(key).toLowerCase();
}

/** Tells the objects of the array that are changed from those that are passed over. */
async function selectObjects(
  resource: Resource,
  context: CallerContext,
  items: readonly unknown[],
  rows: ReadonlyMap<string, Row>,
): Promise<(item: unknown) => boolean> {
  const { selectForBulkUpdate } = resource.declaration.hooks ?? {};
  if (selectForBulkUpdate === undefined) return () => true;
  const changes = items.map((input) => ({ input, before: rows.get(keyOf(input) ?? "") }));
  const answers = await selectForBulkUpdate(context, changes);
  const passedOver = new Set(items.filter((_, index) => answers[index] === false));
  return (item) => !passedOver.has(item);
}

async function updateEach(
  resource: Resource,
  context: CallerContext,
  events: readonly WriteEvent[],
  write: () => Promise<unknown>,
): Promise<Presented[]> {
  const ids = events.map(({ before }) => before?.id as string | number);
  const earlier = await snapshots(resource, context, ids);
  await write();
  const objects = await snapshots(resource, context, ids);
  await auditWrites(
    resource,
    context,
    events.map(({ values }, index) => ({
      id: ids[index] as string | number,
      before: earlier[index] ?? {},
      after: objects[index] ?? {},
      written: new Set(Object.keys(values)),
    })),
  );
  return objects;
}

async function filteredRows(
  resource: Resource,
  context: CallerContext,
  items: readonly unknown[],
): Promise<Map<string, Row>> {
  const keys = items.map((item) => (isObject(item) ? plainText(item.id ?? item.pk) : ""));
  const usable = keys.filter((key) => (resource.keyKind === "uuid" ? isUuid(key) : /^\d{1,9}$/.test(key)));
  if (usable.length === 0) return new Map();
  const { scope, filter } = await narrow(resource, context);
  const type = sql.raw(resource.keyKind === "uuid" ? "uuid[]" : "integer[]");
  const { rows } = await sql<Row>`
    select t.* from ${sql.table(resource.declaration.table)} as t
    where t.id = any(${usable}::${type}) and ${allOf(filter === null ? [scope] : [scope, filter])}
    order by t.id for update of t
  `.execute(context.db);
  return new Map(rows.map((row) => [String(row.id), row]));
}
