import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import {
  allOf,
  type Condition,
  cleanText,
  custom,
  escapeLike,
  type Filter,
  nothing,
} from "../../../engine/resource/index.ts";

/** Most labels one request asks for. */
const mostLabels = 20;

/** A label's name and value. */
interface Pair {
  readonly name: string;
  readonly value: string;
}

/** The pairs a text may mean: names and values may hold the separator as well. */
function pairsOf(text: string, separator: ":" | "#"): Pair[] {
  const parts = cleanText(text).split(separator);
  return parts.slice(1).map((_part, index) => ({
    name: parts.slice(0, index + 1).join(separator),
    value: parts.slice(index + 1).join(separator),
  }));
}

/** Assets that carry one of the labels `r` which meet `which`. */
const carrying = (which: RawBuilder<unknown>, { organization }: RequestContext): Condition => {
  const scope = organization.isRoot ? sql`true` : sql`r.org_id = ${organization.id}::uuid`;
  return sql<boolean>`t.id in (
    select l.asset_id from asset_labels l where l.label_id = any(array(select r.id from labels r where ${scope} and ${which}))
  )`;
};

const isOneOf = (pairs: readonly Pair[]): RawBuilder<unknown> =>
  sql`(r.name, r.value) in (${sql.join(pairs.map(({ name, value }) => sql`(${name}, ${value})`))})`;

/** `labels=`: assets that carry the label `name:value`, or one whose name or value has the text in it. */
export const labelsFilter: Filter = {
  condition: (value, context) => {
    if (value === "") return null;
    const pairs = pairsOf(value, ":");
    if (pairs.length > 0) return carrying(isOneOf(pairs), context);
    const pattern = `%${escapeLike(cleanText(value))}%`;
    return carrying(sql`(r.name ilike ${pattern} or r.value ilike ${pattern})`, context);
  },
};

/** Ids of the active labels that a pair may mean; few, as a name and a value make one label. */
async function knownLabels(pairs: readonly Pair[], { organization, db }: RequestContext): Promise<string[]> {
  const scope = organization.isRoot ? sql`true` : sql`r.org_id = ${organization.id}::uuid`;
  const { rows } = await sql<{ id: string }>`
    select r.id from labels r where r.is_active and ${scope} and ${isOneOf(pairs)}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * `label=name:value` or `label=name#value`, several times: assets that carry all of these labels. Unknown and inactive
 * labels ask for nothing; when no label is left, no asset is.
 */
export const labelFilter: Filter = custom(async (_value, context) => {
  const asked = context.query
    .all("label")
    .slice(0, mostLabels)
    .map((item) => pairsOf(item, item.includes("#") ? "#" : ":"))
    .filter((pairs) => pairs.length > 0);
  const conditions: Condition[] = [];
  for (const pairs of asked) {
    const ids = await knownLabels(pairs, context);
    if (ids.length > 0) {
      conditions.push(
        sql<boolean>`t.id in (select l.asset_id from asset_labels l where l.label_id = any(${ids}::uuid[]))`,
      );
    }
  }
  return conditions.length === 0 ? nothing : allOf(conditions);
});
