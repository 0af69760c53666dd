import type { FilterOption } from "./filter-options.ts";
import { useRelatedValues } from "./related-values.ts";
import { searchKeys } from "./search-keys.ts";
import {
  addKeywords,
  fieldSuggestions,
  removeKeyword,
  type SearchTerms,
  type Suggestion,
  setFilter,
  valueSuggestions,
} from "./search-model.ts";
import { picked, wireText } from "./typed-value.ts";
import { useSearchDraft } from "./use-search-draft.ts";

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
  const draft = useSearchDraft();
  const { input, text, setText, field, open, setOpen, active, setActive, type, reset, begin } = draft;
  const related = useRelatedValues(open ? field : undefined, text);
  const suggestions: readonly Suggestion[] =
    field === undefined
      ? fieldSuggestions(options, text)
      : field.related === undefined
        ? valueSuggestions(field, text)
        : related.suggestions;

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
  const onKeyDown = searchKeys({
    text,
    moves: field?.input.type !== "date",
    count: suggestions.length,
    active,
    setOpen,
    setActive,
    enter,
    leave,
    backspace,
  });
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
