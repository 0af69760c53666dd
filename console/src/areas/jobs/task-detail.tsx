import { useTranslation } from "react-i18next";
import { isRecord } from "../../kit/api/api-error.ts";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { useSession } from "../../kit/session.ts";
import { ExecutionsList } from "./executions-list.tsx";
import { TASKS } from "./resources.ts";
import { taskTitle } from "./task-list.tsx";

const CARD = ["name", "date_last_publish"];

function Basic({ row, fields }: DetailContext) {
  const { t } = useTranslation("tasks");
  const meta = isRecord(row.meta) ? row.meta : {};
  const said = [
    { key: "comment", label: t("description"), value: String(meta.comment ?? "") },
    { key: "queue", label: t("queue"), value: String(meta.queue ?? "") },
  ];
  return <DetailCard items={[...detailItems(fields, row, CARD), ...said]} />;
}

/** One kind of task: what it is, and its executions. */
export default function TaskDetail() {
  const { t } = useTranslation(["tasks", "routes"]);
  const { can } = useSession();
  return (
    <ResourceDetail
      resource={TASKS}
      prefix={t("routes:taskDetail")}
      title={taskTitle}
      updatePath={() => null}
      canDelete={false}
      activity={false}
      tabs={(context) => [
        { key: "TaskInfo", label: t("basic"), content: <Basic {...context} /> },
        ...(can("ops.view_celerytaskexecution")
          ? [
              {
                key: "TaskExecutions",
                label: t("executions"),
                content: (
                  <ExecutionsList
                    label={t("executions")}
                    query={{ task_id: String(context.row.id) }}
                    withTask={false}
                    inAddress={false}
                    emptyHint={t("noExecutions")}
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
