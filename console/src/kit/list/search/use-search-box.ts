import { type KeyboardEvent, useRef, useState } from "react";
import { parseDate, toWireDate } from "../../metadata/dates.ts";
import type { FilterOption } from "./filter-options.ts";
import { useRelatedValues } from "./related-values.ts";
import {
  addKeywords,
  fieldSuggestions,
  removeKeyword,
  type SearchTerms,
  type Suggestion,
  setFilter,
  valueSuggestions,
} from "./search-model.ts";

/** A chosen value on its way to the wire; undefined when it cannot be one. */
function wireText(option: FilterOption, text: string): string | undefined {
  if (option.input.type === "date") {
    const date = parseDate(text);
    return date === undefined ? undefined : toWireDate(date);
  }
  if (option.input.type === "number") return Number.isFinite(Number(text)) ? text : undefined;
  return text;
}

/** Whether a field's value is picked from suggestions, never typed. */
function picked(option: FilterOption): boolean {
  return option.input.type === "choices" || option.input.type === "related";
}

/**
 * What the search box does: the text being typed, the field it is for, the suggestions and the keys.
 *
 * @param onChange is given the terms whenever they change; equal terms are not reported
 */
export function useSearchBox(
  options: readonly FilterOption[],
  terms: SearchTerms,
  onChange: (terms: SearchTerms) => void,
) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [field, setField] = useState<FilterOption>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const related = useRelatedValues(open ? field : undefined, text);
  const suggestions: readonly Suggestion[] =
    field === undefined
      ? fieldSuggestions(options, text)
      : field.related === undefined
        ? valueSuggestions(field, text)
        : related.suggestions;

  const type = (next: string) => {
    setText(next);
    setOpen(true);
    setActive(next.trim() === "" && field === undefined ? -1 : 0);
  };
  const reset = () => {
    setText("");
    setField(undefined);
    setActive(-1);
  };
  const begin = (option: FilterOption, value = "") => {
    setField(option);
    setText(value);
    setOpen(true);
    setActive(picked(option) ? 0 : -1);
    input.current?.focus();
  };
  const report = (next: SearchTerms) => {
    const same =
      next.search === terms.search && JSON.stringify(next.filters) === JSON.stringify(terms.filters);
    reset();
    if (!same) onChange(next);
  };
  const choose = (suggestion: Suggestion) => {
    if (suggestion.type === "field") begin(suggestion.option);
    else if (suggestion.type === "keyword")
      report({ ...terms, search: addKeywords(terms.search, suggestion.text) });
    else report({ ...terms, filters: setFilter(terms.filters, suggestion.option.name, suggestion.value) });
    if (suggestion.type !== "field") setOpen(false);
  };
  /** Takes the typed text; an empty one takes the field's filter away. */
  const apply = () => {
    const typed = text.trim();
    if (field === undefined) {
      if (typed !== "") choose({ type: "keyword", text: typed });
      return;
    }
    if (typed !== "" && picked(field)) return;
    const value = typed === "" ? "" : wireText(field, typed);
    if (value === undefined) return;
    report({ ...terms, filters: setFilter(terms.filters, field.name, value) });
    setOpen(false);
  };
  const enter = () => {
    const suggestion = open ? suggestions[active] : undefined;
    if (suggestion !== undefined) choose(suggestion);
    else apply();
  };
  const leave = () => {
    if (open) setOpen(false);
    else reset();
  };
  const backspace = () => {
    if (field !== undefined) reset();
    else input.current?.parentElement?.querySelector<HTMLElement>(".chip:last-of-type .chip-text")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && field?.input.type !== "date") {
      event.preventDefault();
      setOpen(true);
      const count = suggestions.length;
      if (count > 0) setActive((active + step + count + (active < 0 && step < 0 ? 1 : 0)) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      enter();
    } else if (event.key === "Escape") leave();
    else if (event.key === "Backspace" && text === "") {
      event.preventDefault();
      backspace();
    }
  };
  return {
    input,
    text,
    field,
    open: open && (suggestions.length > 0 || (field !== undefined && picked(field))),
    active,
    loading: related.loading,
    suggestions,
    type,
    choose,
    begin,
    onKeyDown,
    onFocus: () => setOpen(true),
    onBlur: () => {
      setOpen(false);
      if (text.trim() !== "") apply();
      else if (field !== undefined) reset();
    },
    editKeyword: (word: string) => {
      onChange({ ...terms, search: removeKeyword(terms.search, word) });
      setText(word);
      input.current?.focus();
    },
  };
}
