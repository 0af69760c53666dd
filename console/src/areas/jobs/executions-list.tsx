import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { type ListHandle, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { openTaskLog } from "../../kit/task-window.ts";
import { EXECUTIONS, runAgain, stopExecution } from "./resources.ts";

const NO_ACTIONS: readonly [] = [];

/** Milliseconds between silent refreshes: executions change by themselves. */
const REFRESH = 5_000;

/** Value of a labelled choice. */
const codeOf = (value: unknown): string =>
  typeof value === "object" && value !== null && "value" in value ? String(value.value) : String(value ?? "");

function State({ row }: { readonly row: Row }) {
  const code = codeOf(row.state);
  return (
    <StatusMark
      good={code === "SUCCESS"}
      calm={code === "PENDING" || code === "RUNNING"}
      text={valueText(row.state)}
    />
  );
}

/** Props of {@link ExecutionsList}. */
export interface ExecutionsListProps {
  readonly label: string;
  readonly query: Readonly<Record<string, string>>;
  /** Whether a row has to say which task it is of. */
  readonly withTask: boolean;
  /** False for lists inside another page. */
  readonly inAddress?: boolean;
  readonly emptyHint: string;
}

/** Executions: how they went, their logs, stopping and repeating them. */
export function ExecutionsList({ label, query, withTask, inAddress = true, emptyHint }: ExecutionsListProps) {
  const { t } = useTranslation(["tasks", "common"]);
  const { profile } = useSession();
  const columns = useMemo<ColumnPlan>(() => {
    const defaults = [...(withTask ? ["task_name"] : ["id"]), "state", "user", "time_cost", "date_start"];
    return {
      defaults,
      always: [defaults[0] ?? "id"],
      exclude: ["args", "timedelta", "name", "result"],
      overrides: {
        state: { render: (row) => <State row={row} />, width: 130 },
        time_cost: {
          align: "right",
          width: 120,
          render: (row) => <span className="numeric">{Number(row.time_cost ?? 0).toFixed(2)}</span>,
        },
        kwargs: { render: (row) => <code>{JSON.stringify(row.kwargs)}</code> },
      },
    };
  }, [withTask]);
  const stop = (row: Row, list: ListHandle) =>
    confirm({
      title: t("stopTitle"),
      content: t("stopBody", { task: String(row.task_name) }),
      confirmText: t("stop"),
      danger: true,
      onConfirm: async () => {
        await stopExecution(String(row.id));
        toast("success", t("stopSent"));
        await list.reload();
      },
    });
  const actions = (row: Row, list: ListHandle): Action[] => [
    { key: "output", label: t("output"), order: 1, run: () => openTaskLog(String(row.id)) },
    ...(row.is_finished === true
      ? []
      : [
          {
            key: "stop",
            label: t("stop"),
            order: 2,
            danger: true,
            disabled: row.stop_requested === true,
            run: () => stop(row, list),
          },
        ]),
    ...(profile.is_superuser === true && row.is_finished === true
      ? [
          {
            key: "again",
            label: t("again"),
            order: 3,
            run: () =>
              void runAgain(String(row.id)).then(
                async (id) => {
                  openTaskLog(id);
                  await list.reload();
                },
                (error: unknown) => toast("error", error instanceof Error ? error.message : String(error)),
              ),
          },
        ]
      : []),
  ];
  return (
    <ResourceList
      resource={EXECUTIONS}
      label={label}
      columns={columns}
      query={query}
      inAddress={inAddress}
      refreshEvery={REFRESH}
      create={null}
      bulk={{ delete: false }}
      toolbar={{ exports: false, imports: false }}
      rows={{ builtIns: NO_ACTIONS, extras: actions }}
      emptyHint={emptyHint}
    />
  );
}
