import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useParams } from "react-router";
import { api } from "../api/client.ts";
import { fieldsOf, metadataQuery, objectQuery, refreshData } from "../api/resources.ts";
import { closeTabState } from "../close-tab-state.ts";
import { confirmDelete } from "../dialogs.tsx";
import { toast } from "../feedback.ts";
import { rowName } from "../list/rows.ts";
import { labelled } from "../metadata/labelled.ts";
import type { FieldMap, Row } from "../metadata/types.ts";
import { Page } from "../page.tsx";
import { permissionCode, type ResourceDescriptor } from "../resource.ts";
import { useSession } from "../session.ts";
import { DetailFailure } from "./detail-failure.tsx";
import { type PageTab, TabPage } from "./tab-page.tsx";

const ActivityTab = lazy(() => import("./activity-tab.tsx"));

/** What the tabs of a detail page get. */
export interface DetailContext {
  readonly row: Row;
  readonly fields: FieldMap;
  /** Changes the object and shows the result. */
  patch(changes: Row): Promise<void>;
  /** Fetches the object again. */
  reload(): Promise<void>;
}

/** Props of {@link ResourceDetail}. */
export interface ResourceDetailProps {
  readonly resource: ResourceDescriptor;
  /** What kind of thing it is, before its name. */
  readonly prefix: string;
  readonly tabs: (context: DetailContext) => readonly PageTab[];
  readonly title?: (row: Row) => string;
  readonly status?: (row: Row) => ReactNode;
  /** Path of the update page when it depends on the object; null means there is none. */
  readonly updatePath?: (row: Row) => string | null;
  readonly canChange?: (row: Row) => boolean;
  /** Can be changed in the organization over all others too, though nothing is created there. */
  readonly changeInRoot?: boolean;
  readonly canDelete?: boolean | ((row: Row) => boolean);
  /** Asks before the object is deleted, and deletes it, in place of the usual question. */
  readonly askToDelete?: (row: Row) => void;
  /** Key of the tab that is open at first; the first one unless given. */
  readonly initialTab?: string;
  /** Whether the tab "Activity" stands after the others for those who may see it; it does unless told. */
  readonly activity?: boolean;
  readonly actions?: (context: DetailContext) => ReactNode;
}

/** A detail page (docs/contract/console.md, "Details"): title, update and delete, tabs. */
export function ResourceDetail(props: ResourceDetailProps) {
  const { resource } = props;
  const { id = "" } = useParams();
  const { t } = useTranslation(["kit", "common", "list"]);
  const { can, inRoot } = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const client = useQueryClient();
  const url = `${resource.url}${id}/`;
  const object = useQuery(objectQuery<Row>(url));
  const metadata = useQuery(metadataQuery(url));
  if (object.error !== null && object.data === undefined) {
    return (
      <Page title={props.prefix}>
        <DetailFailure
          error={object.error}
          listPath={resource.routes.list}
          onRetry={() => void object.refetch()}
        />
      </Page>
    );
  }
  const row = object.data;
  if (row === undefined) {
    return (
      <Page title={props.prefix}>
        <div className="form-skeleton" role="status" aria-label={t("common:loading")} />
      </Page>
    );
  }
  const reload = async () => {
    await refreshData(client);
  };
  const context: DetailContext = {
    row,
    fields: fieldsOf(metadata.data, "GET"),
    reload,
    patch: async (changes) => {
      await api(url, { method: "PATCH", body: changes });
      await reload();
      toast("success", t("detail.updateDone"));
    },
  };
  const activity: PageTab = {
    key: "Activity",
    label: t("activity.title"),
    content: (
      <Suspense fallback={<div className="card-loading" />}>
        <ActivityTab id={id} />
      </Suspense>
    ),
  };
  const showsActivity = props.activity !== false && can("audits.view_activitylog");
  const name = props.title?.(row) ?? rowName(row);
  const mayChange = props.canChange?.(row) ?? true;
  const mayDelete = typeof props.canDelete === "function" ? props.canDelete(row) : true;
  const here = !inRoot || resource.global === true;
  const mayDeleteHere = here || resource.deletedInRoot?.(row) === true;
  const mayChangeHere = here || props.changeInRoot === true;
  const update = props.updatePath === undefined ? resource.routes.update?.(id) : props.updatePath(row);
  const remove = async () => {
    await api(url, { method: "DELETE" });
    toast("success", t("remove.done", { name }));
    client.removeQueries({ queryKey: ["object", url] });
    void navigate(resource.routes.list, { state: closeTabState(pathname) });
    void refreshData(client);
  };
  return (
    <Page
      title={labelled(props.prefix, name)}
      status={props.status?.(row)}
      actions={
        <>
          {props.actions?.(context)}
          {update !== undefined && update !== null && can(permissionCode(resource, "change")) ? (
            <Button
              type="primary"
              disabled={!mayChangeHere || !mayChange}
              onClick={() => void navigate(update)}
            >
              {t("common:edit")}
            </Button>
          ) : null}
          {props.canDelete !== false && can(permissionCode(resource, "delete")) ? (
            <Button
              danger
              disabled={!mayDeleteHere || !mayChange || !mayDelete}
              title={mayDeleteHere ? undefined : t("list:root.delete")}
              onClick={() =>
                props.askToDelete === undefined
                  ? confirmDelete(name, remove, { url: resource.url, ids: [id] })
                  : props.askToDelete(row)
              }
            >
              {t("common:delete")}
            </Button>
          ) : null}
        </>
      }
    >
      <TabPage
        tabs={[...props.tabs(context), ...(showsActivity ? [activity] : [])]}
        initial={props.initialTab}
      />
    </Page>
  );
}
