import { sql } from "kysely";
import type { CallerContext } from "../../access/context.ts";
import {
  changesBetween,
  hasRecorded,
  type OperateEntry,
  recordOperation,
  recordOperations,
} from "../../audit/operate-log.ts";
import { createYield } from "../../yield-to-event-loop.ts";
import { applies, type Resource } from "../resource.ts";
import { type Presented, presentRows } from "./present.ts";
import { rowsByKey } from "./rows.ts";

type Key = string | number;

/** Objects presented, and entries recorded, at a time. */
const batchSize = 200;

/** The object as its retrieve shows it; what the operate log compares. */
export async function snapshot(resource: Resource, context: CallerContext, id: Key): Promise<Presented> {
  const [object] = await snapshots(resource, context, [id]);
  return object ?? {};
}

/** The objects as their retrieve shows them, in the order of the keys. */
export async function snapshots(
  resource: Resource,
  context: CallerContext,
  ids: readonly Key[],
): Promise<Presented[]> {
  const yieldNow = createYield();
  const fields = resource.fields.filter((field) => applies(field, "retrieve", context));
  const objects: Presented[] = [];
  for (let at = 0; at < ids.length; at += batchSize) {
    const rows = await rowsByKey(resource, context, ids.slice(at, at + batchSize), fields);
    objects.push(...(await presentRows(rows, fields, context)));
    await yieldNow();
  }
  return objects;
}

/** One write: what the object was (null: it is new) and is, and which fields the client set. */
export interface AuditedWrite {
  readonly id: Key;
  readonly before: Presented | null;
  readonly after: Presented;
  readonly written: ReadonlySet<string>;
}

/** Records creates and updates. An update that changed nothing leaves no entry. */
export async function auditWrites(
  resource: Resource,
  context: CallerContext,
  writes: readonly AuditedWrite[],
): Promise<void> {
  if (resource.declaration.audited === false) return;
  const yieldNow = createYield();
  for (let at = 0; at < writes.length; at += batchSize) {
    const batch = writes.slice(at, at + batchSize);
    const entries =
      resource.declaration.linkOf === undefined
        ? batch.map((write) => entryOf(resource, write))
        : await relinkEntries(resource, context, batch);
    await recordOperations(
      context,
      entries.filter((entry) => entry !== null),
    );
    await yieldNow();
  }
}

function entryOf(resource: Resource, { id, before, after, written }: AuditedWrite): OperateEntry | null {
  const changes = changesBetween(resource.fields, before ?? {}, after, written);
  if (before !== null && changes.length === 0) return null;
  return {
    action: before === null ? "create" : "update",
    type: resource.declaration.label,
    name: displayName(resource, after, id),
    id: String(id),
    changes,
    ...organizationOf(after),
  };
}

/** Records deletes with what the objects were, by their keys. */
export async function auditDeletes(
  resource: Resource,
  context: CallerContext,
  deletes: readonly { readonly id: Key; readonly before: Presented }[],
): Promise<void> {
  if (resource.declaration.audited === false) return;
  if (resource.declaration.linkOf !== undefined) {
    const links = deletes.map(({ before }) => before);
    return recordOperations(context, await linkEntries(resource, context, links, "unlinked"));
  }
  await recordOperations(
    context,
    deletes.map(({ id, before }) => ({
      action: "delete",
      type: resource.declaration.label,
      name: displayName(resource, before, id),
      id: String(id),
      changes: changesBetween(resource.fields, before, {}, new Set()),
      ...organizationOf(before),
    })),
  );
}

/**
 * Records what an action did to an object, when its handler has not: the difference, or that it was called at all.
 */
export async function auditAction(
  resource: Resource,
  context: CallerContext,
  id: Key,
  before: Presented,
): Promise<void> {
  if (resource.declaration.audited === false || hasRecorded(context)) return;
  const after = await snapshot(resource, context, id);
  await recordOperation(context, {
    action: "update",
    type: resource.declaration.label,
    name: displayName(resource, before, id),
    id: String(id),
    changes: changesBetween(resource.fields, before, after, new Set()),
    ...organizationOf(before),
  });
}

/** Links made, and those that lead elsewhere now: taken away and made. */
async function relinkEntries(
  resource: Resource,
  context: CallerContext,
  writes: readonly AuditedWrite[],
): Promise<OperateEntry[]> {
  const moved = writes.filter(
    ({ before, after }) => before === null || JSON.stringify(before) !== JSON.stringify(after),
  );
  const left = moved.flatMap(({ before }) => (before === null ? [] : [before]));
  const made = moved.map(({ after }) => after);
  return [
    ...(await linkEntries(resource, context, left, "unlinked")),
    ...(await linkEntries(resource, context, made, "linked")),
  ];
}

/** Links made or taken away, as changes of the objects they belong to. */
async function linkEntries(
  resource: Resource,
  context: CallerContext,
  links: readonly Presented[],
  event: "linked" | "unlinked",
): Promise<OperateEntry[]> {
  const owner = resource.declaration.linkOf;
  const member = resource.fields.find(({ name }) => name === owner?.member);
  if (owner === undefined || member === undefined) {
    throw new Error(`${resource.path}: a link without an owner`);
  }
  const { rows } = await sql<{ id: string; org_id: string }>`
    select id, org_id from ${sql.table(owner.table)} where id = any(${links.map((link) => link[owner.id])}::uuid[])
  `.execute(context.db);
  const organizations = new Map(rows.map(({ id, org_id }) => [id, org_id]));
  const { en, zh, ja } = member.field.options.label;
  return links.map((link) => {
    const id = String(link[owner.id]);
    const name = link[owner.memberName] ?? null;
    const [before, after] = event === "linked" ? [null, name] : [name, null];
    const organizationId = organizations.get(id);
    return {
      action: "update",
      type: owner.label,
      name: String(link[owner.name] ?? ""),
      id,
      changes: [{ field: owner.member, label: { en, zh, ja }, before, after }],
      ...(organizationId === undefined ? {} : { organizationId }),
    };
  });
}

function displayName(resource: Resource, object: Presented, id: Key): string {
  const name = object[resource.declaration.displayColumn ?? "name"];
  return typeof name === "string" ? name : String(id);
}

function organizationOf(object: Presented): { organizationId?: string } {
  return typeof object.org_id === "string" ? { organizationId: object.org_id } : {};
}
