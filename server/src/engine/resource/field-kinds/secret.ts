import { textCell } from "./cells.ts";
import type { Field } from "./field.ts";
import type { Nullable } from "./field-types.ts";
import { parseText, type TextOptions } from "./text.ts";

/** Options of secrets. */
export interface SecretOptions<Null extends boolean = boolean, Column extends string = string>
  extends TextOptions<Null, Column> {
  /**
   * Turns the plain text into columns (a hash, a sealed value). An empty value on update means "unchanged" and
   * never gets here. When omitted the value writes nothing: a hook of the resource takes it from `values`.
   */
  readonly store?: NonNullable<Field["toColumns"]>;
}

/**
 * A text that is written and never read: accepts plain text or the console's cipher text (see
 * `secrets/field-cipher.ts`). Contract: docs/contract/conventions.md, "Encrypted inputs".
 */
export function secret<Null extends boolean = false, Column extends string = never>(
  options: SecretOptions<Null, Column>,
): Field<Nullable<string, Null>, never, NoInfer<Column>> {
  const settled: SecretOptions = { trim: false, blank: true, ...options, writeOnly: true };
  return {
    type: "string",
    options: settled,
    columns: [],
    cell: textCell,
    parse: async (input, { context }) =>
      parseText(typeof input === "string" ? await context.services.fieldCipher.open(input) : input, settled),
    toColumns: (value, at, column) => {
      if (settled.store === undefined || (value === "" && at.mode !== "create")) return {};
      return settled.store(value, at, column);
    },
    describe: () => (settled.maxLength === undefined ? {} : { max_length: settled.maxLength }),
  };
}
