import { authorOf } from "../access/author.ts";
import { text as labels } from "../i18n/texts.ts";
import type { StampName, WriteEvent } from "./declaration.ts";
import type { Field } from "./field-kinds/field.ts";
import { datetime } from "./field-kinds/scalars.ts";
import { text } from "./field-kinds/text.ts";
import type { Resource } from "./resource.ts";

const fields = () =>
  ({
    created_by: text({ label: labels.createdBy, readOnly: true }),
    updated_by: text({ label: labels.updatedBy, readOnly: true }),
    date_created: datetime({ label: labels.dateCreated, readOnly: true }),
    date_updated: datetime({ label: labels.dateUpdated, readOnly: true }),
  }) satisfies Readonly<Record<StampName, Field>>;

type StampFields = ReturnType<typeof fields>;

/**
 * Who made and last changed an object, and when. Every write fills in those a resource declares, under these names;
 * the table has a column of each.
 *
 * @param names only these, in this order; all of them unless given
 */
export function stamps<Name extends StampName = StampName>(
  ...names: readonly Name[]
): Pick<StampFields, Name> {
  const all = fields();
  if (names.length === 0) return all;
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<StampFields, Name>;
}

/** Columns of who writes, when, and in which organization. */
export function stampColumns(resource: Resource, { context, before }: WriteEvent): Record<string, unknown> {
  const { fields: shown, stamped: hidden = [], scope } = resource.declaration;
  const isStamped = (name: StampName): boolean => name in shown || hidden.includes(name);
  const now = new Date();
  const author = authorOf(context);
  const stamped: Record<string, unknown> = {};
  if (isStamped("updated_by")) stamped.updated_by = author;
  if (isStamped("date_updated")) stamped.date_updated = now;
  if (before !== null) return stamped;
  if (isStamped("created_by")) stamped.created_by = author;
  if (isStamped("date_created")) stamped.date_created = now;
  if (scope === "organization") stamped.org_id = context.organization.id;
  return stamped;
}
