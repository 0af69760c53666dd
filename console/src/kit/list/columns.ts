import type { ReactNode } from "react";
import { type FieldKindName, kindOf } from "../metadata/kind-of.ts";
import type { FieldMap, FieldMetadata, Row } from "../metadata/types.ts";

/** What an area says about one column beyond the metadata. */
export interface ColumnOverride {
  readonly title?: string;
  /** Replaces the cell of the field's kind. */
  readonly render?: (row: Row) => ReactNode;
  /** Width in pixels. */
  readonly width?: number;
  readonly align?: "left" | "right";
  readonly sortable?: boolean;
}

/** Which columns a list has (docs/contract/console.md, "Lists"). */
export interface ColumnPlan {
  /** Columns shown at first, in order. */
  readonly defaults: readonly string[];
  /** Columns that cannot be hidden. */
  readonly always?: readonly string[];
  /** Fields of the metadata that are no column. */
  readonly exclude?: readonly string[];
  /** Columns that are no field of the metadata; each needs an override with `render`. */
  readonly extra?: readonly string[];
  readonly overrides?: Readonly<Record<string, ColumnOverride>>;
}

/** A column ready to be drawn. */
export interface Column extends ColumnOverride {
  readonly name: string;
  readonly title: string;
  readonly kind: FieldKindName;
  readonly field: FieldMetadata;
  readonly sortable: boolean;
  /** It says what the row is about: it cannot be hidden, and gives way last where there is little room. */
  readonly isMain: boolean;
}

/** Width in pixels of a column of yes and no. */
const NARROW = 80;

/** Classes of a column's cells: which side its values are on, and whether they may be cut. */
export function columnLook({ align, kind, isMain }: Column): string {
  return [align === "right" && "cell-right", kind === "datetime" && "cell-rigid", isMain && "cell-main"]
    .filter(Boolean)
    .join(" ");
}

/** The columns that cannot be hidden. */
export function lockedColumns(plan: ColumnPlan): readonly string[] {
  return plan.always ?? ["name"];
}

/** All columns a list can show: readable fields of the metadata, then the extra ones. */
export function availableColumns(fields: FieldMap, plan: ColumnPlan): Column[] {
  const exclude = new Set(plan.exclude ?? []);
  const main = new Set(lockedColumns(plan));
  const names = Object.keys(fields).filter((name) => fields[name]?.write_only !== true && !exclude.has(name));
  return [...names, ...(plan.extra ?? []).filter((name) => !names.includes(name))].map((name) => {
    const field = fields[name] ?? { type: "field" };
    const override = plan.overrides?.[name];
    const kind = kindOf(name, field);
    return {
      align: kind === "integer" ? ("right" as const) : ("left" as const),
      ...(kind === "boolean" ? { width: NARROW } : {}),
      ...override,
      name,
      field,
      kind,
      title: override?.title ?? field.label ?? name,
      sortable: override?.sortable ?? field.order === true,
      isMain: main.has(name),
    };
  });
}

/**
 * The columns to draw, in the order of the plan's defaults, then of the metadata.
 *
 * @param chosen names the person has chosen; undefined means the defaults
 */
export function visibleColumns(
  columns: readonly Column[],
  plan: ColumnPlan,
  chosen?: readonly string[],
): Column[] {
  const wanted = new Set([...(chosen ?? plan.defaults), ...lockedColumns(plan)]);
  const rank = (name: string): number => {
    const index = plan.defaults.indexOf(name);
    return index < 0 ? plan.defaults.length : index;
  };
  return columns
    .filter(({ name }) => wanted.has(name))
    .map((column, index) => ({ column, index }))
    .sort((a, b) => rank(a.column.name) - rank(b.column.name) || a.index - b.index)
    .map(({ column }) => column);
}
