import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { QuickActions } from "../../../kit/detail/quick-actions.tsx";
import { type DetailContext, ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import { useSession } from "../../../kit/session.ts";
import { JOBS } from "./resources.ts";
import { Runs } from "./run-list.tsx";
import { useJobTexts } from "./use-job-texts.ts";
import { useRunJob } from "./use-run-job.tsx";

const CARD = [
  ...["id", "name", "type", "playbook", "module", "args", "runas", "runas_policy", "chdir", "timeout"],
  ...["is_periodic", "crontab", "interval", "average_time_cost", "date_last_run", "comment"],
  ...["date_updated", "date_created"],
];
const COLUMNS = ["material", "state", "time_cost", "date_start"];

function Basic({ row, fields }: DetailContext) {
  const { t } = useJobTexts();
  const { can, inRoot } = useSession();
  const { run, dialog } = useRunJob();
  return (
    <div className="detail-columns">
      <DetailCard
        items={detailItems(fields, row, CARD, {
          args: (job) => <pre className="job-output">{String(job.args ?? "")}</pre>,
        })}
      />
      <div className="detail-stack">
        {can("ops.add_jobexecution") && !inRoot ? (
          <QuickActions
            actions={[{ key: "run", title: t("runNow"), button: t("runCommand"), run: async () => run(row) }]}
          />
        ) : null}
      </div>
      {dialog}
    </div>
  );
}

/** One job: what it runs, when, and its runs. */
export default function JobDetail() {
  const { t } = useJobTexts();
  const { can } = useSession();
  return (
    <ResourceDetail
      resource={JOBS}
      prefix={t("routes:jobDetail")}
      tabs={(context) => [
        { key: "JobInfo", label: t("kit:detail.basic"), content: <Basic {...context} /> },
        ...(can("ops.view_jobexecution")
          ? [
              {
                key: "JobRuns",
                label: t("routes:jobExecutions"),
                content: (
                  <Runs
                    label={t("routes:jobExecutions")}
                    query={{ job_id: String(context.row.id) }}
                    inAddress={false}
                    defaults={COLUMNS}
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
