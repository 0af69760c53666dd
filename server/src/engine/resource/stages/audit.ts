import type { CallerContext } from "../../access/context.ts";
import { changesBetween, recordOperation } from "../../audit/operate-log.ts";
import type { Row } from "../field-kinds/field.ts";
import { applies, type Resource } from "../resource.ts";
import { type Presented, presentRows } from "./present.ts";
import { rowsByKey } from "./rows.ts";

/** The object as its retrieve shows it; what the operate log compares. */
export async function snapshot(
  resource: Resource,
  context: CallerContext,
  id: string | number,
): Promise<Presented> {
  const fields = resource.fields.filter((field) => applies(field, "retrieve", context));
  const [object] = await presentRows(await rowsByKey(resource, context, [id], fields), fields, context);
  return object ?? {};
}

/** Records a create (`before` null) or an update. An update that changed nothing leaves no entry. */
export async function auditWrite(
  resource: Resource,
  context: CallerContext,
  id: string | number,
  states: { readonly before: Presented | null; readonly after: Presented },
  written: ReadonlySet<string>,
): Promise<void> {
  if (resource.declaration.audited === false) return;
  const changes = changesBetween(resource.fields, states.before ?? {}, states.after, written);
  if (states.before !== null && changes.length === 0) return;
  await recordOperation(context, {
    action: states.before === null ? "create" : "update",
    type: resource.declaration.label,
    name: displayName(resource, states.after, id),
    id: String(id),
    changes,
    ...organizationOf(states.after),
  });
}

/** Records a delete with what the object was. */
export async function auditDelete(
  resource: Resource,
  context: CallerContext,
  row: Row,
  before: Presented,
): Promise<void> {
  if (resource.declaration.audited === false) return;
  const id = row.id as string | number;
  await recordOperation(context, {
    action: "delete",
    type: resource.declaration.label,
    name: displayName(resource, before, id),
    id: String(id),
    changes: changesBetween(resource.fields, before, {}, new Set()),
    ...organizationOf(before),
  });
}

function displayName(resource: Resource, object: Presented, id: string | number): string {
  const name = object[resource.declaration.displayColumn ?? "name"];
  return typeof name === "string" ? name : String(id);
}

function organizationOf(object: Presented): { organizationId?: string } {
  return typeof object.org_id === "string" ? { organizationId: object.org_id } : {};
}
