import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { labelled } from "../../metadata/labelled.ts";
import type { Suggestion } from "./search-model.ts";

interface SuggestionsProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  /** Index of the one Enter takes; -1 for none. */
  readonly active: number;
  readonly loading: boolean;
  readonly onChoose: (suggestion: Suggestion) => void;
}

function keyOf(suggestion: Suggestion): string {
  if (suggestion.type === "keyword") return "keyword";
  return `${suggestion.type} ${suggestion.option.name} ${suggestion.type === "value" ? suggestion.value : ""}`;
}

/** The list below the search box. The focus stays in the box. */
export function Suggestions({ id, suggestions, active, loading, onChoose }: SuggestionsProps) {
  const { t } = useTranslation(["list", "common"]);
  const chosen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) chosen.current?.scrollIntoView?.({ block: "nearest" });
  }, [active]);
  // Values of one field stand alone; among fields the field's name introduces them.
  const mixed = suggestions.some(({ type }) => type !== "value");
  return (
    <div id={id} className="suggestions" role="listbox" aria-label={t("search.suggestions")}>
      {suggestions.map((suggestion, index) => (
        <div
          key={keyOf(suggestion)}
          id={`${id}-${index}`}
          ref={index === active ? chosen : null}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={`suggestion is-${suggestion.type}`}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(suggestion);
          }}
        >
          {suggestion.type === "keyword" ? (
            t("search.keyword", { text: suggestion.text })
          ) : suggestion.type === "field" ? (
            suggestion.option.label
          ) : (
            <>
              {mixed ? (
                <span className="suggestion-field">{labelled(suggestion.option.label, "")}</span>
              ) : null}
              {suggestion.label}
            </>
          )}
        </div>
      ))}
      {suggestions.length === 0 ? (
        <div className="suggestion-none">{t(loading ? "common:loading" : "search.noValues")}</div>
      ) : null}
    </div>
  );
}
