import { sql } from "kysely";
import { FieldError } from "../errors.ts";
import { text as shared } from "../i18n/texts.ts";
import { isObject, type Json } from "../json.ts";
import { type Field, type FieldOptions, json, structureCell } from "../resource/index.ts";
import { compileFilter, readIds } from "./compile.ts";
import type { AttributeFilter, FilterSubject } from "./filter.ts";

/** Options of the kind: what the filter is about. */
interface AttributeFilterOptions<Facts, Column extends string> extends FieldOptions<false, Column> {
  readonly subject: FilterSubject<Facts>;
}

const nobody = { type: "ids", ids: [] } as const;

/**
 * A filter of objects, kept as `jsonb`. Nothing sent is kept as `{}`, which fits nothing; read, it is no ids. Of ids only
 * those are read that still exist, as far as the reader may know of them. Contract: docs/contract/conventions.md,
 * "Attribute filters".
 */
export function attributeFilter<Facts, Column extends string = never>(
  options: AttributeFilterOptions<Facts, Column>,
): Field<AttributeFilter, unknown, NoInfer<Column>> {
  const { subject } = options;
  const plain = json(options);
  return {
    type: "field",
    options,
    cell: structureCell,
    parse: async (input, at) => {
      const { problem } = compileFilter(subject, input);
      if (problem !== null) throw new FieldError([problem]);
      if (!isObject(input)) return {};
      const value = await plain.parse?.(input, at);
      if (!isObject(value)) throw new FieldError([shared.invalidFilter]);
      return value.type === "ids" && Array.isArray(value.ids)
        ? { ...value, type: "ids", ids: [...new Set(readIds(value.ids))] }
        : (value as AttributeFilter);
    },
    toColumns: (value, _at, column) => ({ [column]: JSON.stringify(value) }),
    load: async (context, rows, column) => {
      const ids = [...new Set(rows.flatMap((row) => idsOf(row[column])))];
      if (ids.length === 0) return new Set();
      const found = await sql<{ id: string }>`
        select t.id from ${sql.table(subject.table)} t
        where t.id = any(${ids}::uuid[]) and ${subject.visible(context)}
      `.execute(context.db);
      return new Set(found.rows.map(({ id }) => id));
    },
    present: (row, _context, loaded, column) => {
      const value = row[column];
      if (!isObject(value)) return nobody;
      if (value.type === "all" || value.type === "attrs") return value as Json;
      const existing = loaded as ReadonlySet<string>;
      return {
        ...(value as { [key: string]: Json }),
        type: "ids",
        ids: idsOf(value).filter((id) => existing.has(id)),
      };
    },
  };
}

const idsOf = (value: unknown): string[] =>
  isObject(value) && value.type === "ids" && Array.isArray(value.ids) ? readIds(value.ids) : [];
