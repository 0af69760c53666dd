import type { CallerContext } from "../../access/context.ts";
import { BadRequest, type FieldErrors, ValidationError } from "../../errors.ts";
import type { RouteAnswer } from "../../http/routes.ts";
import { text } from "../../i18n/texts.ts";
import { createPace } from "../../pace.ts";
import type { WriteEvent } from "../declaration.ts";
import type { Row } from "../field-kinds/field.ts";
import { withMemory } from "../memory.ts";
import type { Resource } from "../resource.ts";
import { auditWrites, snapshot, snapshots } from "../stages/audit.ts";
import { manyObjects } from "../stages/many-objects.ts";
import { parseInput } from "../stages/parse.ts";
import type { Presented } from "../stages/present.ts";
import { writeRow } from "../stages/write.ts";
import { writeNewRows } from "../stages/write-many.ts";

/** Creates one object, or each of an array: all or none. */
export async function createObjects(
  resource: Resource,
  context: CallerContext,
  body: unknown,
): Promise<RouteAnswer> {
  if (resource.declaration.scope === "organization" && context.organization.isRoot) {
    throw new BadRequest("error", text.rootOrganizationWrite);
  }
  if (!Array.isArray(body) || !resource.operations.has("bulk")) {
    return {
      status: 201,
      body: await createOne(resource, await parseInput(resource, context, body, "create", null)),
    };
  }
  const events = await withMemory(context, () =>
    eachOrErrors(body, (item) => parseInput(resource, context, item, "create", null, true)),
  );
  const objects = isWrittenTogether(resource)
    ? await createTogether(resource, context, events)
    : await eachOrErrors(events, (event) => createOne(resource, event), body.length);
  return { status: 201, ...manyObjects(objects) };
}

function isWrittenTogether({ declaration, keyKind }: Resource): boolean {
  const { existing, columns } = declaration.hooks ?? {};
  return (
    keyKind === "uuid" && (declaration.writtenTogether ?? (existing === undefined && columns === undefined))
  );
}

async function createTogether(
  resource: Resource,
  context: CallerContext,
  events: readonly WriteEvent[],
): Promise<Presented[]> {
  const ids = await writeNewRows(resource, events);
  const objects = await snapshots(resource, context, ids);
  await auditWrites(
    resource,
    context,
    ids.map((id, index) => ({
      id,
      before: null,
      after: objects[index] ?? {},
      written: new Set(Object.keys(events[index]?.values ?? {})),
    })),
  );
  return objects;
}

async function createOne(resource: Resource, event: WriteEvent): Promise<Presented> {
  const existing = (await resource.declaration.hooks?.existing?.(event)) ?? null;
  if (existing !== null) return settleExisting(resource, event, existing);
  const id = await writeRow(resource, event);
  const after = await snapshot(resource, event.context, id);
  await auditWrites(resource, event.context, [
    { id, before: null, after, written: new Set(Object.keys(event.values)) },
  ]);
  return after;
}

/** Answers a create with a row that was already there, changed by the values sent or not. */
async function settleExisting(
  resource: Resource,
  event: WriteEvent,
  { row, change }: { readonly row: Row; readonly change: boolean },
): Promise<Presented> {
  const id = row.id as string | number;
  const before = await snapshot(resource, event.context, id);
  if (!change) return before;
  await writeRow(resource, { ...event, mode: "partial", before: row });
  const after = await snapshot(resource, event.context, id);
  await auditWrites(resource, event.context, [
    { id, before, after, written: new Set(Object.keys(event.values)) },
  ]);
  return after;
}

/**
 * Runs `step` for each item. Errors are collected by position, `{}` for good items; with `total` the first error
 * ends the work, because the database transaction it runs in is over.
 */
export async function eachOrErrors<T, R>(
  items: readonly T[],
  step: (item: T) => Promise<R>,
  total?: number,
): Promise<R[]> {
  const results: R[] = [];
  const errors: FieldErrors[] = [];
  const pace = createPace();
  for (const [index, item] of items.entries()) {
    try {
      await pace();
      results.push(await step(item));
      errors.push({});
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      errors.push(error.errors);
      if (total !== undefined) {
        throw new ValidationError([...errors, ...Array.from({ length: total - index - 1 }, () => ({}))]);
      }
    }
  }
  if (results.length !== items.length) throw new ValidationError(errors);
  return results;
}
