import type { RequestContext } from "../../access/context.ts";
import type { Json } from "../../json.ts";
import type { Row } from "../field-kinds/field.ts";
import type { NamedField } from "../resource.ts";

/** One object as it is answered. */
export type Presented = Record<string, Json>;

/**
 * Rows -> JSON objects. What related fields need is loaded once for all rows. Write-only fields have no way
 * into the result.
 */
export async function presentRows(
  rows: readonly Row[],
  fields: readonly NamedField[],
  context: RequestContext,
): Promise<Presented[]> {
  if (rows.length === 0) return [];
  const readable = fields.filter(({ field }) => field.options.writeOnly !== true);
  const loaded = await Promise.all(
    readable.map(({ field, column }) => field.load?.(context, rows, column) ?? Promise.resolve(undefined)),
  );
  return rows.map((row) => {
    const object: Presented = {};
    for (const [index, { name, column, field }] of readable.entries()) {
      object[name] =
        field.present === undefined
          ? plain(row[field.select === undefined ? column : name])
          : field.present(row, context, loaded[index], column);
    }
    return object;
  });
}

function plain(value: unknown): Json {
  return value === undefined ? null : (value as Json);
}
