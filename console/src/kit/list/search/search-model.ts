import type { Choice } from "../../metadata/types.ts";
import { choicesOf, type FilterOption } from "./filter-options.ts";

/** What is searched for: keywords, and values by field. */
export interface SearchTerms {
  /** Free-text terms, joined by commas. */
  readonly search: string;
  readonly filters: Readonly<Record<string, string>>;
}

/** One thing the list below the box offers. */
export type Suggestion =
  | { readonly type: "keyword"; readonly text: string }
  | { readonly type: "field"; readonly option: FilterOption }
  | { readonly type: "value"; readonly option: FilterOption; readonly value: string; readonly label: string };

/** Values of other fields offered for a typed text, at most. */
const VALUE_LIMIT = 6;

/** The keywords of a search. */
export function keywordsOf(search: string): string[] {
  return search
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

/** Adds the words of a text; words that are there already are not added again. */
export function addKeywords(search: string, text: string): string {
  return [...new Set([...keywordsOf(search), ...keywordsOf(text)])].join(",");
}

/** Takes one keyword away. */
export function removeKeyword(search: string, word: string): string {
  return keywordsOf(search)
    .filter((item) => item !== word)
    .join(",");
}

/** Sets the value of a field; an empty one takes the filter away. */
export function setFilter(
  filters: SearchTerms["filters"],
  name: string,
  value: string,
): SearchTerms["filters"] {
  const rest = Object.fromEntries(Object.entries(filters).filter(([key]) => key !== name));
  return value === "" ? rest : { ...rest, [name]: value };
}

function contains(label: string, text: string): boolean {
  return label.toLocaleLowerCase().includes(text.toLocaleLowerCase());
}

function valuesOf(option: FilterOption, choices: readonly Choice[]): Suggestion[] {
  return choices.map(({ value, label }) => ({ type: "value", option, value: String(value), label }));
}

/** What is offered before a field is chosen: the text as keyword, fields by name, and values that read like it. */
export function fieldSuggestions(options: readonly FilterOption[], text: string): Suggestion[] {
  const typed = text.trim();
  const fields = options
    .filter(({ label, name }) => contains(label, typed) || contains(name, typed))
    .map((option): Suggestion => ({ type: "field", option }));
  if (typed === "") return fields;
  const values = options.flatMap((option) =>
    valuesOf(
      option,
      (choicesOf(option) ?? []).filter(
        ({ value, label }) => typeof value !== "boolean" && contains(label, typed),
      ),
    ),
  );
  return [{ type: "keyword", text: typed }, ...fields, ...values.slice(0, VALUE_LIMIT)];
}

/** What is offered for a field: its choices that read like the text. */
export function valueSuggestions(option: FilterOption, text: string): Suggestion[] {
  return valuesOf(
    option,
    (choicesOf(option) ?? []).filter(({ label }) => contains(label, text.trim())),
  );
}
