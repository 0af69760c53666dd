import type { RawBuilder } from "kysely";
import type { CallerContext, RequestContext } from "../../access/context.ts";
import type { Message } from "../../i18n/messages.ts";
import type { Json } from "../../json.ts";
import type { CellCodec } from "./cells.ts";

/** A database row of the resource's main table, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** Whether a whole object is being made, replaced, or a part of it changed. */
export type WriteMode = "create" | "update" | "partial";

/** What a field kind may look at while it reads one input value. */
export interface ParseContext {
  readonly context: CallerContext;
  readonly mode: WriteMode;
  /** The row being changed; null on create. */
  readonly before: Row | null;
  /** The whole input object, for kinds that depend on a sibling. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Options every kind has. `Null` and `Column` carry `nullable` and `column` into the types that hooks see. */
export interface FieldOptions<Null extends boolean = boolean, Column extends string = string> {
  /** Name a person reads: form label, column head, CSV title, diff. `unlabelled` where nobody reads one. */
  readonly label: Message;
  /** Sentence under the input. */
  readonly help?: Message;
  /** Must be present on create and full update. Default false. */
  readonly required?: boolean;
  /** Never written by a client. */
  readonly readOnly?: boolean;
  /** Never read by a client: not listed, exported, logged nor put into a diff. */
  readonly writeOnly?: boolean;
  /** Answered to anyone who may read the object; the operate log hides it, and knows only that it is there. */
  readonly masked?: boolean;
  /** `null` is a value. Default false. */
  readonly nullable?: Null;
  /** Taken when a create omits the field and announced in the metadata; in the form a client would send it. */
  readonly default?: Json | ((context: RequestContext) => Json);
  /** Column of the main table; the field's own name when omitted. */
  readonly column?: Column;
  /** Written on create only; silently dropped later. */
  readonly createOnly?: boolean;
  /** Only on these operations; all when omitted. `list` false keeps expensive fields to the detail. */
  readonly only?: readonly ("list" | "retrieve" | "create" | "update")[];
  /**
   * Read in the detail alone. Everywhere else it is described as a field that is only written, which is what it is
   * there.
   */
  readonly detailOnly?: boolean;
  /**
   * An addition to an object whose metadata the contract lays down to the letter: answered and taken as any other
   * field, described to nobody.
   */
  readonly isUndescribed?: boolean;
  /** Present (read and write) only when this holds, e.g. a permission of the caller. */
  readonly when?: (context: RequestContext) => boolean;
}

/**
 * A field of a resource. One object knows everything about one kind of value: how it validates, reads, writes
 * and describes itself. `column` is the field's column of the main table. Kinds are made by the functions in this
 * folder; a new kind is one new file. What the types say, hooks see of `values` and `before`; see `field-types.ts`.
 * @typeParam Value what `parse` makes of an input
 * @typeParam Stored what the column holds; never: no column is read
 * @typeParam Column the column's name; never: the field's own, `string`: not known
 */
export interface Field<Value = unknown, Stored = Value, Column extends string = string> {
  /** Type name in the metadata (docs/contract/metadata.md, "Type names"). */
  readonly type: string;
  readonly options: FieldOptions;
  /** Columns of the main table to select for presenting; default: the field's own column. `[]` for none. */
  readonly columns?: readonly string[];
  /** A computed column, selected under the field's own name. The main table is `t`. */
  readonly select?: (context: RequestContext) => RawBuilder<unknown>;
  /** Input -> value. Throws `FieldError`. Absent on read-only kinds. */
  readonly parse?: (input: unknown, at: ParseContext) => Value | Promise<Value>;
  /** Never there: it only carries `Stored` and `Column` to where they are looked up. */
  readonly kept?: { readonly stored: Stored; readonly column: Column };
  /** Finds what many inputs refer to by one query, and keeps it for `parse` (see `memory.ts`). */
  readonly lookUp?: (inputs: readonly unknown[], context: CallerContext) => Promise<void>;
  /** Value -> columns of the main table; default: `{[column]: value}`. Return `{}` for linked kinds. */
  readonly toColumns?: (
    value: unknown,
    at: ParseContext,
    column: string,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Writes rows beside the main one (links, children), after it, in the same transaction. */
  readonly link?: (
    context: CallerContext,
    id: string | number,
    value: unknown,
    at: ParseContext,
  ) => Promise<void>;
  /** `link` for many new objects at once; without it they are linked one after the other. */
  readonly linkNew?: (
    context: CallerContext,
    items: readonly { readonly id: string | number; readonly value: unknown }[],
  ) => Promise<void>;
  /** Loads what presenting a page of rows needs, in one query. */
  readonly load?: (context: RequestContext, rows: readonly Row[], column: string) => Promise<unknown>;
  /** Row -> JSON. `loaded` is what `load` answered. Default: the column's value. */
  readonly present?: (row: Row, context: RequestContext, loaded: unknown, column: string) => Json;
  /** Keys this kind adds to its metadata, in order: limits, `child`, `children`, `tree`, `choices`. */
  readonly describe?: (context: RequestContext) => Record<string, unknown>;
  /**
   * Instead of `describe` in the answer to OPTIONS of a resource, where what a field takes is to be read from the
   * database. `key` is the object's, null on the list route.
   */
  readonly describeFor?: (context: RequestContext, key: string | null) => Promise<Record<string, unknown>>;
  /** How values are written in the cells of files; default: printed by their shape, read as they stand. */
  readonly cell?: CellCodec;
  /** Input of a filter of this kind -> value to compare, or a throw of `FieldError`. */
  readonly parseFilter?: (value: string) => unknown;
}
