import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { Checkbox } from "antd";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { fieldKind } from "../field-kinds/index.ts";
import { kindOf } from "../metadata/kind-of.ts";
import type { Row } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";
import type { Column } from "./columns.ts";

/** Key of a row. */
export type RowKey = string | number;

/** Key of a row: its `id`. */
export function rowKey(row: Row): RowKey {
  return row.id as RowKey;
}

/** What a person calls a row. */
export function rowName(row: Row): string {
  return valueText(row.name ?? row.hostname ?? row.username ?? row.id);
}

/** Props of {@link DataTable}. */
export interface DataTableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly order?: string;
  readonly onSort?: (name: string) => void;
  readonly selected?: ReadonlyMap<RowKey, Row>;
  readonly onSelect?: (rows: readonly Row[], selected: boolean) => void;
  readonly actions?: (row: Row) => ReactNode;
  readonly rowClassName?: (row: Row) => string;
  /** The rows shown are from before the last change of page or filter. */
  readonly stale?: boolean;
}

/** A value as a list shows it. */
export function cellOf(column: Column, row: Row): ReactNode {
  if (column.render !== undefined) return column.render(row);
  return fieldKind(kindOf(column.name, column.field)).cell(row[column.name], column.field, column.name);
}

/** Texts get a tooltip, because a narrow column cuts them. */
function Cell({ column, row }: { readonly column: Column; readonly row: Row }) {
  const content = cellOf(column, row);
  const empty = content === "" || content === null || content === undefined;
  return (
    <td
      className={column.align === "right" ? "cell-right" : ""}
      {...(typeof content === "string" && content.length > 12 ? { title: content } : {})}
    >
      {empty ? <span className="cell-empty">-</span> : content}
    </td>
  );
}

interface TableRowProps extends Pick<DataTableProps, "columns" | "onSelect" | "actions" | "rowClassName"> {
  readonly row: Row;
  readonly isSelected: boolean;
}

const TableRow = memo(function TableRow({
  row,
  columns,
  isSelected,
  onSelect,
  actions,
  rowClassName,
}: TableRowProps) {
  const { t } = useTranslation(["kit", "common"]);
  return (
    <tr className={`${isSelected ? "selected-row" : ""} ${rowClassName?.(row) ?? ""}`}>
      {onSelect === undefined ? null : (
        <td className="cell-select">
          <Checkbox
            aria-label={t("list.selectRow", { name: rowName(row) })}
            checked={isSelected}
            onChange={(event) => onSelect([row], event.target.checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.name} column={column} row={row} />
      ))}
      {actions === undefined ? null : <td className="cell-actions">{actions(row)}</td>}
    </tr>
  );
});

function HeaderCell({
  column,
  order,
  onSort,
}: Pick<DataTableProps, "order" | "onSort"> & { readonly column: Column }) {
  const { t } = useTranslation(["kit", "common"]);
  const direction =
    order === column.name ? "ascending" : order === `-${column.name}` ? "descending" : undefined;
  const content =
    column.sortable && onSort !== undefined ? (
      <button
        type="button"
        className="sort"
        title={t("list.sortBy", { name: column.title })}
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
    );
  return (
    <th
      scope="col"
      className={column.align === "right" ? "cell-right" : ""}
      {...(direction === undefined ? {} : { "aria-sort": direction })}
      style={column.width === undefined ? {} : { width: column.width }}
    >
      {content}
    </th>
  );
}

/** A dense table: sticky header, sortable columns, selection, row actions. Draws only; knows nothing of the API. */
export function DataTable(props: DataTableProps) {
  const { t } = useTranslation(["kit", "common"]);
  const { columns, rows, selected, onSelect, actions } = props;
  const chosenHere = rows.filter((row) => selected?.has(rowKey(row)) === true).length;
  return (
    <div className={`table-scroll ${props.stale === true ? "is-stale" : ""}`}>
      <table className="data-table" aria-label={props.label} aria-busy={props.stale === true}>
        <thead>
          <tr>
            {onSelect === undefined ? null : (
              <th scope="col" className="cell-select">
                <Checkbox
                  aria-label={t("list.selectPage")}
                  checked={rows.length > 0 && chosenHere === rows.length}
                  indeterminate={chosenHere > 0 && chosenHere < rows.length}
                  onChange={(event) => onSelect(rows, event.target.checked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell
                key={column.name}
                column={column}
                {...(props.order === undefined ? {} : { order: props.order })}
                {...(props.onSort === undefined ? {} : { onSort: props.onSort })}
              />
            ))}
            {actions === undefined ? null : (
              <th scope="col" className="cell-actions">
                {t("common:actions")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={columns}
              isSelected={selected?.has(rowKey(row)) === true}
              {...(onSelect === undefined ? {} : { onSelect })}
              {...(actions === undefined ? {} : { actions })}
              {...(props.rowClassName === undefined ? {} : { rowClassName: props.rowClassName })}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
