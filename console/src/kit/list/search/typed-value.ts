import { parseDate, toWireDate } from "../../metadata/dates.ts";
import type { FilterOption } from "./filter-options.ts";

/** A chosen value on its way to the wire; undefined when it cannot be one. */
export function wireText(option: FilterOption, text: string): string | undefined {
  if (option.input.type === "date") {
    const date = parseDate(text);
    return date === undefined ? undefined : toWireDate(date);
  }
  if (option.input.type === "number") return Number.isFinite(Number(text)) ? text : undefined;
  return text;
}

/** Whether a field's value is picked from suggestions, never typed. */
export function picked(option: FilterOption): boolean {
  return option.input.type === "choices" || option.input.type === "related";
}
