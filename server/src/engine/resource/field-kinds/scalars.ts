import { FieldError } from "../../errors.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text as messages } from "../../i18n/texts.ts";
import { isWellFormed, type Json } from "../../json.ts";
import { parseInstant, writeInstant } from "../instants.ts";
import { isUuid } from "../query/filters.ts";
import { booleanCell, instantCell, integerCell, jsonCell, wordCell } from "./cells.ts";
import type { Field, FieldOptions } from "./field.ts";
import type { Nullable } from "./field-types.ts";

/** A UUID. As the primary key it may be chosen by the client on create. */
export function uuid<Null extends boolean = false, Column extends string = never>(
  options: FieldOptions<Null, Column>,
): Field<Nullable<string, Null>, Nullable<string, Null>, NoInfer<Column>> {
  return {
    type: "string",
    options,
    cell: wordCell,
    parse: (input) => {
      if (typeof input !== "string" || !isUuid(input)) throw new FieldError([messages.notUuid]);
      return input.toLowerCase();
    },
  };
}

/** Options of the integer kind; limits are inclusive. */
export interface IntegerOptions<Null extends boolean = boolean, Column extends string = string>
  extends FieldOptions<Null, Column> {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A whole number; digits in a string are accepted. */
export function integer<Null extends boolean = false, Column extends string = never>(
  options: IntegerOptions<Null, Column>,
): Field<Nullable<number, Null>, Nullable<number, Null>, NoInfer<Column>> {
  return {
    type: "integer",
    options,
    cell: integerCell,
    parse: (input) => {
      const value = typeof input === "string" && /^\s*[+-]?\d{1,15}\s*$/.test(input) ? Number(input) : input;
      if (typeof value !== "number" || !Number.isSafeInteger(value))
        throw new FieldError([messages.notInteger]);
      if (options.minimum !== undefined && value < options.minimum) {
        throw new FieldError([withParameters(messages.tooSmall, { limit: options.minimum })]);
      }
      if (options.maximum !== undefined && value > options.maximum) {
        throw new FieldError([withParameters(messages.tooLarge, { limit: options.maximum })]);
      }
      return value;
    },
    describe: () => ({
      ...(options.minimum === undefined ? {} : { min_value: options.minimum }),
      ...(options.maximum === undefined ? {} : { max_value: options.maximum }),
    }),
  };
}

const truths: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ["true", true],
  ["True", true],
  ["1", true],
  ["on", true],
  ["yes", true],
  [false, false],
  [0, false],
  ["false", false],
  ["False", false],
  ["0", false],
  ["off", false],
  ["no", false],
]);

/** Yes or no. */
export function boolean<Null extends boolean = false, Column extends string = never>(
  options: FieldOptions<Null, Column>,
): Field<Nullable<boolean, Null>, Nullable<boolean, Null>, NoInfer<Column>> {
  return {
    type: "boolean",
    options,
    cell: booleanCell,
    parse: (input) => {
      const value = truths.get(input);
      if (value === undefined) throw new FieldError([messages.notBoolean]);
      return value;
    },
  };
}

/** An instant, read and written as `YYYY/MM/DD HH:MM:SS +ZZZZ` in the zone of the request. */
export function datetime<Null extends boolean = false, Column extends string = never>(
  options: FieldOptions<Null, Column>,
): Field<Nullable<Date, Null>, Nullable<Date, Null>, NoInfer<Column>> {
  return {
    type: "datetime",
    options,
    cell: instantCell,
    parse: (input) => {
      const value = typeof input === "string" ? parseInstant(input) : null;
      if (value === null) throw new FieldError([messages.notDatetime]);
      return value;
    },
    present: (row, context, _loaded, column) => {
      const value = row[column];
      return value instanceof Date ? writeInstant(value, context.timeZone) : null;
    },
  };
}

/** Whether every text and key of a value can be kept: PostgreSQL's JSON has no NUL and no half characters. */
function isStorable(value: Json): boolean {
  if (typeof value === "string") return isWellFormed(value) && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
}

/** A JSON value kept as it is. `object` true accepts objects only. */
export function json<Null extends boolean = false, Column extends string = never>(
  options: FieldOptions<Null, Column> & { readonly object?: boolean },
): Field<Nullable<Json, Null>, unknown, NoInfer<Column>> {
  return {
    type: "json",
    options,
    cell: jsonCell,
    parse: (input) => {
      if (options.object === true && (typeof input !== "object" || input === null || Array.isArray(input))) {
        throw new FieldError([
          withParameters(messages.notObject, { type: Array.isArray(input) ? "list" : typeof input }),
        ]);
      }
      if (!isStorable(input as Json)) throw new FieldError([messages.illFormed]);
      return input as Json;
    },
    toColumns: (value, _at, column) => ({ [column]: value === null ? null : JSON.stringify(value) }),
  };
}
