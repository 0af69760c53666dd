import { useEffect, useMemo, useRef, useState } from "react";
import { useSession } from "../session.ts";
import { RelativeTimes } from "../time-text.tsx";
import { BulkDialogs } from "./bulk/bulk-dialogs.tsx";
import { useBulkActions } from "./bulk/use-bulk-actions.ts";
import { withStandardColumns } from "./formatters/standard-columns.tsx";
import { ListBody } from "./list-body.tsx";
import { ListContext, type ListTools, listPermissions } from "./list-context.ts";
import type { BulkPlan, ResourceListProps } from "./list-props.ts";
import { storedTimeStyle, storeTimeStyle, type TimeStyle } from "./table-config.ts";
import { ListBar } from "./toolbar/list-bar.tsx";
import { Pager } from "./toolbar/pager.tsx";
import { useListController } from "./use-list-controller.ts";
import { useRowActions } from "./use-row-actions.ts";
import "./bulk/dialogs.css";
import "./list.css";
import "./search/search.css";
import "./table/table.css";

export { DetailLink } from "./formatters/detail-link.tsx";
export type { ListHandle } from "./list-props.ts";

const USUAL: BulkPlan = {};

/** `/` goes to the search box from anywhere on the page that is not a field. */
function useSearchKey(enabled: boolean) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest("input, textarea, select, [contenteditable], [role=dialog]") !== null) return;
      event.preventDefault();
      section.current?.querySelector<HTMLElement>("[data-list-search]")?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled]);
  return section;
}

/** How times are written, remembered for all lists. */
function useTimeStyle() {
  const [style, setStyle] = useState(storedTimeStyle);
  const choose = (chosen: TimeStyle) => {
    storeTimeStyle(chosen);
    setStyle(chosen);
  };
  return [style, choose] as const;
}

/** What the parts of a list share: its controller, its resource and what the person may do with it. */
function useListTools(props: ResourceListProps): ListTools {
  const { resource, label } = props;
  const { can, inRoot } = useSession();
  const columns = useMemo(() => withStandardColumns(props.columns, resource), [props.columns, resource]);
  const controller = useListController({ ...props, columns });
  return { ...controller, resource, label, may: listPermissions(resource, can, inRoot) };
}

/**
 * A list from the metadata of its resource (docs/contract/console.md, "Lists"). {@link useListController} owns its
 * state; the parts around it (bar, table, pager, dialogs) draw it, each after its own part of the declaration.
 */
export function ResourceList(props: ResourceListProps) {
  const { label, create, toolbar, rows, deletion, emptyHint, bulk = USUAL, inAddress = true } = props;
  const list = useListTools(props);
  const [timeStyle, setTimeStyle] = useTimeStyle();
  const section = useSearchKey(inAddress);
  const rowActions = useRowActions(props, list, list.may);
  const bulkActions = useBulkActions(bulk, list);
  return (
    <ListContext value={list}>
      <RelativeTimes value={timeStyle === "relative"}>
        <section className="resource-list" ref={section}>
          <ListBar
            label={label}
            create={create}
            toolbar={toolbar}
            bulkActions={bulkActions.actions}
            importable={inAddress}
            timeStyle={timeStyle}
            onTimeStyle={setTimeStyle}
          />
          <div className="list-card">
            <ListBody
              label={label}
              create={create}
              rows={rows}
              emptyHint={emptyHint}
              emptyAction={props.emptyAction}
              expected={props.columns.defaults.length}
              selectable={bulkActions.actions.length > 0}
              rowActions={rowActions}
            />
          </div>
          <Pager />
        </section>
        <BulkDialogs
          open={bulkActions.dialog}
          plan={bulk}
          deletion={deletion}
          onClose={bulkActions.closeDialog}
        />
      </RelativeTimes>
    </ListContext>
  );
}
