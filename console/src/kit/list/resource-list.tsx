import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ExportTool } from "../export/export-tool.tsx";
import { ImportTool } from "../import/import-tool.tsx";
import { useSession } from "../session.ts";
import { RelativeTimes } from "../time-text.tsx";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { withStandardColumns } from "./formatters/standard-columns.tsx";
import { ListBody } from "./list-body.tsx";
import { ListContext, type ListTools, listPermissions } from "./list-context.ts";
import type { ResourceListProps } from "./list-props.ts";
import { storedTimeStyle, storeTimeStyle } from "./table-config.ts";
import { CreateButton } from "./toolbar/create-button.tsx";
import { ListBar } from "./toolbar/list-bar.tsx";
import { Pager } from "./toolbar/pager.tsx";
import { useListActions } from "./use-list-actions.ts";
import { useListController } from "./use-list-controller.ts";
import "./bulk/dialogs.css";
import "./list.css";
import "./search/search.css";
import "./table/table.css";

export { DetailLink } from "./formatters/detail-link.tsx";
export type { ListHandle } from "./list-props.ts";

const BulkDeleteDialog = lazy(() => import("./bulk/bulk-delete-dialog.tsx"));
const BulkUpdateDialog = lazy(() => import("./bulk/bulk-update-dialog.tsx"));

const NOTHING_PARTICULAR = {};

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

/**
 * A list from the metadata of its resource (docs/contract/console.md, "Lists"): bar, table, pager and dialogs around
 * {@link useListController}.
 */
export function ResourceList(props: ResourceListProps) {
  const { resource, exports = NOTHING_PARTICULAR } = props;
  const { imports = props.inAddress === false ? false : NOTHING_PARTICULAR } = props;
  const { can, inRoot } = useSession();
  const { t } = useTranslation("list");
  const navigate = useNavigate();
  const plan = useMemo(() => withStandardColumns(props.columns, resource), [props.columns, resource]);
  const controller = useListController({ ...props, columns: plan });
  const [timeStyle, setTimeStyle] = useState(storedTimeStyle);
  const section = useSearchKey(props.inAddress ?? true);
  const list: ListTools = { ...controller, resource, may: listPermissions(resource, can, inRoot) };
  const { rowActions, bulkActions, dialog, closeDialog } = useListActions(props, controller, list.may);
  const { selection, metadata } = controller;

  const createPath = resource.routes.create;
  const toCreatePage = () => void navigate(`${createPath}${props.createQuery ?? ""}`);
  const standard = createPath === undefined ? null : toCreatePage;
  const onCreate = props.create === undefined ? standard : props.create;
  const create =
    onCreate !== null && (list.may.add || list.may.withheld.add) ? (
      <CreateButton
        label={props.createLabel}
        refusal={list.may.add ? undefined : t("root.create")}
        onCreate={onCreate}
      />
    ) : null;

  return (
    <ListContext value={list}>
      <RelativeTimes value={timeStyle === "relative"}>
        <section className="resource-list" ref={section}>
          <ListBar
            create={create}
            extra={props.extraHeader}
            bulk={selection.keys.size > 0 ? <BulkBar actions={bulkActions} /> : null}
            tools={
              <>
                {props.tools}
                {imports === false ? null : <ImportTool name={props.label} options={imports} />}
                {exports === false ? null : <ExportTool name={props.label} plan={exports} />}
              </>
            }
            timeStyle={timeStyle}
            onTimeStyle={(style) => {
              storeTimeStyle(style);
              setTimeStyle(style);
            }}
          />
          <div className="list-card">
            <ListBody
              label={props.label}
              expected={plan.defaults.length}
              create={create}
              selectable={bulkActions.length > 0}
              rowActions={rowActions}
              {...(props.emptyHint === undefined ? {} : { emptyHint: props.emptyHint })}
              {...(props.canSelect === undefined ? {} : { canSelect: props.canSelect })}
              {...(props.rowClassName === undefined ? {} : { rowClassName: props.rowClassName })}
              {...(props.rowDetails === undefined ? {} : { rowDetails: props.rowDetails })}
            />
          </div>
          {controller.rows !== undefined && (controller.count ?? 0) > 0 && controller.error === null ? (
            <Pager
              page={controller.state.page}
              pageSize={controller.pageSize}
              count={controller.count ?? 0}
              onPage={controller.setPage}
              onPageSize={controller.setPageSize}
            />
          ) : null}
        </section>
        <Suspense fallback={null}>
          {dialog === "delete" ? (
            <BulkDeleteDialog
              rows={selection.rows}
              url={controller.url}
              objectUrl={resource.url}
              each={props.bulkDelete === "each"}
              Note={props.deletion?.Note}
              onDeleted={(left) => void controller.reload().then(() => selection.replace(left))}
              onClose={closeDialog}
            />
          ) : null}
          {dialog === "update" && props.bulkUpdate !== undefined && metadata !== undefined ? (
            <BulkUpdateDialog
              rows={selection.rows}
              url={controller.url}
              metadata={metadata}
              plan={props.bulkUpdate}
              review={props.review}
              onUpdated={() => void controller.reload()}
              onClose={closeDialog}
            />
          ) : null}
        </Suspense>
      </RelativeTimes>
    </ListContext>
  );
}
