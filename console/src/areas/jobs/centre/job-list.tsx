import { useMemo } from "react";
import { isRecord } from "../../../kit/api/api-error.ts";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { JOBS } from "./resources.ts";
import { useJobTexts } from "./use-job-texts.ts";
import { useRunJob } from "./use-run-job.tsx";

const NO_FILES = { exports: false, imports: false } as const;
/** Those that were run once and were not saved are in the list of runs alone. */
const SAVED = { instant: "false" };

const numeric = (text: string) => <span className="numeric">{text}</span>;

/** How often a job succeeded, of all its runs. */
function successOf({ summary }: Row): string {
  const { success = 0, total = 0 } = isRecord(summary) ? summary : {};
  return `${String(success)}/${String(total)}`;
}

/** The person's jobs. */
export default function JobList() {
  const { t } = useJobTexts();
  const { can, inRoot } = useSession();
  const { run, dialog } = useRunJob();
  const mayRun = can("ops.add_jobexecution") && !inRoot;
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["name", "type", "asset_amount", "average_time_cost", "summary", "comment", "date_last_run"],
      exclude: [
        ...[
          "instant",
          "assets",
          "creator",
          "playbook",
          "parameters_define",
          "use_parameter_define",
          "run_after_save",
        ],
      ],
      extra: ["asset_amount"],
      overrides: {
        asset_amount: {
          title: t("assetAmount"),
          align: "right",
          sortable: false,
          render: ({ assets }) => numeric(String(Array.isArray(assets) ? assets.length : 0)),
        },
        average_time_cost: {
          align: "right",
          sortable: false,
          render: (row) => numeric(t("seconds", { seconds: Number(row.average_time_cost ?? 0).toFixed(2) })),
        },
        summary: {
          title: t("successOfAll"),
          align: "right",
          sortable: false,
          render: (row) => numeric(successOf(row)),
        },
        args: { render: (row) => <code>{String(row.args ?? "")}</code> },
      },
    }),
    [t],
  );
  const extras = (row: Row) =>
    mayRun ? [{ key: "run", label: t("runCommand"), order: 1, run: () => run(row) }] : [];
  return (
    <Page title={t("routes:jobs")}>
      <ResourceList
        resource={JOBS}
        label={t("routes:jobs")}
        columns={columns}
        query={SAVED}
        create={{ label: t("routes:jobCreate") }}
        toolbar={NO_FILES}
        rows={{ extras }}
        emptyHint={t("noJobs")}
      />
      {dialog}
    </Page>
  );
}
