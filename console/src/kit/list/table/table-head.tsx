import { ArrowDownOutlined, ArrowUpOutlined, FilterFilled, FilterOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { type Column, columnLook } from "../columns.ts";
import type { OpenMenu } from "../row-actions.tsx";
import { choicesOf, type FilterOption } from "../search/filter-options.ts";

/** What a header can change. */
export interface HeadControls {
  readonly order?: string;
  readonly onSort?: (name: string) => void;
  /** Filters by field name; those with choices can be set from the header. */
  readonly filters?: ReadonlyMap<string, FilterOption>;
  readonly filterValues?: Readonly<Record<string, string>>;
  /** Sets one filter; undefined takes it away. */
  readonly onFilter?: (name: string, value: string | undefined) => void;
}

interface HeaderCellProps extends HeadControls {
  readonly column: Column;
  readonly onMenu: OpenMenu;
}

function HeaderFilter({ column, filters, filterValues, onFilter, onMenu }: HeaderCellProps) {
  const { t } = useTranslation(["list", "common"]);
  const choices = choicesOf(filters?.get(column.name));
  if (choices === undefined || onFilter === undefined) return null;
  const value = filterValues?.[column.name];
  return (
    <button
      type="button"
      className={`head-filter ${value === undefined ? "" : "is-set"}`}
      aria-haspopup="menu"
      aria-label={t("head.filter", { name: column.title })}
      title={t("head.filter", { name: column.title })}
      onClick={(event) =>
        onMenu(
          event.currentTarget,
          [
            { key: "", label: t("common:all"), run: () => onFilter(column.name, undefined) },
            ...choices.map((choice) => ({
              key: String(choice.value),
              label: choice.label,
              run: () => onFilter(column.name, String(choice.value)),
            })),
          ],
          value ?? "",
        )
      }
    >
      {value === undefined ? <FilterOutlined /> : <FilterFilled />}
    </button>
  );
}

/** A column's title, with what it can change: the order, and a filter of few values. */
export function HeaderCell(props: HeaderCellProps) {
  const { column, order, onSort } = props;
  const { t } = useTranslation("list");
  const direction =
    order === column.name ? "ascending" : order === `-${column.name}` ? "descending" : undefined;
  return (
    <th
      scope="col"
      className={columnLook(column)}
      {...(direction === undefined ? {} : { "aria-sort": direction })}
      style={column.width === undefined ? {} : { width: column.width }}
    >
      <span className="head-cell">
        {column.sortable && onSort !== undefined ? (
          <button
            type="button"
            className="sort"
            title={t("head.sort", { name: column.title })}
            onClick={() => onSort(column.name)}
          >
            <span>{column.title}</span>
            {direction === undefined ? null : direction === "ascending" ? (
              <ArrowUpOutlined />
            ) : (
              <ArrowDownOutlined />
            )}
          </button>
        ) : (
          column.title
        )}
        <HeaderFilter {...props} />
      </span>
    </th>
  );
}
