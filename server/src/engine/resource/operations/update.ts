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
import { narrow } from "../query/conditions.ts";
import { isUuid } from "../query/filters.ts";
import { allOf, type Resource } from "../resource.ts";
import { auditWrites, snapshots } from "../stages/audit.ts";
import { lookUpTargets } from "../stages/look-up.ts";
import { manyObjects } from "../stages/many-objects.ts";
import { parseInput } from "../stages/parse.ts";
import type { Presented } from "../stages/present.ts";
import { findRow } from "../stages/rows.ts";
import { requireUnmodified } from "../stages/unmodified.ts";
import { writeRow } from "../stages/write.ts";
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
  const parse = async (item: unknown): Promise<WriteEvent> => {
    const key = isObject(item) ? (item.id ?? item.pk) : undefined;
    if (key === undefined || key === null) throw new ValidationError([text.idMissing]);
    const id = plainText(key).toLowerCase();
    const row = rows.get(id);
    if (row === undefined)
      throw new ValidationError(withParameters(text.rowMissing, { id: id.slice(0, 64) }));
    return parseInput(resource, context, item, mode, row);
  };
  const events = await withMemory(context, async () => {
    await lookUpTargets(resource, context, body);
    return eachOrErrors(body, parse);
  });
  // Which of two versions of one object is meant cannot be told: an error of the whole, not of a row.
  const targets = new Set(events.map(({ before }) => String(before?.id)));
  if (targets.size < events.length) throw new ValidationError([text.duplicateRows]);
  const write = () => eachOrErrors(events, (event) => writeRow(resource, event), events.length);
  return manyObjects(await updateEach(resource, context, events, write));
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
