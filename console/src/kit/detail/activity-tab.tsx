import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api } from "../api/client.ts";
import { FailureNotice } from "../list/list-states.tsx";
import { exactInstant, formatDate } from "../metadata/dates.ts";
import { labelled } from "../metadata/labelled.ts";
import { screenExists } from "../screens.ts";
import { TASK_WINDOW } from "../task-window.ts";
import { type Activity, activityDetail } from "./activity.ts";
import { DifferenceDialog } from "./difference-dialog.tsx";

interface EntryProps {
  readonly activity: Activity;
  readonly onDifference: (activity: Activity) => void;
}

function ActivityLink({ activity, onDifference }: EntryProps) {
  const { t } = useTranslation("kit");
  const detail = activityDetail(activity, screenExists);
  const label = labelled(t("activity.detail"), activity.content);
  switch (detail?.kind) {
    case "screen":
      return (
        <Link to={detail.path} aria-label={label}>
          {t("activity.detail")}
        </Link>
      );
    case "difference":
    case "window":
      return (
        <Button
          type="link"
          size="small"
          aria-label={label}
          onClick={() => {
            if (detail.kind === "difference") onDifference(activity);
            else window.open(detail.url, "_blank", TASK_WINDOW);
          }}
        >
          {t("activity.detail")}
        </Button>
      );
    default:
      return null;
  }
}

function Timeline({ activities }: { readonly activities: readonly Activity[] }) {
  const { t } = useTranslation("kit");
  const [shown, setShown] = useState<Activity>();
  return (
    <>
      <ol className="activity-list">
        <li className="activity-now">
          <time>{formatDate(new Date())}</time>
          <span className="activity-content">{t("activity.now")}</span>
        </li>
        {activities.map((activity) => (
          <li key={activity.id}>
            <time title={exactInstant(activity.timestamp)}>{formatDate(activity.timestamp)}</time>
            <span className="activity-content">
              {activity.content} <ActivityLink activity={activity} onDifference={setShown} />
            </span>
          </li>
        ))}
      </ol>
      {activities.length === 0 ? <p className="hint">{t("activity.empty")}</p> : null}
      {shown?.detail_url === undefined ? null : (
        <DifferenceDialog
          url={shown.detail_url}
          content={shown.content}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

/** The last thirty things that happened to an object (docs/contract/sessions.md, section 11), newest first. */
export default function ActivityTab({ id }: { readonly id: string }) {
  const { t } = useTranslation(["kit", "common"]);
  const activities = useQuery({
    queryKey: ["activities", id],
    queryFn: ({ signal }) =>
      api<readonly Activity[]>("/api/v1/audits/activities/", { query: { resource_id: id }, signal }),
    staleTime: 0,
  });
  return (
    <section className="card">
      <h2>{t("activity.heading")}</h2>
      {activities.data !== undefined ? (
        <Timeline activities={activities.data} />
      ) : activities.error !== null ? (
        <FailureNotice
          error={activities.error}
          title={t("activity.failed")}
          onRetry={() => void activities.refetch()}
        />
      ) : (
        <div className="card-loading" role="status" aria-label={t("common:loading")} />
      )}
    </section>
  );
}
