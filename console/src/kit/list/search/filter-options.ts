import type { FilterInput, RelatedSource } from "../../field-kinds/field-kind.ts";
import { fieldKind } from "../../field-kinds/index.ts";
import { kindOf } from "../../metadata/kind-of.ts";
import type { Choice, FieldMap } from "../../metadata/types.ts";

/** What an area says about one filter beyond the metadata; also adds filters the metadata does not announce. */
export interface FilterOverride {
  readonly label?: string;
  /** Where the values of a relation come from; without it they are entered as text. */
  readonly related?: RelatedSource;
  readonly choices?: readonly Choice[];
}

/** A field the list can be filtered by. */
export interface FilterOption {
  readonly name: string;
  readonly label: string;
  readonly input: FilterInput;
  readonly related?: RelatedSource;
}

/** The values that can be chosen, for a field that has them. */
export function choicesOf(option: FilterOption | undefined): readonly Choice[] | undefined {
  return option?.input.type === "choices" ? option.input.choices : undefined;
}

/**
 * The filters of a list: those the metadata allows, then those the area adds.
 *
 * @param exclude names that are no filters, because the screen sets them itself
 */
export function filterOptions(
  fields: FieldMap,
  exclude: readonly string[] = [],
  overrides: Readonly<Record<string, FilterOverride>> = {},
): FilterOption[] {
  const announced = Object.keys(fields).filter((name) => fields[name]?.filter === true);
  const added = Object.keys(overrides).filter((name) => !announced.includes(name));
  return [...announced, ...added]
    .filter((name) => !exclude.includes(name))
    .map((name) => {
      const field = fields[name] ?? { type: "string" };
      const { label, related, choices } = overrides[name] ?? {};
      const input = fieldKind(kindOf(name, field)).filter?.(field) ?? { type: "text" as const };
      const common = { name, label: label ?? field.label ?? name };
      if (choices !== undefined) return { ...common, input: { type: "choices" as const, choices } };
      if (related !== undefined) return { ...common, input: { type: "related" as const }, related };
      return { ...common, input: input.type === "related" ? { type: "text" as const } : input };
    });
}
