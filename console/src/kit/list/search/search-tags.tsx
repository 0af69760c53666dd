import { CloseOutlined } from "@ant-design/icons";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../metadata/dates.ts";
import { labelled } from "../../metadata/labelled.ts";
import { choicesOf, type FilterOption } from "./filter-options.ts";
import { useRelatedLabel } from "./related-values.ts";
import { keywordsOf, removeKeyword, type SearchTerms, setFilter } from "./search-model.ts";

interface TagProps {
  readonly text: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Tag({ text, onEdit, onRemove }: TagProps) {
  const { t } = useTranslation("list");
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      onRemove();
    }
  };
  return (
    <span className="chip">
      <button type="button" className="chip-text" title={text} onClick={onEdit} onKeyDown={onKeyDown}>
        {text}
      </button>
      <button
        type="button"
        className="chip-remove"
        tabIndex={-1}
        aria-label={t("search.remove", { name: text })}
        onClick={onRemove}
      >
        <CloseOutlined />
      </button>
    </span>
  );
}

interface FilterTagProps extends Omit<TagProps, "text"> {
  readonly name: string;
  readonly option: FilterOption | undefined;
  readonly value: string;
}

function FilterTag({ name, option, value, ...rest }: FilterTagProps) {
  const related = useRelatedLabel(option?.related, value);
  const choice = choicesOf(option)?.find((item) => String(item.value) === value);
  const text = choice?.label ?? (option?.input.type === "date" ? formatDate(value) || value : related);
  return <Tag text={labelled(option?.label ?? name, text)} {...rest} />;
}

interface SearchTagsProps {
  readonly options: readonly FilterOption[];
  readonly terms: SearchTerms;
  readonly onChange: (terms: SearchTerms) => void;
  readonly onEditKeyword: (word: string) => void;
  readonly onEditFilter: (option: FilterOption, value: string) => void;
}

/** What is searched for, each term a tag that can be changed and taken away. */
export function SearchTags({ options, terms, onChange, onEditKeyword, onEditFilter }: SearchTagsProps) {
  const { search, filters } = terms;
  return (
    <>
      {keywordsOf(search).map((word) => (
        <Tag
          key={`search ${word}`}
          text={word}
          onEdit={() => onEditKeyword(word)}
          onRemove={() => onChange({ filters, search: removeKeyword(search, word) })}
        />
      ))}
      {Object.entries(filters).map(([name, value]) => {
        const option = options.find((item) => item.name === name);
        return (
          <FilterTag
            key={name}
            name={name}
            option={option}
            value={value}
            onEdit={() => option !== undefined && onEditFilter(option, value)}
            onRemove={() => onChange({ search, filters: setFilter(filters, name, "") })}
          />
        );
      })}
    </>
  );
}
