import { useNavigate } from "react-router";
import { isRecord } from "../../../kit/api/api-error.ts";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { type DetailContext, ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { JOB_EXECUTIONS } from "./resources.ts";
import { RunOutput } from "./run-output.tsx";
import { useJobTexts } from "./use-job-texts.ts";

const CARD = [
  ...["id", "job", "material", "job_type", "time_cost"],
  ...["date_created", "date_start", "date_finished", "org_name"],
];

function Basic({ row, fields }: DetailContext) {
  const { t } = useJobTexts();
  const navigate = useNavigate();
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
      tabs={(context) => [{ key: "RunInfo", label: t("kit:detail.basic"), content: <Basic {...context} /> }]}
    />
  );
}
