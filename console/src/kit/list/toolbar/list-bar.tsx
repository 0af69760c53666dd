import { ReloadOutlined, SettingOutlined } from "@ant-design/icons";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ExportTool } from "../../export/export-tool.tsx";
import { ImportTool } from "../../import/import-tool.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { useList } from "../list-context.ts";
import type { CreatePlan, ResourceListProps, ToolbarPlan } from "../list-props.ts";
import type { Action } from "../row-actions.tsx";
import { SearchBox } from "../search/search-box.tsx";
import type { TimeStyle } from "../table-config.ts";
import { ListCreate } from "./list-create.tsx";
import { ShortcutsHelp } from "./shortcuts-help.tsx";
import { SortSelect } from "./sort-select.tsx";
import { ToolButton } from "./tool-button.tsx";

const ColumnSettings = lazy(() => import("./column-settings.tsx"));
const DateRangePicker = lazy(() => import("./date-range-picker.tsx"));

const USUAL: ToolbarPlan = {};
const NOTHING_PARTICULAR = {};

interface ListBarProps extends Pick<ResourceListProps, "label"> {
  readonly create: CreatePlan | null | undefined;
  readonly toolbar: ToolbarPlan | undefined;
  /** What can be done with the selected rows. */
  readonly bulkActions: readonly Action[];
  /** Whether rows can be imported unless told otherwise. */
  readonly importable: boolean;
  readonly timeStyle: TimeStyle;
  readonly onTimeStyle: (style: TimeStyle) => void;
}

/** Import, export and what the area adds. */
function PlannedTools({
  label,
  toolbar = USUAL,
  importable,
}: Pick<ListBarProps, "label" | "toolbar" | "importable">) {
  const { exports = NOTHING_PARTICULAR, imports = importable ? NOTHING_PARTICULAR : false } = toolbar;
  return (
    <>
      {toolbar.tools}
      {imports === false ? null : <ImportTool name={label} options={imports} />}
      {exports === false ? null : <ExportTool name={label} plan={exports} />}
    </>
  );
}

/** The bar above a list: create and selected rows left; search, dates and tools right. */
export function ListBar(props: ListBarProps) {
  const { t } = useTranslation(["list", "common"]);
  const list = useList();
  const [choosing, setChoosing] = useState(false);
  return (
    <div className="list-bar">
      <ListCreate plan={props.create} />
      {props.toolbar?.extra}
      {list.selection.keys.size > 0 ? <BulkBar actions={props.bulkActions} /> : null}
      <span className="list-bar-space" />
      <SearchBox
        options={list.filters}
        terms={list.state}
        onChange={({ search, filters }) => list.setFilters(search, filters)}
      />
      {list.range === undefined ? null : (
        <Suspense fallback={<span className="list-range is-loading" />}>
          <DateRangePicker range={list.range} onChange={list.setRange} />
        </Suspense>
      )}
      <SortSelect columns={list.columns.visible} order={list.order} onOrder={list.setOrder} />
      <span className="list-tools">
        <ToolButton
          icon={<SettingOutlined />}
          name={t("columns.title")}
          disabled={list.metadata === undefined}
          onClick={() => setChoosing(true)}
        />
        <PlannedTools label={props.label} toolbar={props.toolbar} importable={props.importable} />
        <ToolButton
          icon={<ReloadOutlined spin={list.fetching && list.rows !== undefined} />}
          name={t("common:refresh")}
          onClick={() => void list.reload()}
        />
        <ShortcutsHelp />
      </span>
      {choosing ? (
        <Suspense fallback={null}>
          <ColumnSettings
            columns={list.columns}
            timeStyle={props.timeStyle}
            onTimeStyle={props.onTimeStyle}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
