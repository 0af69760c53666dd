import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../../access/context.ts";
import { FieldError } from "../../errors.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text } from "../../i18n/texts.ts";
import { validInstant } from "../instants.ts";

/** A condition on the main table `t`. */
export type Condition = RawBuilder<boolean>;

/** A query parameter that narrows a list. Answers null for "no effect"; throws `FieldError` for a bad value. */
export interface Filter {
  readonly condition: (
    value: string,
    context: RequestContext,
  ) => Condition | null | Promise<Condition | null>;
  /** Announced as `filter: true` in the metadata when a field of the same name exists. Default true. */
  readonly announced?: boolean;
  /** The end of a time that a value asks for; null: none. Default: values ask for none. */
  readonly edge?: (value: string) => Edge | null;
}

/** An end of the time that rows are asked of. */
export interface Edge {
  /** Column of the main table (`t.datetime`). */
  readonly expression: string;
  readonly comparison: ">=" | "<=";
  readonly at: Date;
}

/** A list that is empty whatever the rows are. */
export const nothing: Condition = sql<boolean>`false`;

/** Reads `true/false/1/0` in any case; anything else means "not set". */
export function readBoolean(value: string): boolean | null {
  const lower = value.trim().toLowerCase();
  if (lower === "true" || lower === "1") return true;
  if (lower === "false" || lower === "0") return false;
  return null;
}

const uuidPattern = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Whether `value` has the shape of a UUID. */
export function isUuid(value: string): boolean {
  return uuidPattern.test(value);
}

/** Exact text match on an SQL expression such as `t.name`. */
export function exact(expression: string): Filter {
  return {
    condition: (value) => (value === "" ? null : sql<boolean>`${sql.raw(expression)} = ${cleanText(value)}`),
  };
}

/** Case-insensitive substring match. */
export function contains(expression: string): Filter {
  return {
    condition: (value) =>
      value === "" ? null : sql<boolean>`${sql.raw(expression)} ilike ${`%${escapeLike(cleanText(value))}%`}`,
  };
}

/** Exact match on a UUID column; a malformed id is a 400. */
export function exactUuid(expression: string): Filter {
  return {
    condition: (value) => {
      if (value === "") return null;
      if (!isUuid(value)) throw new FieldError([text.notUuid]);
      return sql<boolean>`${sql.raw(expression)} = ${value}::uuid`;
    },
  };
}

/** Exact match on an integer column. */
export function exactInteger(expression: string): Filter {
  return {
    condition: (value) => {
      if (value === "") return null;
      if (!/^-?\d{1,9}$/.test(value)) throw new FieldError([text.invalidFilter]);
      return sql<boolean>`${sql.raw(expression)} = ${Number(value)}`;
    },
  };
}

/** `true/false/1/0` on a boolean expression; other values are ignored. */
export function exactBoolean(expression: string): Filter {
  return {
    condition: (value) => {
      const wanted = readBoolean(value);
      return wanted === null ? null : sql<boolean>`(${sql.raw(expression)}) = ${wanted}`;
    },
  };
}

/** One of a fixed set of values; another one is a 400. */
export function exactChoice(expression: string, values: readonly string[]): Filter {
  return {
    condition: (value) => {
      if (value === "") return null;
      if (!values.includes(value)) {
        throw new FieldError([withParameters(text.invalidChoice, { value })]);
      }
      return sql<boolean>`${sql.raw(expression)} = ${value}`;
    },
  };
}

/** A condition of the resource's own making. */
export function custom(condition: Filter["condition"]): Filter {
  return { condition, announced: false };
}

/** From (`>=`) or until (`<=`) an instant; unparsable values are ignored. */
export function instant(expression: string, comparison: ">=" | "<="): Filter {
  const edge = (value: string): Edge | null => {
    const at = value.length > 64 ? null : validInstant(value);
    return at === null ? null : { expression, comparison, at };
  };
  return {
    announced: false,
    edge,
    condition: (value) => {
      const asked = edge(value);
      return asked && sql<boolean>`${sql.raw(expression)} ${sql.raw(comparison)} ${asked.at}`;
    },
  };
}

/** Text with the wildcards of LIKE made literal. */
export function escapeLike(value: string): string {
  return value.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/** PostgreSQL text cannot hold NUL; a query value with one matches nothing, so it is dropped. */
export function cleanText(value: string): string {
  return value.replaceAll("\0", "");
}
