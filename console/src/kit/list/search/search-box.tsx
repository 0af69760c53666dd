import { SearchOutlined } from "@ant-design/icons";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../metadata/dates.ts";
import { labelled } from "../../metadata/labelled.ts";
import type { FilterOption } from "./filter-options.ts";
import type { SearchTerms } from "./search-model.ts";
import { SearchTags } from "./search-tags.tsx";
import { Suggestions } from "./suggestions.tsx";
import { useSearchBox } from "./use-search-box.ts";

interface SearchBoxProps {
  readonly options: readonly FilterOption[];
  readonly terms: SearchTerms;
  readonly onChange: (terms: SearchTerms) => void;
}

const INPUT_TYPES: Readonly<Record<string, string>> = { date: "datetime-local", number: "number" };

/**
 * One box for keywords and field filters; what is set shows as tags. Typing offers fields and values; a field offers
 * the values of its kind. Everything works by keyboard.
 */
export function SearchBox({ options, terms, onChange }: SearchBoxProps) {
  const { t } = useTranslation(["list", "common"]);
  const list = useId();
  const box = useSearchBox(options, terms, onChange);
  const { field } = box;
  const some = terms.search !== "" || Object.keys(terms.filters).length > 0;
  const placeholder =
    field !== undefined
      ? t(box.suggestions.length > 0 ? "search.pick" : "search.enter")
      : some
        ? ""
        : t(options.length > 0 ? "search.placeholder" : "search.keywordsOnly");
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not yet known to every browser supported
    <div className="search-box" role="search">
      <SearchOutlined className="search-icon" />
      <SearchTags
        options={options}
        terms={terms}
        onChange={onChange}
        onEditKeyword={box.editKeyword}
        onEditFilter={(option, value) =>
          box.begin(option, option.input.type === "text" || option.input.type === "number" ? value : "")
        }
      />
      {field === undefined ? null : (
        <span className="search-field">{labelled(field.label, "").trimEnd()}</span>
      )}
      <input
        ref={box.input}
        type={(field && INPUT_TYPES[field.input.type]) ?? "text"}
        {...(field?.input.type === "date" ? { step: 1, title: formatDate(box.text) } : {})}
        role="combobox"
        aria-label={field === undefined ? t("common:search") : field.label}
        aria-autocomplete="list"
        aria-expanded={box.open}
        aria-controls={list}
        {...(box.open && box.active >= 0 ? { "aria-activedescendant": `${list}-${box.active}` } : {})}
        autoComplete="off"
        value={box.text}
        placeholder={placeholder}
        data-list-search=""
        onChange={(event) => box.type(event.target.value)}
        onKeyDown={box.onKeyDown}
        onFocus={box.onFocus}
        onClick={box.onFocus}
        onBlur={box.onBlur}
      />
      {box.open ? (
        <Suggestions
          id={list}
          suggestions={box.suggestions}
          active={box.active}
          loading={box.loading}
          onChoose={box.choose}
        />
      ) : null}
    </div>
  );
}
