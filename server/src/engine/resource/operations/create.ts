import type { CallerContext } from "../../access/context.ts";
import { BadRequest, type FieldErrors, ValidationError } from "../../errors.ts";
import type { RouteAnswer } from "../../http/routes.ts";
import { text } from "../../i18n/texts.ts";
import { createYield } from "../../yield-to-event-loop.ts";
import type { WriteEvent } from "../declaration.ts";
import { withMemory } from "../memory.ts";
import { auditWrites, snapshots } from "../pipeline/audit.ts";
import { lookUpTargets } from "../pipeline/look-up.ts";
import { manyObjects } from "../pipeline/many-objects.ts";
import { parseInput } from "../pipeline/parse.ts";
import type { Presented } from "../pipeline/present.ts";
import { type NewRow, writeNewRow, writeNewRows } from "../pipeline/write-new.ts";
import type { Resource } from "../resource.ts";

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
  const events = await withMemory(context, async () => {
    await lookUpTargets(resource, context, body);
    return eachOrErrors(body, (item) => parseInput(resource, context, item, "create", null, true));
  });
  const objects = areCreatedTogether(resource)
    ? await finish(resource, context, events, await writeNewRows(resource, events))
    : await eachOrErrors(events, (event) => createOne(resource, event), body.length);
  return { status: 201, ...manyObjects(objects) };
}

function areCreatedTogether({ declaration, keyKind }: Resource): boolean {
  const { findExisting, columns } = declaration.hooks ?? {};
  return (
    keyKind === "uuid" &&
    (declaration.createTogether ?? (findExisting === undefined && columns === undefined))
  );
}

async function createOne(resource: Resource, event: WriteEvent): Promise<Presented> {
  const written = await writeNewRow(resource, event);
  const [object = {}] = await finish(resource, event.context, [event], [written]);
  return object;
}

/** Records what was written, and answers the objects. */
async function finish(
  resource: Resource,
  context: CallerContext,
  events: readonly WriteEvent[],
  rows: readonly NewRow[],
): Promise<Presented[]> {
  const unread = rows.filter(({ after }) => after === undefined);
  const read = await snapshots(
    resource,
    context,
    unread.map(({ id }) => id),
  );
  const known = new Map(unread.map(({ id }, index) => [id, read[index] ?? {}]));
  const objects = rows.map(({ id, after }) => after ?? known.get(id) ?? {});
  const writes = rows.map(({ id, before, isWritten }, index) => ({
    id,
    before,
    after: objects[index] ?? {},
    written: new Set(Object.keys(events[index]?.values ?? {})),
    isWritten,
  }));
  await auditWrites(
    resource,
    context,
    writes.filter(({ isWritten }) => isWritten),
  );
  return objects;
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
  const yieldNow = createYield();
  for (const [index, item] of items.entries()) {
    try {
      await yieldNow();
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
