import { ReloadOutlined, SettingOutlined } from "@ant-design/icons";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useList } from "../list-context.ts";
import { SearchBox } from "../search/search-box.tsx";
import type { TimeStyle } from "../table-config.ts";
import { ShortcutsHelp } from "./shortcuts-help.tsx";
import { SortSelect } from "./sort-select.tsx";
import { ToolButton } from "./tool-button.tsx";

const ColumnSettings = lazy(() => import("./column-settings.tsx"));
const DateRangePicker = lazy(() => import("./date-range-picker.tsx"));

interface ListBarProps {
  /** Create button, or what stands for it. */
  readonly create: ReactNode;
  readonly extra: ReactNode;
  /** Menu of the selected rows. */
  readonly bulk: ReactNode;
  readonly tools: ReactNode;
  readonly timeStyle: TimeStyle;
  readonly onTimeStyle: (style: TimeStyle) => void;
}

/** The bar above a list: create and selected rows left; search, dates and tools right. */
export function ListBar({ create, extra, bulk, tools, timeStyle, onTimeStyle }: ListBarProps) {
  const { t } = useTranslation(["list", "common"]);
  const list = useList();
  const [choosing, setChoosing] = useState(false);
  return (
    <div className="list-bar">
      {create}
      {extra}
      {bulk}
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
        {tools}
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
            timeStyle={timeStyle}
            onTimeStyle={onTimeStyle}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
