import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../access/context.ts";
import { isObject, type Json } from "../../json.ts";
import type { FoundBy } from "../declaration.ts";
import type { Row } from "../field-kinds/field.ts";
import { type Presented, presentRows } from "../pipeline/present.ts";
import { selectList } from "../pipeline/rows.ts";
import { searchConditions } from "../query/conditions.ts";
import { type Condition, escapeLike } from "../query/filters.ts";
import { orderTerms } from "../query/ordering.ts";
import { hasLineOf, hasPartsOf, hasTermIn, isIndexed } from "../query/search-parts.ts";
import { allOf, applies, type NamedField, type Resource, scopeCondition } from "../resource.ts";

/** An object that was found. */
export interface FoundObject extends Record<string, Json> {
  readonly id: string;
  readonly title: string;
  /** What tells it apart from others of its title. */
  readonly subtitle: string;
  readonly facts: Presented;
}

/** The objects of one list that fit best, and whether there are more. */
export interface FoundObjects {
  readonly results: readonly FoundObject[];
  readonly more: boolean;
}

/**
 * Most rows that are ranked. They are the first that match, in the list's order: ranking all would take as long as
 * there are rows, whatever was typed.
 */
const candidates = 200;

/**
 * Rows from which on a term is frequent. The planner does not know how many rows have a character, and takes the index of
 * parts for all of them; going through the list's order finds the candidates sooner.
 */
const frequent = candidates * 10;

/** What the beginning of a word comes after. */
const separators = [" ", "-", "_", ".", "/", ":", "@", "("];

/**
 * The rows of a list that have all the terms somewhere, best first: what is called so, what begins so, words that
 * begin so. Whoever asks sees the rows of the list and no others.
 *
 * @param limit most results
 */
export async function findObjects(
  resource: Resource,
  found: FoundBy,
  context: CallerContext,
  terms: readonly string[],
  limit: number,
): Promise<FoundObjects> {
  const { title, subtitle, facts = [] } = found;
  const named = [title, ...subtitle, ...(context.organization.isRoot ? ["org_name"] : []), ...facts];
  const fields = resource.fields.filter(
    (field) => named.includes(field.name) && applies(field, "list", context),
  );
  const query = found.newest === undefined ? byFit : byAge(found.newest);
  const { rows } = await query({ resource, found, context, terms, fields, limit }).execute(context.db);
  const shown = rows.slice(0, limit);
  const objects = await presentRows(shown, fields, context);
  return {
    results: objects.map((object, index) => foundObject(object, shown[index] as Row, found)),
    more: rows.length > limit,
  };
}

interface Search {
  readonly resource: Resource;
  readonly found: FoundBy;
  readonly context: CallerContext;
  readonly terms: readonly string[];
  readonly fields: readonly NamedField[];
  readonly limit: number;
}

/** The first rows of the list's order that match, in the way that suits how many there are. */
function firstMatching(
  { resource, context, terms }: Search,
  order: RawBuilder<unknown>,
  onlyIf = sql<boolean>`true`,
): RawBuilder<unknown> {
  const table = sql.table(resource.declaration.table);
  const scope = scopeCondition(resource, context);
  const { searchText = "''", hasSearchParts } = resource.declaration;
  const text = sql.raw<string>(searchText);
  const ids = (...conditions: Condition[]) =>
    sql`select t.id from ${table} as t where ${allOf(conditions)} order by ${order} limit ${candidates}`;
  const matching = searchConditions(resource, terms);
  const parts = terms.map((term) => (hasSearchParts === true ? hasPartsOf(text, term) : null));
  const indexed = parts.filter((part) => part !== null);
  if (indexed.length === 0) return ids(onlyIf, scope, ...matching);
  const isFrequent = sql<boolean>`(select is_so from frequency)`;
  const inOrder = terms.map((term, index) =>
    parts[index] === null ? (matching[index] as Condition) : hasTermIn(text, term),
  );
  return sql`
    with frequency as materialized (
      select count(*) > ${frequent} as is_so from (
        select from ${table} as t where ${allOf([onlyIf, scope, ...indexed])} limit ${frequent + 1}
      ) as counted
    )
    (${ids(onlyIf, sql<boolean>`not ${isFrequent}`, scope, ...matching)})
    union all
    (${ids(onlyIf, isFrequent, scope, ...inOrder)})
  `;
}

/** Two looks: at what begins as typed, which an index tells, and only when that is too little at all that matches. */
function byFit(search: Search): RawBuilder<Row> {
  const { resource, found, context, terms, fields, limit } = search;
  const table = sql.table(resource.declaration.table);
  const order = orderTerms(resource, undefined);
  const { searchText = "''", hasSearchParts } = resource.declaration;
  const scope = scopeCondition(resource, context);
  const matching = allOf([scope, ...searchConditions(resource, terms)]);
  const text = sql.raw<string>(searchText);
  const typed = escapeLike(terms.join(" "));
  const byParts = hasSearchParts === true ? hasLineOf(text, terms.join(" ")) : null;
  const isLike = sql<boolean>`(${text} like lower(${`${typed}%`}) or ${text} like lower(${`%\n${typed}%`}))`;
  const beginning = allOf(byParts === null ? [matching, isLike] : [scope, byParts]);
  return sql<Row>`
    with beginning as materialized (
      select t.id from ${table} as t where ${beginning}
      order by ${order} limit ${candidates}
    ), others as materialized (
      ${firstMatching(search, order, sql<boolean>`(select count(*) from beginning) <= ${limit}`)}
    )
    select ${selectList(fields, context)} from ${table} as t
    where t.id in (select id from beginning union select id from others)
    order by ${fit(text, typed)}, ${first(found)}${order}
    limit ${limit + 1}
  `;
}

const first = ({ first: rows }: FoundBy) => (rows === undefined ? sql`` : sql`${rows} desc, `);

/** How well a text of several lines fits: 0 is best. */
function fit(text: RawBuilder<string>, typed: string): RawBuilder<number> {
  const words = separators.map((separator) => `%${escapeLike(separator)}${typed}%`);
  const isLike = (pattern: string) => sql<boolean>`${text} like lower(${pattern})`;
  return sql<number>`case
    when ${isLike(typed)} or ${isLike(`${typed}\n%`)} then 0
    when ${isLike(`%\n${typed}`)} or ${isLike(`%\n${typed}\n%`)} then 1
    when ${isLike(`${typed}%`)} then 2
    when ${isLike(`%\n${typed}%`)} then 3
    when ${text} like any (array[${sql.join(words.map((pattern) => sql`lower(${pattern})`))}]) then 4
    else 5 end`;
}

/** The first rows of the list's order that match, and among these the ones that go first. */
function byAge(newest: number) {
  return (search: Search): RawBuilder<Row> => {
    const { resource, found, context, terms, fields, limit } = search;
    const table = sql.table(resource.declaration.table);
    const order = orderTerms(resource, undefined);
    const scope = scopeCondition(resource, context);
    const matching = allOf(searchConditions(resource, terms));
    const rows = terms.some(isIndexed)
      ? firstMatching(search, order)
      : sql`select t.id from (select t.* from ${table} as t where ${scope} order by ${order} limit ${newest}) as t
          where ${matching} order by ${order} limit ${candidates}`;
    return sql<Row>`
      with matching as materialized (${rows})
      select ${selectList(fields, context)} from ${table} as t
      where t.id in (select id from matching)
      order by ${first(found)}${order}
      limit ${limit + 1}
    `;
  };
}

function foundObject(object: Presented, row: Row, { title, subtitle, facts = [] }: FoundBy): FoundObject {
  const name = textOf(object[title]);
  const others = [...subtitle, "org_name"].map((field) => textOf(object[field]));
  return {
    id: String(row.id),
    title: name,
    subtitle: [...new Set(others)].filter((text) => text !== "" && text !== name).join(" · "),
    facts: Object.fromEntries(facts.map((field) => [field, factOf(object[field])])),
  };
}

/** Of another object, which one it is. */
function factOf(value: Json | undefined): Json {
  if (!isObject(value) || value.id === undefined) return value ?? null;
  return { id: value.id, name: value.name ?? null } as Json;
}

/** What a person calls a value: itself, the name or label of an object. */
function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (isObject(value)) return textOf(value.name ?? value.label ?? null);
  return String(value);
}
