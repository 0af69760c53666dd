import { sql } from "kysely";
import type { RequestContext } from "../../access/context.ts";
import { FieldError, type FieldErrors, ValidationError } from "../../errors.ts";
import { allOf, type Resource, scopeCondition } from "../resource.ts";
import { type Condition, cleanText, type Edge, escapeLike, isUuid, nothing } from "./filters.ts";
import { hasTerm } from "./search-parts.ts";
import { readSelection } from "./selections.ts";

/** What a query string asks of a list. */
export interface Narrowing {
  /** Scope of the caller: organization and resource. Always applies. */
  readonly scope: Condition;
  /** What the query adds to the scope; null when it adds nothing. */
  readonly filter: Condition | null;
  /** The words that `filter` searches for. */
  readonly terms: readonly string[];
  /** Scope and filter without that search. */
  readonly others: Condition;
  /** The ends of times among the filters. */
  readonly edges: readonly Edge[];
}

/** Most search terms that are looked at. */
const mostTerms = 20;

/**
 * Reads the parameters that narrow a list, in the contract's order: declared filters, `search`, `spm`, `ids`.
 * Whatever is asked, the result stays inside the scope. Contract: docs/contract/conventions.md, "Filters".
 */
export async function narrow(resource: Resource, context: RequestContext): Promise<Narrowing> {
  const conditions = await declaredFilters(resource, context);
  const terms = searchTerms(context.query.get("search") ?? "");
  const selection = context.query.get("spm");
  if (selection !== undefined)
    conditions.push(idsCondition(await readSelection(selection, context), resource));
  const ids = context.query.get("ids");
  if (ids !== undefined && ids !== "") conditions.push(idsCondition(ids.split(","), resource));
  const scope = scopeCondition(resource, context);
  const others = allOf([scope, ...conditions]);
  conditions.push(...searchConditions(resource, terms));
  const filter = conditions.length === 0 ? null : allOf(conditions);
  return { scope, filter, terms, others, edges: declaredEdges(resource, context) };
}

function declaredEdges(resource: Resource, { query }: RequestContext): Edge[] {
  return Object.entries(resource.declaration.filters ?? {}).flatMap(([name, filter]) => {
    const value = query.get(name);
    return value === undefined ? [] : (filter.edge?.(value) ?? []);
  });
}

async function declaredFilters(resource: Resource, context: RequestContext): Promise<Condition[]> {
  const conditions: Condition[] = [];
  const errors: Record<string, FieldErrors> = {};
  for (const [name, filter] of Object.entries(resource.declaration.filters ?? {})) {
    const value = context.query.get(name);
    if (value === undefined) continue;
    try {
      const condition = await filter.condition(value, context);
      if (condition !== null) conditions.push(condition);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      errors[name] = error.errors;
    }
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return conditions;
}

/** The words of a search. */
export function searchTerms(search: string): string[] {
  return cleanText(search)
    .split(/[\s,]+/)
    .filter((term) => term !== "")
    .slice(0, mostTerms);
}

/** What rows have to meet to be found by all of the words. */
export function searchConditions(resource: Resource, terms: readonly string[]): Condition[] {
  const { search: columns = [], searchText, hasSearchParts } = resource.declaration;
  if (columns.length === 0 && searchText === undefined) return [];
  return terms.map((term) => {
    const pattern = `%${escapeLike(term)}%`;
    if (searchText !== undefined) {
      const text = sql.raw<string>(searchText);
      const byParts = hasSearchParts === true ? hasTerm(text, term) : null;
      return byParts ?? sql<boolean>`${text} like lower(${pattern})`;
    }
    const matches = columns.map((column) => sql<boolean>`${sql.raw(column)} ilike ${pattern}`);
    return sql<boolean>`(${sql.join(matches, sql` or `)})`;
  });
}

function idsCondition(ids: readonly string[], resource: Resource): Condition {
  const trimmed = ids.map((id) => id.trim());
  if (resource.keyKind === "integer") {
    const keys = trimmed.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
    return keys.length === 0 ? nothing : sql<boolean>`t.id = any(${keys}::integer[])`;
  }
  const keys = trimmed.filter(isUuid);
  return keys.length === 0 ? nothing : sql<boolean>`t.id = any(${keys}::uuid[])`;
}
