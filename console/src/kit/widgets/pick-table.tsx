import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Checkbox, Input, Pagination, Spin } from "antd";
import { type ReactNode, useState } from "react";
import type { Query } from "../api/client.ts";
import { fetchPage } from "../api/resources.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { FailureNotice } from "../list/list-states.tsx";
import type { Row } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";
import { useDebounced } from "../use-debounced.ts";
import "./widgets.css";

/** A column of a list in a dialog. */
export interface PickColumn {
  readonly name: string;
  readonly title: string;
  /** The cell; the value as text unless given. */
  readonly render?: (row: Row) => ReactNode;
}

/** Props of {@link PickTable}. */
export interface PickTableProps {
  /** Accessible name. */
  readonly label: string;
  readonly url: string;
  readonly query?: Query;
  readonly columns: readonly PickColumn[];
  /** Ids of the chosen rows; without it nothing can be chosen. */
  readonly selected?: ReadonlySet<unknown>;
  readonly onSelect?: (rows: readonly Row[], chosen: boolean) => void;
  /** Whether a row can be chosen; every one unless given. */
  readonly selectable?: ((row: Row) => boolean) | undefined;
  /** What a person calls a row. */
  readonly rowLabel?: (row: Row) => string;
  /** What identifies a row where it has no id. */
  readonly rowKey?: (row: Row) => string;
  /** Said when there are no rows and nothing is searched for. */
  readonly emptyHint?: string;
}

const PAGE_SIZE = 10;
const everyRow = () => true;

/** A short list inside a dialog: search, pages of ten, and rows that can be chosen; the choice survives paging. */
export function PickTable(props: PickTableProps) {
  const { label, url, columns, selected, onSelect, selectable = everyRow } = props;
  const { t } = useFormTexts();
  const [typed, setTyped] = useState("");
  const [page, setPage] = useState(1);
  const search = useDebounced(typed);
  const query = { ...props.query, search, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const list = useQuery({
    queryKey: ["list", url, query],
    queryFn: ({ signal }) => fetchPage(url, query, signal),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.results ?? [];
  const rowLabel = props.rowLabel ?? ((row: Row) => valueText({ ...row, id: undefined }));
  const choosable = selected !== undefined && onSelect !== undefined;
  const open = rows.filter(selectable);
  const chosen = open.filter((row) => selected?.has(row.id) === true).length;
  return (
    <section className="pick-table" aria-label={label} aria-busy={list.isFetching}>
      <Input.Search
        size="small"
        allowClear
        aria-label={t("pick.search", { label })}
        placeholder={t("common:search")}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setPage(1);
        }}
      />
      {list.error !== null ? (
        <FailureNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <Spin />
      ) : (
        <div className="pick-scroll">
          <table>
            <thead>
              <tr>
                {choosable ? (
                  <th className="pick-check">
                    <Checkbox
                      aria-label={t("kit:list.selectPage")}
                      checked={open.length > 0 && chosen === open.length}
                      indeterminate={chosen > 0 && chosen < open.length}
                      disabled={open.length === 0}
                      onChange={(event) => onSelect(open, event.target.checked)}
                    />
                  </th>
                ) : null}
                {columns.map((column) => (
                  <th key={column.name} scope="col">
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={props.rowKey?.(row) ?? String(row.id)}>
                  {choosable ? (
                    <td className="pick-check">
                      <Checkbox
                        aria-label={t("kit:list.selectRow", { name: rowLabel(row) })}
                        checked={selected.has(row.id)}
                        disabled={!selectable(row)}
                        onChange={(event) => onSelect([row], event.target.checked)}
                      />
                    </td>
                  ) : null}
                  {columns.map((column) => (
                    <td key={column.name}>{column.render?.(row) ?? valueText(row[column.name])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length === 0 ? (
            <p className="hint">
              {search === "" && props.emptyHint !== undefined ? props.emptyHint : t("kit:form.noOptions")}
            </p>
          ) : null}
        </div>
      )}
      <Pagination
        size="small"
        hideOnSinglePage
        showSizeChanger={false}
        pageSize={PAGE_SIZE}
        current={page}
        total={list.data?.count ?? 0}
        onChange={setPage}
      />
    </section>
  );
}
