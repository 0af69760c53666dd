import { PlusOutlined, ReloadOutlined } from "@ant-design/icons";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Dropdown } from "antd";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { api, type Query } from "../api/client.ts";
import { cacheSelection, fetchPage, fieldsOf, metadataQuery, refreshData } from "../api/resources.ts";
import { confirmDelete, confirmDeleteMany } from "../dialogs.tsx";
import { toast } from "../feedback.ts";
import type { Row } from "../metadata/types.ts";
import { permissionCode, type ResourceDescriptor } from "../resource.ts";
import { useSession } from "../session.ts";
import { ColumnSettings } from "./column-settings.tsx";
import { availableColumns, type ColumnPlan, visibleColumns } from "./columns.ts";
import { DataTable, type RowKey, rowKey, rowName } from "./data-table.tsx";
import { cycleOrder, listQuery } from "./list-state.ts";
import { FailureNotice, Notice, TableSkeleton } from "./list-states.tsx";
import { Pager } from "./pager.tsx";
import { type Action, RowActions } from "./row-actions.tsx";
import { filterOptions, SearchBox } from "./search-box.tsx";
import { storeColumns, storedColumns, storedPageSize, storePageSize, tableName } from "./table-config.ts";
import { useListState } from "./use-list-state.ts";

/** Hands to actions what they may need of the list. */
export interface ListHandle {
  /** Fetches the rows again and clears the selection. */
  reload(): Promise<void>;
}

/** Props of {@link ResourceList}: only what is particular to one list. */
export interface ResourceListProps {
  readonly resource: ResourceDescriptor;
  /** List URL when it differs from the resource's own. */
  readonly url?: string;
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: ColumnPlan;
  /** Fixed query of every request. */
  readonly query?: Query;
  /** Order when none is chosen. */
  readonly defaultOrder?: string;
  /** The address holds page, order and filters; false for lists inside another page. */
  readonly inAddress?: boolean;
  readonly excludeFilters?: readonly string[];
  /** Replaces the create button; null removes it. */
  readonly create?: ReactNode;
  readonly createLabel?: string;
  /** Query of the create page, for example the chosen node. */
  readonly createQuery?: string;
  readonly extraHeader?: ReactNode;
  /** Which of the built-in row actions there are; all that have a screen or a permission unless given. */
  readonly rowBuiltIns?: readonly ("update" | "delete" | "duplicate")[];
  readonly rowExtras?: (row: Row, list: ListHandle) => readonly Action[];
  /** Whether this row may be changed or deleted at all. */
  readonly canChange?: (row: Row) => boolean;
  readonly bulkDelete?: boolean;
  readonly bulkExtras?: (rows: readonly Row[], list: ListHandle) => readonly Action[];
  readonly emptyHint?: string;
  readonly rowClassName?: (row: Row) => string;
  /** Milliseconds between silent refreshes, for lists that change by themselves. */
  readonly refreshEvery?: number;
}

const NO_FILTERS: readonly string[] = [];

/** A list page from the metadata of its resource (docs/contract/console.md, "Lists"). */
export function ResourceList(props: ResourceListProps) {
  const { resource, columns: plan } = props;
  const { t } = useTranslation(["kit", "common"]);
  const { can, inRoot } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const url = props.url ?? resource.url;
  const name = tableName(url);

  const metadata = useQuery(metadataQuery(`${url.split("?")[0]}?draw=1&display=1`));
  const fields = useMemo(() => fieldsOf(metadata.data, "GET"), [metadata.data]);
  const options = useMemo(
    () => filterOptions(fields, props.excludeFilters ?? NO_FILTERS),
    [fields, props.excludeFilters],
  );
  const filterable = useMemo(() => new Set(options.map((option) => option.name)), [options]);
  const [state, setState] = useListState(filterable, props.inAddress ?? true);
  const [pageSize, setPageSize] = useState(storedPageSize());
  const [chosen, setChosen] = useState(() => storedColumns(name));
  const [selected, setSelected] = useState<ReadonlyMap<RowKey, Row>>(new Map());

  const query = {
    ...props.query,
    ...listQuery({ ...state, order: state.order || (props.defaultOrder ?? "") }, pageSize),
  };
  const list = useQuery({
    queryKey: ["list", url, query],
    queryFn: ({ signal }) => fetchPage(url, query, signal),
    enabled: metadata.data !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: props.refreshEvery ?? false,
  });
  const reload = useCallback(async () => {
    await refreshData(client);
  }, [client]);
  const handle = useMemo<ListHandle>(
    () => ({
      reload: async () => {
        setSelected(new Map());
        await reload();
      },
    }),
    [reload],
  );

  const all = useMemo(() => availableColumns(fields, plan), [fields, plan]);
  const visible = useMemo(() => visibleColumns(all, plan, chosen), [all, plan, chosen]);
  const select = useCallback(
    (rows: readonly Row[], on: boolean) =>
      setSelected((before) => {
        const next = new Map(before);
        for (const row of rows) {
          if (on) next.set(rowKey(row), row);
          else next.delete(rowKey(row));
        }
        return next;
      }),
    [],
  );
  const change = (changes: Parameters<typeof setState>[0]) => {
    setSelected(new Map());
    setState({ page: 1, ...changes });
  };

  const canAdd = can(permissionCode(resource, "add")) && !inRoot;
  const canDelete = can(permissionCode(resource, "delete"));
  const builtIns = props.rowBuiltIns ?? ["update", "delete", "duplicate"];
  const removeRow = async (row: Row) => {
    await api(`${resource.url}${rowKey(row)}/`, { method: "DELETE" });
    select([row], false);
    toast("success", t("remove.done", { name: rowName(row) }));
    await reload();
  };
  const actionsOf = (row: Row): Action[] => {
    const mayChange = props.canChange?.(row) ?? true;
    const { update, create } = resource.routes;
    const actions: Action[] = [...(props.rowExtras?.(row, handle) ?? [])];
    if (builtIns.includes("update") && update !== undefined && can(permissionCode(resource, "change"))) {
      const to = update(String(rowKey(row)));
      actions.push({ key: "update", label: t("common:edit"), order: 10, to, disabled: inRoot || !mayChange });
    }
    if (builtIns.includes("delete") && canDelete) {
      const run = () => confirmDelete(rowName(row), () => removeRow(row));
      actions.push({
        key: "delete",
        label: t("common:delete"),
        order: 20,
        danger: true,
        disabled: !mayChange,
        run,
      });
    }
    if (builtIns.includes("duplicate") && create !== undefined && canAdd) {
      const to = `${create}?clone_from=${String(rowKey(row))}`;
      actions.push({ key: "duplicate", label: t("common:duplicate"), order: 30, to });
    }
    return actions;
  };

  const rows = [...selected.values()];
  const removeMany = async () => {
    const spm = await cacheSelection(rows.map(rowKey));
    await api(url, { method: "DELETE", query: { spm } });
    toast("success", t("remove.manyDone", { count: rows.length }));
    setSelected(new Map());
    await reload();
  };
  const bulk: Action[] = [...(props.bulkExtras?.(rows, handle) ?? [])];
  if (props.bulkDelete !== false && canDelete) {
    const run = () => confirmDeleteMany(rows.map(rowName), removeMany);
    bulk.push({ key: "delete", label: t("common:delete"), danger: true, run });
  }

  const createPath = resource.routes.create;
  const createButton =
    props.create !== undefined
      ? canAdd && props.create
      : canAdd &&
        createPath !== undefined && (
          <Button
            type="primary"
            icon={<PlusOutlined />}
            onClick={() => void navigate(`${createPath}${props.createQuery ?? ""}`)}
          >
            {props.createLabel ?? t("common:create")}
          </Button>
        );
  const filtered = state.search !== "" || Object.keys(state.filters).length > 0;
  const error = metadata.error ?? list.error;

  const body = () => {
    if (error !== null) {
      return (
        <FailureNotice
          error={error}
          onRetry={() => void (metadata.error ? metadata.refetch() : list.refetch())}
        />
      );
    }
    if (list.data === undefined) return <TableSkeleton />;
    if (list.data.results.length === 0) {
      return filtered ? (
        <Notice title={t("list.noMatchTitle")} body={t("list.noMatchHint")}>
          <Button onClick={() => change({ search: "", filters: {} })}>{t("list.clearFilters")}</Button>
        </Notice>
      ) : (
        <Notice
          title={t("list.emptyTitle")}
          body={props.emptyHint ?? (createButton ? t("list.emptyHint") : t("list.emptyPlain"))}
        >
          {createButton}
        </Notice>
      );
    }
    return (
      <DataTable
        label={props.label}
        columns={visible}
        rows={list.data.results}
        order={state.order || (props.defaultOrder ?? "")}
        onSort={(column) => setState({ order: cycleOrder(state.order, column), page: 1 })}
        {...(list.data.results.some((row) => actionsOf(row).length > 0)
          ? { actions: (row: Row) => <RowActions actions={actionsOf(row)} name={rowName(row)} /> }
          : {})}
        stale={list.isPlaceholderData}
        {...(bulk.length > 0 ? { selected, onSelect: select } : {})}
        {...(props.rowClassName === undefined ? {} : { rowClassName: props.rowClassName })}
      />
    );
  };

  return (
    <section className="resource-list">
      <div className="list-bar">
        {createButton}
        {props.extraHeader}
        {selected.size > 0 ? (
          <BulkBar count={selected.size} actions={bulk} onClear={() => setSelected(new Map())} />
        ) : null}
        <span className="list-bar-space" />
        <SearchBox
          options={options}
          search={state.search}
          filters={state.filters}
          onChange={(search, filters) => change({ search, filters })}
        />
        <ColumnSettings
          columns={all}
          visible={new Set(visible.map((column) => column.name))}
          locked={plan.always ?? ["name"]}
          onChange={(names) => {
            setChosen(names);
            storeColumns(name, names);
          }}
        />
        <Button
          icon={<ReloadOutlined spin={list.isFetching && !list.isPending} />}
          aria-label={t("common:refresh")}
          title={t("common:refresh")}
          onClick={() => {
            setSelected(new Map());
            void reload();
          }}
        />
      </div>
      <div className="list-card">{body()}</div>
      {list.data !== undefined && list.data.count > 0 && error === null ? (
        <Pager
          page={state.page}
          pageSize={pageSize}
          count={list.data.count}
          onPage={(page) => setState({ page })}
          onPageSize={(size) => {
            storePageSize(size);
            setPageSize(size);
            setState({ page: 1 });
          }}
        />
      ) : null}
    </section>
  );
}

function BulkBar(props: {
  readonly count: number;
  readonly actions: readonly Action[];
  readonly onClear: () => void;
}) {
  const { t } = useTranslation(["kit", "common"]);
  return (
    <div className="bulk-bar">
      <Dropdown
        trigger={["click"]}
        menu={{
          items: props.actions.map(({ key, label, danger, disabled }) => ({
            key,
            label,
            danger: danger === true,
            disabled: disabled === true,
          })),
          onClick: ({ key }) => props.actions.find((action) => action.key === key)?.run?.(),
        }}
      >
        <Button>
          {t("list.selected", { count: props.count })} · {t("common:actions")}
        </Button>
      </Dropdown>
      <Button type="link" size="small" onClick={props.onClear}>
        {t("list.clearSelection")}
      </Button>
    </div>
  );
}

/** A name that leads to the detail page where the viewer may follow it. */
export function DetailLink({
  resource,
  row,
  text,
}: {
  resource: ResourceDescriptor;
  row: Row;
  text?: string;
}) {
  const { can } = useSession();
  const label = text ?? rowName(row);
  const path = resource.routes.detail?.(String(rowKey(row)));
  if (path === undefined || !can(permissionCode(resource, "view"))) return <span title={label}>{label}</span>;
  return (
    <Link to={path} title={label}>
      {label}
    </Link>
  );
}
