import { useMemo } from "react";
import { Link } from "react-router";
import { isRecord } from "../../../kit/api/api-error.ts";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { Page } from "../../../kit/page.tsx";
import { openTaskLog } from "../../../kit/task-window.ts";
import { JOB_EXECUTIONS, JOBS, type RunHosts } from "./resources.ts";
import { RunState } from "./run-state.tsx";
import { useJobTexts } from "./use-job-texts.ts";

const NO_ACTIONS: readonly [] = [];
/** Milliseconds between silent refreshes: runs change by themselves. */
const REFRESH = 5_000;
const ALL = {};

interface RunsProps {
  readonly label: string;
  readonly query: Readonly<Record<string, string>>;
  /** False for lists inside another page. */
  readonly inAddress?: boolean;
  readonly defaults: readonly string[];
}

/** Runs of jobs: what ran, how it went, and the way to its hosts. */
export function Runs({ label, query, inAddress = true, defaults }: RunsProps) {
  const { t } = useJobTexts();
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults,
      always: ["material"],
      exclude: ["creator", "parameters", "summary", "task_id", "timedelta"],
      extra: ["state"],
      overrides: {
        material: {
          render: (row) => <DetailLink resource={JOB_EXECUTIONS} row={row} text={valueText(row.material)} />,
        },
        job: {
          render: (row) => (isRecord(row.job) ? <DetailLink resource={JOBS} row={row.job} /> : "-"),
        },
        state: {
          title: t("status"),
          sortable: false,
          width: 130,
          render: (row) => <RunState status={row.status as RunHosts["status"]} />,
        },
        time_cost: {
          align: "right",
          render: (row) => <span className="numeric">{Number(row.time_cost ?? 0).toFixed(2)}</span>,
        },
      },
    }),
    [defaults, t],
  );
  const extras = useMemo(
    () => (row: Row) => [
      {
        key: "detail",
        label: t("detail"),
        order: 1,
        to: JOB_EXECUTIONS.routes.detail?.(String(row.id)) ?? "",
      },
      { key: "output", label: t("log"), order: 2, run: () => openTaskLog(String(row.task_id)) },
    ],
    [t],
  );
  return (
    <ResourceList
      resource={JOB_EXECUTIONS}
      label={label}
      columns={columns}
      query={query}
      inAddress={inAddress}
      refreshEvery={REFRESH}
      create={null}
      bulk={{ delete: false }}
      toolbar={{ exports: false, imports: false }}
      rows={{ builtIns: NO_ACTIONS, extras }}
      emptyHint={t("noRuns")}
      emptyAction={<Link to="/workbench/ops/quick-job">{t("routes:quickJob")}</Link>}
    />
  );
}

const DEFAULTS = ["material", "job", "state", "time_cost", "date_created"];

/** All the person's runs. */
export default function RunList() {
  const { t } = useJobTexts();
  return (
    <Page title={t("routes:jobExecutions")}>
      <Runs label={t("routes:jobExecutions")} query={ALL} defaults={DEFAULTS} />
    </Page>
  );
}
