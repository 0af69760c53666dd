import { sql } from "kysely";
import { authorOf, type CallerContext } from "../../../engine/access/index.ts";
import { FieldError, type FieldErrors, ValidationError } from "../../../engine/errors.ts";
import { text as engineText, withParameters } from "../../../engine/i18n/index.ts";
import { isObject, type Json, typeName } from "../../../engine/json.ts";
import { oneLine } from "../../../engine/names.ts";
import {
  type Field,
  isUuid,
  nestedList,
  parseText,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { labelNameError } from "../labels/label-name.ts";
import { text } from "../texts.ts";

type LabelInput = { readonly id: string } | { readonly name: string; readonly value: string };

const limits = { label: text.label, required: true, maxLength: 128, check: oneLine };

function readLabel(item: unknown): LabelInput {
  const id = isObject(item) ? (item.id ?? item.pk) : item;
  if (typeof id === "string" && id !== "") {
    if (!isUuid(id))
      throw new FieldError([withParameters(engineText.objectMissing, { pk: id.slice(0, 64) })]);
    return { id: id.toLowerCase() };
  }
  if (!isObject(item)) throw new FieldError([withParameters(engineText.notObject, { type: typeName(item) })]);
  const name = parseText(item.name ?? "", limits);
  const problem = labelNameError(name);
  if (problem !== undefined) throw new FieldError([problem]);
  return { name, value: parseText(item.value ?? "", limits) };
}

function readLabels(input: unknown): LabelInput[] {
  if (!Array.isArray(input))
    throw new FieldError([withParameters(engineText.notList, { type: typeName(input) })]);
  if (input.length > 200) throw new FieldError([withParameters(engineText.tooLarge, { limit: 200 })]);
  const errors: FieldErrors[] = [];
  const labels: LabelInput[] = [];
  for (const item of input) {
    try {
      labels.push(readLabel(item));
      errors.push({});
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      errors.push(error.errors);
    }
  }
  if (labels.length !== input.length) throw new FieldError(errors);
  return labels;
}

/** Ids of the labels in the asset's organization; those given by name and value are made when missing. */
async function resolveLabels(context: CallerContext, organizationId: string, labels: readonly LabelInput[]) {
  const given = labels.filter((label) => "id" in label).map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select id from labels where id = any(${given}::uuid[]) and org_id = ${organizationId}
  `.execute(context.db);
  const found = new Set(rows.map(({ id }) => id));
  const missing = given.filter((id) => !found.has(id));
  if (missing.length > 0) {
    throw new ValidationError({
      labels: missing.map((pk) => withParameters(engineText.objectMissing, { pk })),
    });
  }
  for (const label of labels) {
    if ("id" in label) continue;
    const author = authorOf(context);
    const { rows: made } = await sql<{ id: string }>`
      insert into labels (org_id, name, value, created_by, updated_by)
      values (${organizationId}, ${label.name}, ${label.value}, ${author}, ${author})
      on conflict (org_id, name, value) do update set name = excluded.name
      returning id
    `.execute(context.db);
    for (const { id } of made) found.add(id);
  }
  return [...found];
}

/** The `labels` of an asset: linked by id, or made from a name and a value. The list replaces what was there. */
export const labelsField: Field = {
  ...nestedList({
    label: text.labels,
    columns: [],
    children: {
      id: uuid({ label: engineText.id }),
      name: textField({ label: engineText.name, maxLength: 128 }),
      value: textField({ label: text.value, maxLength: 128 }),
    },
    toColumns: () => ({}),
    load: async (context, rows) => {
      const { rows: labels } = await sql<{ asset_id: string; id: string; name: string; value: string }>`
        select l.asset_id, r.id, r.name, r.value from asset_labels l join labels r on r.id = l.label_id
        where l.asset_id = any(${rows.map((row) => row.id)}::uuid[]) order by r.name, r.value
      `.execute(context.db);
      const byAsset = new Map<unknown, Json[]>();
      for (const { asset_id, ...label } of labels)
        byAsset.set(asset_id, [...(byAsset.get(asset_id) ?? []), label]);
      return byAsset;
    },
    present: (row, _context, loaded) => (loaded as Map<unknown, Json[]>).get(row.id) ?? [],
    linkNew: async (context, items) => {
      const given = items.filter(({ value }) => (value as readonly LabelInput[]).length > 0);
      const pairs: { readonly id: string | number; readonly label: string }[] = [];
      const resolved = new Map<string, readonly string[]>();
      for (const { id, value } of given) {
        const key = JSON.stringify(value);
        const labels =
          resolved.get(key) ??
          (await resolveLabels(context, context.organization.id, value as readonly LabelInput[]));
        resolved.set(key, labels);
        pairs.push(...labels.map((label) => ({ id, label })));
      }
      await sql`
        insert into asset_labels (asset_id, label_id)
        select * from unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ label }) => label)}::uuid[])
        on conflict do nothing
      `.execute(context.db);
    },
    link: async (context, id, value, { before }) => {
      const organizationId = String(before?.org_id ?? context.organization.id);
      const ids = await resolveLabels(context, organizationId, value as readonly LabelInput[]);
      await sql`
        delete from asset_labels where asset_id = ${id} and not (label_id = any(${ids}::uuid[]))
      `.execute(context.db);
      await sql`
        insert into asset_labels (asset_id, label_id) select ${id}::uuid, k from unnest(${ids}::uuid[]) as k
        on conflict do nothing
      `.execute(context.db);
    },
  }),
  parse: readLabels,
};
