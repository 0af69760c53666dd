import type { Field, Row } from "./field.ts";

/** Fields by name, as a resource declares them. */
export type Fields = Readonly<Record<string, Field>>;

/** A value, or null where the field is `nullable`. */
export type Nullable<Value, Null extends boolean> = Value | (Null extends true ? null : never);

/** What `parse` of a field answers; never: it is not written. */
export type ValueOf<F> = F extends Field<infer Value, unknown> ? Value : never;

type StoredOf<F> = F extends { readonly kept?: { readonly stored: infer Stored } } ? Stored : never;

type ColumnOf<F, Name> = F extends { readonly kept?: { readonly column: infer Column } }
  ? [Column] extends [never]
    ? Name
    : string extends Column
      ? never
      : Column
  : never;

/** Values of a write, by field name, after parsing. Hooks may add or change entries before they are written. */
export type Values<F extends Fields = Fields> = {
  -readonly [Name in keyof F as [ValueOf<F[Name]>] extends [never] ? never : Name]?: ValueOf<F[Name]>;
};

/** A row of the main table: the columns of the fields with their types, all others as unknown. */
export type RowOf<F extends Fields = Fields> = Row & {
  readonly [Name in keyof F as [StoredOf<F[Name]>] extends [never]
    ? never
    : ColumnOf<F[Name], Name> & string]: StoredOf<F[Name]>;
};
