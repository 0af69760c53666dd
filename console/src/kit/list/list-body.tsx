import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Row } from "../metadata/types.ts";
import { useList } from "./list-context.ts";
import type { CreatePlan, ResourceListProps, RowPlan } from "./list-props.ts";
import { FailureNotice, Notice } from "./list-states.tsx";
import type { Action } from "./row-actions.tsx";
import { rowKey } from "./rows.ts";
import { setFilter } from "./search/search-model.ts";
import { DataTable } from "./table/data-table.tsx";
import { ListSkeleton } from "./table/list-skeleton.tsx";
import { ListCreate } from "./toolbar/list-create.tsx";

interface ListBodyProps extends Pick<ResourceListProps, "label"> {
  readonly create: CreatePlan | null | undefined;
  readonly rows: RowPlan | undefined;
  readonly emptyHint: string;
  readonly emptyAction: ReactNode;
  /** Titles to expect while the metadata is on its way. */
  readonly expected: number;
  /** Whether there is anything to do with selected rows. */
  readonly selectable: boolean;
  readonly rowActions: (row: Row) => readonly Action[];
}

const USUAL: RowPlan = {};

/** Nothing to show: why, and what to do next. */
function EmptyNotice(props: Pick<ListBodyProps, "create" | "emptyHint" | "emptyAction">) {
  const { create, emptyHint, emptyAction } = props;
  const { t } = useTranslation("list");
  const list = useList();
  if (list.filtered) {
    return (
      <Notice title={t("empty.filteredTitle")} body={t("empty.filteredHint")}>
        <Button onClick={() => list.setFilters("", {})}>{t("empty.clear")}</Button>
      </Notice>
    );
  }
  if (list.range !== undefined) {
    const wider = () => {
      const now = new Date();
      list.setRange({
        from: new Date(now.getTime() - 365 * 86_400_000).toISOString(),
        to: now.toISOString(),
      });
    };
    return (
      <Notice title={t("empty.rangeTitle")} body={emptyHint}>
        <Button onClick={wider}>{t("empty.year")}</Button>
      </Notice>
    );
  }
  return (
    <Notice title={t("empty.title")} body={emptyHint}>
      <ListCreate plan={create} />
      {emptyAction}
    </Notice>
  );
}

/** The table, or what is shown instead: the skeleton, an empty list, a failure, a missing permission. */
export function ListBody(props: ListBodyProps) {
  const list = useList();
  const navigate = useNavigate();
  const { columns, rows, count = 0, pageSize, state } = list;
  if (list.error !== null) return <FailureNotice error={list.error} onRetry={list.retry} />;
  if (rows === undefined) {
    const titles =
      list.metadata === undefined
        ? Array.from({ length: props.expected }, () => "")
        : columns.visible.map(({ title }) => title);
    return <ListSkeleton titles={titles} rows={Math.min(pageSize, 15)} selectable={props.selectable} />;
  }
  if (rows.length === 0) {
    return <EmptyNotice create={props.create} emptyHint={props.emptyHint} emptyAction={props.emptyAction} />;
  }
  const detail = list.may.view ? list.resource.routes.detail : undefined;
  const pages = Math.ceil(count / pageSize);
  const { canSelect, className, details } = props.rows ?? USUAL;
  return (
    <DataTable
      label={props.label}
      columns={columns.visible}
      rows={rows}
      order={list.order}
      onSort={list.sort}
      filters={list.filterMap}
      filterValues={state.filters}
      onFilter={(name, value) => list.setFilters(state.search, setFilter(state.filters, name, value ?? ""))}
      onTurn={(step) => {
        const page = state.page + step;
        if (page >= 1 && page <= pages) list.setPage(page);
      }}
      stale={list.stale}
      content={JSON.stringify([list.url, state, pageSize])}
      {...(detail === undefined ? {} : { onOpen: (row: Row) => void navigate(detail(String(rowKey(row)))) })}
      {...(rows.some((row) => props.rowActions(row).length > 0) ? { actions: props.rowActions } : {})}
      {...(props.selectable ? { selection: list.selection } : {})}
      canSelect={canSelect}
      rowClassName={className}
      details={details}
    />
  );
}
