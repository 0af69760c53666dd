import { type RawBuilder, sql } from "kysely";
import { isUuid } from "../../../engine/resource/index.ts";
import type { Filter, Literal, Operator } from "./filter.ts";
import { refused } from "./scim-error.ts";

/** What an attribute is compared as; texts in any capitals, exact ones as they are. */
export type Comparison = "text" | "exact" | "boolean" | "instant" | "uuid";

/** An attribute with one value, in SQL. */
export interface SingleColumn {
  readonly as: Comparison;
  readonly sql: RawBuilder<unknown>;
}

/** An attribute with several values, in SQL. */
export interface ManyColumns {
  /** The parts of a value, by name in small letters; `value` stands for the value itself. */
  readonly parts: Readonly<Record<string, SingleColumn>>;
  /** Whether there is a value for which the condition holds. */
  readonly some: (condition: RawBuilder<boolean>) => RawBuilder<boolean>;
}

/** The attributes of a kind of resource, by path in small letters. */
export interface Columns {
  readonly single: Readonly<Record<string, SingleColumn>>;
  readonly many: Readonly<Record<string, ManyColumns>>;
}

const own = <T>(from: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined;

/** As texts are compared: the unique indexes of usernames and addresses are built on this very form. */
export const folded = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`lower(normalize(${value}, NFKC))`;

/**
 * A filter as a condition; values are parameters.
 * @throws ScimError invalidFilter for attributes there are not, and comparisons that make no sense
 */
export function compileFilter(filter: Filter, columns: Columns): RawBuilder<boolean> {
  switch (filter.kind) {
    case "and":
      return sql`(${compileFilter(filter.left, columns)} and ${compileFilter(filter.right, columns)})`;
    case "or":
      return sql`(${compileFilter(filter.left, columns)} or ${compileFilter(filter.right, columns)})`;
    case "not":
      // Where there is no value, nothing is true of it.
      return sql`(${compileFilter(filter.of, columns)} is not true)`;
    case "within": {
      const many = own(columns.many, filter.path);
      if (many === undefined) throw unknown(filter.path);
      return many.some(compileFilter(filter.of, { single: many.parts, many: {} }));
    }
    case "present":
      return at(filter.path, columns, ({ as, sql: value }) =>
        as === "text" || as === "exact" ? sql`(${value} <> '')` : sql`(${value} is not null)`,
      );
    case "compare":
      // Not to have a value means that none of them is it.
      if (filter.operator === "ne")
        return sql`(${compileFilter({ ...filter, operator: "eq" }, columns)} is not true)`;
      return at(filter.path, columns, (column) => compare(column, filter.operator, filter.value));
  }
}

function at(
  path: string,
  { single, many }: Columns,
  condition: (column: SingleColumn) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const one = own(single, path);
  if (one !== undefined) return condition(one);
  const [name = "", part = "value"] = path.split(".");
  const several = own(many, name);
  const column = several === undefined ? undefined : own(several.parts, part);
  if (several === undefined || column === undefined) throw unknown(path);
  return several.some(condition(column));
}

const unknown = (path: string) => refused("invalidFilter", `"${path.slice(0, 60)}" cannot be filtered by`);

const signs = { eq: "=", gt: ">", ge: ">=", lt: "<", le: "<=" } as const;

function compare({ as, sql: column }: SingleColumn, operator: Operator, value: Literal): RawBuilder<boolean> {
  if (value === null) {
    if (operator !== "eq") throw refused("invalidFilter", "null is compared with eq and ne alone");
    return sql`(${column} is null)`;
  }
  switch (as) {
    case "boolean": {
      const truth =
        typeof value === "string" ? ({ true: true, false: false } as const)[value.toLowerCase()] : value;
      if (operator !== "eq" || typeof truth !== "boolean")
        throw refused("invalidFilter", "true and false are compared with eq and ne alone");
      return sql`(${column} = ${truth})`;
    }
    case "instant": {
      const instant = typeof value === "string" ? new Date(value) : new Date(Number.NaN);
      const year = instant.getUTCFullYear();
      if (!(operator in signs) || !(year > 0 && year < 10_000))
        throw refused(
          "invalidFilter",
          "instants are written like 2024-01-31T12:00:00Z and compared by order",
        );
      const sign = sql.raw(signs[operator as keyof typeof signs]);
      // What is told of an instant are its milliseconds.
      return sql`(date_trunc('milliseconds', ${column}) ${sign} ${instant}::timestamptz)`;
    }
    case "uuid":
      if (operator === "eq")
        return typeof value === "string" && isUuid(value) ? sql`(${column} = ${value}::uuid)` : sql`false`;
      return compareText(sql`${column}::text`, operator, sql`${String(value)}::text`);
    case "exact":
      return compareText(column, operator, sql`${clean(value)}::text`);
    case "text":
      return compareText(folded(column), operator, folded(sql`${clean(value)}::text`));
  }
}

/** No text here holds NUL, and PostgreSQL takes none. */
const clean = (value: Literal): string => {
  const text = String(value);
  if (text.includes("\0")) throw refused("invalidFilter", "a text holds no NUL");
  return text;
};

function compareText(
  column: RawBuilder<unknown>,
  operator: Operator,
  value: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (operator === "co") return sql`(strpos(${column}, ${value}) > 0)`;
  if (operator === "sw") return sql`starts_with(${column}, ${value})`;
  if (operator === "ew") return sql`(right(${column}, length(${value})) = ${value})`;
  return sql`(${column} ${sql.raw(signs[operator as keyof typeof signs])} ${value})`;
}

/** What a list is sorted by; undefined for what it cannot be. */
export function sortColumn(path: string, { single, many }: Columns): RawBuilder<unknown> | undefined {
  const column =
    own(single, path) ?? own(own(many, path.split(".")[0] ?? "")?.parts ?? {}, path.split(".")[1] ?? "value");
  if (column === undefined) return undefined;
  return column.as === "text" ? folded(column.sql) : column.sql;
}
