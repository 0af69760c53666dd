import { Tooltip } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../kit/api/api-error.ts";
import { TabPage } from "../../kit/detail/tab-page.tsx";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { CleanSettings } from "../settings/index.ts";
import { ExecutionsList } from "./executions-list.tsx";
import { TASKS } from "./resources.ts";

const NO_ACTIONS: readonly [] = [];
const ALL = {};

/** A value of an object in a row; `""` where there is none. */
const partOf = (value: unknown, name: string): string => (isRecord(value) ? String(value[name] ?? "") : "");

/** What people call a task. */
export const taskTitle = (row: Row): string => partOf(row.meta, "comment") || String(row.name ?? "");

function Health({ row }: { readonly row: Row }) {
  const { t } = useTranslation("tasks");
  const colour = row.state === "red" || row.state === "yellow" ? row.state : "green";
  return (
    <Tooltip title={t(`health.${colour}Hint`)}>
      <span>
        <StatusMark good={colour === "green"} calm={colour === "yellow"} text={t(`health.${colour}`)} />
      </span>
    </Tooltip>
  );
}

function Tasks() {
  const { t } = useTranslation(["tasks", "routes"]);
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["name", "queue", "summary", "state", "date_last_publish"],
      exclude: ["id", "meta"],
      extra: ["queue"],
      overrides: {
        name: { render: (row) => <DetailLink resource={TASKS} row={row} text={taskTitle(row)} /> },
        queue: { title: t("queue"), sortable: false, width: 110, render: (row) => partOf(row.meta, "queue") },
        summary: {
          title: t("successOfAll"),
          align: "right",
          sortable: false,
          width: 140,
          render: (row) => (
            <span className="numeric">
              {partOf(row.summary, "success")}/{partOf(row.summary, "total")}
            </span>
          ),
        },
        state: { sortable: false, width: 170, render: (row) => <Health row={row} /> },
      },
    }),
    [t],
  );
  return (
    <ResourceList
      resource={TASKS}
      label={t("routes:tasks")}
      columns={columns}
      create={null}
      bulk={{ delete: false }}
      toolbar={{ exports: false, imports: false }}
      rows={{ builtIns: NO_ACTIONS }}
      emptyHint={t("noTasks")}
    />
  );
}

/** The kinds of tasks and how they have done, and what has been executed lately. */
export default function TaskList() {
  const { t } = useTranslation(["tasks", "routes"]);
  const { can } = useSession();
  return (
    <Page title={t("routes:tasks")}>
      <TabPage
        tabs={[
          { key: "TaskList", label: t("list"), content: <Tasks /> },
          ...(can("ops.view_celerytaskexecution")
            ? [
                {
                  key: "Executions",
                  label: t("executions"),
                  content: (
                    <ExecutionsList
                      label={t("executions")}
                      query={ALL}
                      withTask
                      emptyHint={t("noExecutions")}
                    />
                  ),
                },
              ]
            : []),
          ...(can("settings.change_clean")
            ? [{ key: "Clean", label: t("clean"), content: <CleanSettings /> }]
            : []),
        ]}
      />
    </Page>
  );
}
