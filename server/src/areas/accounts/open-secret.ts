import { mapConcurrent } from "../../engine/map-concurrent.ts";
import { computed, type Field, type Row } from "../../engine/resource/index.ts";
import { callsAtOnce, type SecretStores } from "../../engine/secrets/index.ts";
import { text } from "./texts.ts";

/** A secret in the clear, for resources that are made for showing it and write every reading down. */
export function openSecret(
  columns: readonly string[],
  open: (keepers: SecretStores, row: Row) => Promise<string | null>,
): Field {
  return computed({
    label: text.secret,
    type: "string",
    columns,
    load: async ({ services }, rows) => {
      const secrets = await mapConcurrent(rows, callsAtOnce, (row) => open(services, row));
      return new Map(rows.map((row, index) => [row, secrets[index] ?? null]));
    },
    present: (row, _context, loaded) => (loaded as ReadonlyMap<Row, string | null>).get(row) ?? null,
  });
}

/** The same fields, of which none is written, and none that only is. */
export function readOnly(fields: Readonly<Record<string, Field>>): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { options }]) => options.writeOnly !== true)
      .map(([name, { parse: _parse, ...field }]) => [
        name,
        { ...field, options: { ...field.options, readOnly: true } },
      ]),
  );
}
