import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { text as shared } from "../../../engine/i18n/index.ts";
import {
  boolean,
  computed,
  datetime,
  defineResource,
  exact,
  inOrganization,
  labeledChoice,
  text as line,
  type Row,
  relations,
  uuid,
  type WriteEvent,
} from "../../../engine/resource/index.ts";
import { readingParameter } from "../reading-parameter.ts";
import { text as assetText } from "../texts.ts";
import { labelNameError } from "./label-name.ts";
import { text } from "./texts.ts";

/** Where a label comes from; people make those of users. */
const categories = [
  { value: "S", label: text.system },
  { value: "U", label: text.user },
];

/** Asks for names, each once (`?distinct=1`). Contract: docs/contract/assets.md, "Labels". */
const distinct = readingParameter("distinct");

const ofOneLabel = (context: RequestContext): boolean => !distinct.isSet(context);

/** The value of a label; of a name, all the values there are. */
const valueField = {
  ...line({ label: assetText.value, required: true, maxLength: 128 }),
  columns: ["value", "name", "org_id"],
  load: async (context: RequestContext, rows: readonly Row[]) => {
    if (!distinct.isSet(context)) return undefined;
    const { rows: values } = await sql<{ org_id: string; name: string; value: string }>`
      select org_id, name, string_agg(value, ', ' order by value) as value from labels
      where (org_id, name) in (
        select * from unnest(${rows.map(({ org_id }) => org_id)}::uuid[], ${rows.map(({ name }) => name)}::text[])
      ) group by org_id, name
    `.execute(context.db);
    return new Map(values.map(({ org_id, name, value }) => [`${org_id} ${name}`, value]));
  },
  present: (row: Row, _context: RequestContext, loaded: unknown) => {
    const values = loaded as ReadonlyMap<string, string> | undefined;
    return values?.get(`${row.org_id} ${row.name}`) ?? String(row.value);
  },
};

/** How many assets carry a label. */
const assetCountField = computed({
  label: text.assetCount,
  type: "integer",
  when: ofOneLabel,
  load: async (context, rows) => {
    const { rows: counts } = await sql<{ label_id: string; count: number }>`
      select label_id, count(*) as count from asset_labels
      where label_id = any(${rows.map(({ id }) => id)}::uuid[]) group by label_id
    `.execute(context.db);
    return new Map(counts.map(({ label_id, count }) => [label_id, count]));
  },
  present: (row, _context, loaded) => (loaded as ReadonlyMap<unknown, number>).get(row.id) ?? 0,
});

const fields = {
  id: uuid({ label: shared.id, when: ofOneLabel }),
  name: line({ label: shared.name, required: true, maxLength: 128 }),
  value: valueField,
  category: labeledChoice({
    label: assetText.category,
    readOnly: true,
    default: "U",
    choices: categories,
    when: ofOneLabel,
  }),
  comment: line({ label: shared.comment, when: ofOneLabel }),
  asset_count: assetCountField,
  assets: relations({
    label: assetText.assets,
    when: ofOneLabel,
    target: { table: "assets", key: "uuid", where: inOrganization },
    link: { table: "asset_labels", own: "label_id", other: "asset_id" },
  }),
  is_active: boolean({ label: shared.isActive, default: true, when: ofOneLabel }),
  date_created: datetime({ label: shared.dateCreated, readOnly: true, when: ofOneLabel }),
};

/** A name that was taken before the rules were stays until somebody changes it. */
function checkName({ before, values }: WriteEvent<typeof fields>): void {
  const { name } = values;
  if (name === undefined || name === before?.name) return;
  const problem = labelNameError(name);
  if (problem !== undefined) throw new ValidationError({ name: [problem] });
}

/** In the global view a label could be put on an asset of another organization; it must not. */
async function refuseForeignAssets({ context, before, values }: WriteEvent<typeof fields>): Promise<void> {
  const { assets } = values;
  if (!context.organization.isRoot || before === null || assets === undefined) return;
  const { rows } = await sql`
    select 1 from assets where id = any(${[...assets]}::uuid[]) and org_id <> ${before.org_id}::uuid limit 1
  `.execute(context.db);
  if (rows.length > 0) throw new ValidationError({ assets: [assetText.otherOrganization] });
}

/** Labels: name and value, put on assets. Contract: docs/contract/assets.md, "Labels". */
export const labelsResource = defineResource({
  path: "assets/labels",
  app: "assets",
  model: "label",
  label: assetText.label,
  title: "Label",
  scope: "organization",
  table: "labels",
  fields,
  stamped: ["created_by", "updated_by", "date_updated"],
  sizes: {
    mini: ["id", "name"],
    small: ["id", "name", "value", "category", "comment", "is_active", "date_created"],
  },
  filters: { name: exact("t.name"), value: exact("t.value") },
  // So that what people read, `name:value`, is found as well.
  search: ["t.name || ':' || t.value"],
  order: {
    by: ["name", "value", "category", "comment", "is_active", "date_created", "date_updated"],
    default: ["name", "value"],
  },
  where: (context) =>
    distinct.isSet(context)
      ? sql<boolean>`not exists (
          select 1 from labels former
          where former.org_id = t.org_id and former.name = t.name and former.value < t.value
        )`
      : null,
  uniqueTogether: { labels_name_key: ["name", "value"] },
  createTogether: true,
  hooks: {
    ...distinct.hooks,
    validate: async (event) => {
      checkName(event);
      await refuseForeignAssets(event);
    },
  },
});
