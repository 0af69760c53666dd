import { useMemo } from "react";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { showTaskLog } from "../../kit/task-window.ts";
import { LogList } from "./log-list.tsx";
import { JOB_LOGS } from "./resources.ts";
import { useLogTexts } from "./use-log-texts.ts";

/** Milliseconds between silent refreshes: what runs ends by itself. */
const REFRESH = 10_000;

/** Who reads the log of a task has to see the tasks as well (docs/contract/jobs.md, "Executions"). */
const READS_OUTPUT = ["ops.view_celerytask", "ops.view_celerytaskexecution"];

function Result({ row }: { readonly row: Row }) {
  const { t } = useLogTexts();
  const state =
    row.is_finished !== true ? "job.open" : row.is_success === true ? "job.succeeded" : "job.failed";
  return <StatusMark good={row.is_success === true} calm={row.is_finished !== true} text={t(state)} />;
}

/** What was run, by whom, how long it took and how it ended. */
export default function JobLogList() {
  const { t } = useLogTexts();
  const { can } = useSession();
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["material", "is_success", "created_by", "time_cost", "date_start", "date_finished"],
      always: ["material", "is_success"],
      exclude: ["id", "is_finished", "task_id"],
      overrides: {
        is_success: { title: t("job.result"), width: 140, render: (row) => <Result row={row} /> },
        time_cost: {
          align: "right",
          width: 120,
          render: (row) => <span className="numeric">{Number(row.time_cost ?? 0).toFixed(2)}</span>,
        },
      },
    }),
    [t],
  );
  const actions = (row: Row): readonly Action[] =>
    can(READS_OUTPUT)
      ? [{ key: "output", label: t("job.output"), run: () => showTaskLog(String(row.task_id)) }]
      : [];
  return (
    <LogList
      resource={JOB_LOGS}
      title={t("routes:jobExecutionLogs")}
      help={t("job.help")}
      columns={columns}
      filters={{
        exclude: ["id"],
        more: {
          creator__name: { label: t("job.by") },
          state: {
            label: t("job.result"),
            choices: (["PENDING", "RUNNING", "SUCCESS", "FAILURE", "REVOKED"] as const).map((value) => ({
              value,
              label: t(`job.states.${value}`),
            })),
          },
        },
      }}
      emptyHint={t("job.empty")}
      order="-date_start"
      refreshEvery={REFRESH}
      actions={actions}
    />
  );
}
