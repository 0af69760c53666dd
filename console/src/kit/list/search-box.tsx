import { CloseOutlined, FilterOutlined, SearchOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldKind } from "../field-kinds/index.ts";
import { kindOf } from "../metadata/kind-of.ts";
import type { Choice, FieldMap } from "../metadata/types.ts";

/** A field the list can be filtered by. */
export interface FilterOption {
  readonly name: string;
  readonly label: string;
  readonly choices?: readonly Choice[];
}

/** The filters the metadata allows, without the excluded ones. */
export function filterOptions(fields: FieldMap, exclude: readonly string[] = []): FilterOption[] {
  return Object.entries(fields)
    .filter(([name, field]) => field.filter === true && !exclude.includes(name))
    .map(([name, field]) => {
      const choices = fieldKind(kindOf(name, field)).filter?.(field);
      return { name, label: field.label ?? name, ...(choices === undefined ? {} : { choices }) };
    });
}

interface SearchBoxProps {
  readonly options: readonly FilterOption[];
  readonly search: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly onChange: (search: string, filters: Readonly<Record<string, string>>) => void;
}

function chipText(option: FilterOption | undefined, name: string, value: string): string {
  const choice = option?.choices?.find((item) => String(item.value) === value);
  return `${option?.label ?? name}: ${choice?.label ?? value}`;
}

/** One box for keywords and field filters; what is set shows as removable tags. */
export function SearchBox({ options, search, filters, onChange }: SearchBoxProps) {
  const { t } = useTranslation(["kit", "common"]);
  const [text, setText] = useState("");
  const [field, setField] = useState<FilterOption>();
  const input = useRef<HTMLInputElement>(null);
  const keywords = search.split(",").filter(Boolean);
  const without = (name: string) =>
    Object.fromEntries(Object.entries(filters).filter(([key]) => key !== name));

  const apply = () => {
    const value = text.trim();
    setText("");
    if (field !== undefined) {
      setField(undefined);
      onChange(search, value === "" ? without(field.name) : { ...filters, [field.name]: value });
    } else if (value !== "" && !keywords.includes(value)) {
      onChange([...keywords, value].join(","), filters);
    }
  };
  const menu = {
    items: options.map((option) => ({
      key: option.name,
      label: option.label,
      ...(option.choices === undefined
        ? {}
        : {
            children: option.choices.map((choice) => ({
              key: `${option.name}=${String(choice.value)}`,
              label: choice.label,
            })),
          }),
    })),
    onClick: ({ key }: { key: string }) => {
      const separator = key.indexOf("=");
      if (separator > 0) {
        onChange(search, { ...filters, [key.slice(0, separator)]: key.slice(separator + 1) });
        return;
      }
      setField(options.find((option) => option.name === key));
      setTimeout(() => input.current?.focus(), 0);
    },
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not yet known to every browser supported
    <div className="search-box" role="search">
      {options.length === 0 ? (
        <SearchOutlined className="search-icon" />
      ) : (
        <Dropdown trigger={["click"]} menu={menu}>
          <Button type="text" size="small" icon={<FilterOutlined />} aria-label={t("list.addFilter")} />
        </Dropdown>
      )}
      {keywords.map((keyword) => (
        <Chip
          key={`search ${keyword}`}
          text={keyword}
          onRemove={() => onChange(keywords.filter((item) => item !== keyword).join(","), filters)}
        />
      ))}
      {Object.entries(filters).map(([name, value]) => (
        <Chip
          key={name}
          text={chipText(
            options.find((option) => option.name === name),
            name,
            value,
          )}
          onRemove={() => onChange(search, without(name))}
        />
      ))}
      {field === undefined ? null : <span className="search-field">{field.label}:</span>}
      <input
        ref={input}
        value={text}
        aria-label={t("common:search")}
        placeholder={
          field === undefined
            ? keywords.length + Object.keys(filters).length > 0
              ? ""
              : t("list.search")
            : t("list.searchField")
        }
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) apply();
          if (event.key === "Escape") {
            setField(undefined);
            setText("");
          }
          if (event.key === "Backspace" && text === "" && field !== undefined) setField(undefined);
        }}
        onBlur={() => {
          if (text.trim() !== "") apply();
        }}
      />
    </div>
  );
}

function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const { t } = useTranslation(["kit", "common"]);
  return (
    <span className="chip">
      <span className="chip-text" title={text}>
        {text}
      </span>
      <button type="button" aria-label={t("list.removeFilter", { name: text })} onClick={onRemove}>
        <CloseOutlined />
      </button>
    </span>
  );
}
