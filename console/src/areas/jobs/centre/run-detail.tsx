import { useEffect } from "react";
import { useNavigate } from "react-router";
import { isRecord } from "../../../kit/api/api-error.ts";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { type DetailContext, ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { JOB_EXECUTIONS } from "./resources.ts";
import { RunDifference } from "./run-difference.tsx";
import { RunOutput } from "./run-output.tsx";
import { useJobTexts } from "./use-job-texts.ts";
import { useRun } from "./use-run.ts";

const CARD = [
  ...["id", "job", "material", "job_type", "time_cost"],
  ...["date_created", "date_start", "date_finished", "org_name"],
];

/** Fetches the run again once its hosts are through: the card tells of it as it was when the page was opened. */
function useReloadAtEnd({ row, reload }: DetailContext): void {
  const { data } = useRun(String(row.id));
  const isOver = data !== undefined && data.status !== "running";
  const isShown = row.is_finished === true;
  useEffect(() => {
    if (isOver && !isShown) void reload();
  }, [isOver, isShown, reload]);
}

function Basic(context: DetailContext) {
  const { row, fields } = context;
  const { t } = useJobTexts();
  const navigate = useNavigate();
  useReloadAtEnd(context);
  const error = isRecord(row.summary) ? valueText(row.summary.error) : "";
  return (
    <div className="detail-stack">
      <DetailCard
        items={[
          ...detailItems(fields, row, CARD, {
            material: (run) => <pre className="job-output">{String(run.material ?? "")}</pre>,
          }),
          ...(error === "" ? [] : [{ key: "error", label: t("systemError"), value: error }]),
        ]}
      />
      <RunOutput
        run={String(row.id)}
        onRetry={({ id }) => void navigate(JOB_EXECUTIONS.routes.detail?.(id) ?? "")}
      />
    </div>
  );
}

/** Id of the job of a run; null: it is gone. */
const jobOf = ({ job }: DetailContext["row"]): string | null => (isRecord(job) ? String(job.id) : null);

/** One run of a job: what ran, and what became of each host. */
export default function RunDetail() {
  const { t } = useJobTexts();
  return (
    <ResourceDetail
      resource={JOB_EXECUTIONS}
      prefix={t("routes:jobExecutionDetail")}
      title={(row) => valueText(row.material)}
      updatePath={() => null}
      canDelete={false}
      tabs={(context) => [
        { key: "RunInfo", label: t("kit:detail.basic"), content: <Basic {...context} /> },
        {
          key: "RunDifference",
          label: t("difference.tab"),
          content: <RunDifference run={String(context.row.id)} job={jobOf(context.row)} />,
        },
      ]}
    />
  );
}
