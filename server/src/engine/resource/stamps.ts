import { authorOf } from "../access/author.ts";
import { text as labels } from "../i18n/texts.ts";
import type { WriteEvent } from "./declaration.ts";
import { datetime } from "./field-kinds/scalars.ts";
import { text } from "./field-kinds/text.ts";
import type { Resource } from "./resource.ts";

const fields = () => ({
  created_by: text({ label: labels.createdBy, readOnly: true }),
  updated_by: text({ label: labels.updatedBy, readOnly: true }),
  date_created: datetime({ label: labels.dateCreated, readOnly: true }),
  date_updated: datetime({ label: labels.dateUpdated, readOnly: true }),
});

type StampFields = ReturnType<typeof fields>;

/**
 * Who made and last changed an object, and when. Every write fills in those a resource declares, under these names;
 * the table has a column of each.
 *
 * @param names only these, in this order; all of them unless given
 */
export function stamps<Name extends keyof StampFields = keyof StampFields>(
  ...names: readonly Name[]
): Pick<StampFields, Name> {
  const all = fields();
  if (names.length === 0) return all;
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<StampFields, Name>;
}

/** Columns of who writes, when, and in which organization. */
export function stampColumns(resource: Resource, { context, before }: WriteEvent): Record<string, unknown> {
  const declared = resource.declaration.fields;
  const now = new Date();
  const author = authorOf(context);
  const stamped: Record<string, unknown> = {};
  if ("updated_by" in declared) stamped.updated_by = author;
  if ("date_updated" in declared) stamped.date_updated = now;
  if (before !== null) return stamped;
  if ("created_by" in declared) stamped.created_by = author;
  if ("date_created" in declared) stamped.date_created = now;
  if (resource.declaration.scope === "organization") stamped.org_id = context.organization.id;
  return stamped;
}
