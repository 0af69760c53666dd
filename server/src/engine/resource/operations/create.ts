import type { CallerContext } from "../../access/context.ts";
import { type FieldErrors, ValidationError } from "../../errors.ts";
import type { RouteAnswer } from "../../http/routes.ts";
import type { WriteEvent } from "../declaration.ts";
import type { Row } from "../field-kinds/field.ts";
import type { Resource } from "../resource.ts";
import { auditWrite, snapshot } from "../stages/audit.ts";
import { parseInput } from "../stages/parse.ts";
import type { Presented } from "../stages/present.ts";
import { writeRow } from "../stages/write.ts";

/** Creates one object, or each of an array: all or none. */
export async function createObjects(
  resource: Resource,
  context: CallerContext,
  body: unknown,
): Promise<RouteAnswer> {
  if (!Array.isArray(body) || !resource.operations.has("bulk")) {
    return {
      status: 201,
      body: await createOne(resource, await parseInput(resource, context, body, "create", null)),
    };
  }
  const events = await eachOrErrors(body, (item) => parseInput(resource, context, item, "create", null));
  return {
    status: 201,
    body: await eachOrErrors(events, (event) => createOne(resource, event), body.length),
  };
}

async function createOne(resource: Resource, event: WriteEvent): Promise<Presented> {
  const existing = (await resource.declaration.hooks?.existing?.(event)) ?? null;
  if (existing !== null) return settleExisting(resource, event, existing);
  const id = await writeRow(resource, event);
  const after = await snapshot(resource, event.context, id);
  await auditWrite(resource, event.context, id, { before: null, after }, new Set(Object.keys(event.values)));
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
  await auditWrite(resource, event.context, id, { before, after }, new Set(Object.keys(event.values)));
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
  for (const [index, item] of items.entries()) {
    try {
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
