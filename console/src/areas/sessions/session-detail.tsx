import { PlayCircleOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../kit/api/api-error.ts";
import { DetailCard, type DetailItem, detailItems } from "../../kit/detail/detail-card.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { TableSkeleton } from "../../kit/list/list-states.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { SessionFiles } from "../audits/index.ts";
import { durationText } from "./duration.ts";
import { HoldMark, HoldText } from "./legal-hold.tsx";
import { RecordingPlace, useRecordingPlace } from "./recording-place.tsx";
import { momentPath, SESSIONS } from "./resources.ts";
import { ApprovalText, EmergencyMark } from "./session-approval.tsx";
import { ShareButton } from "./share-button.tsx";
import { useHasHistory } from "./use-has-history.ts";
import { useSessionActions } from "./use-session-actions.ts";

const SessionCommands = lazy(() => import("./session-commands.tsx"));
const SessionJoins = lazy(() => import("./session-joins.tsx"));
const SessionHistory = lazy(() => import("./session-history.tsx"));

const CARD = [
  "id",
  "user",
  "asset",
  "account",
  "protocol",
  "type",
  "login_from",
  "remote_addr",
  "command_amount",
  "date_start",
  "date_end",
  "comment",
];

const kindOf = ({ type }: Row): unknown =>
  typeof type === "object" && type !== null && "value" in type ? type.value : type;

const isOfFiles = (row: Row): boolean => kindOf(row) === "sftp";

/** A forwarded connection and one for files run nothing, unless a command was what carried the files. */
const isOfCommands = (row: Row): boolean =>
  row.has_command === true || !(isOfFiles(row) || kindOf(row) === "tunnel");

function Actions({ context: { row, reload } }: { readonly context: DetailContext }) {
  const { ofFinished, ofLive } = useSessionActions();
  const actions = row.is_finished === true ? ofFinished(row, reload) : ofLive(row, reload);
  const buttons = actions.map(({ key, label, danger, href, run }) => (
    <Button
      key={key}
      danger={danger === true}
      type={key === "replay" ? "primary" : "default"}
      icon={key === "replay" ? <PlayCircleOutlined aria-hidden /> : null}
      {...(href === undefined ? { onClick: run } : { href, target: "_blank", rel: "noreferrer" })}
    >
      {label}
    </Button>
  ));
  return (
    <>
      <ShareButton session={row} />
      {buttons}
    </>
  );
}

/** By whom a session was let in, where somebody had to; of emergency access also why. */
function approvalItems(row: Row, t: ReturnType<typeof useTranslation<"sessions">>["t"]): DetailItem[] {
  const { approval } = row;
  if (!isRecord(approval)) return [];
  const items: DetailItem[] = [
    { key: "approval", label: t("approval"), value: <ApprovalText session={row} /> },
  ];
  return row.is_emergency === true
    ? [...items, { key: "reason", label: t("emergencyReason"), value: valueText(approval.reason) }]
    : items;
}

/** All that is said of a session on its page, with where its recording is. */
function SessionCard({ row, fields }: Pick<DetailContext, "row" | "fields">) {
  const { t } = useTranslation("sessions");
  const { can } = useSession();
  const place = useRecordingPlace(
    String(row.id),
    row.can_replay === true && can("terminal.view_sessionreplay"),
  );
  return (
    <DetailCard
      items={[
        ...detailItems(fields, row, CARD),
        ...approvalItems(row, t),
        ...(isRecord(row.hold) ? [{ key: "hold", label: t("hold"), value: <HoldText session={row} /> }] : []),
        { key: "duration", label: t("duration"), value: durationText(row.date_start, row.date_end) },
        ...(place === undefined || place === null
          ? []
          : [{ key: "place", label: t("recording"), value: <RecordingPlace place={place} /> }]),
      ]}
    />
  );
}

/** What state a session is in. */
function State({ row }: { readonly row: Row }) {
  const { t } = useTranslation("sessions");
  const state =
    row.is_finished === true ? "stateFinished" : row.is_locked === true ? "statePaused" : "stateOnline";
  return <StatusMark calm good={state === "stateOnline"} text={t(state)} />;
}

/** One session: who was where, when, and how to see what happened. */
export default function SessionDetail() {
  const { t } = useTranslation(["sessions", "routes", "kit"]);
  const { can } = useSession();
  const hasHistory = useHasHistory();
  return (
    <ResourceDetail
      resource={SESSIONS}
      prefix={t("routes:sessionDetail")}
      title={(row) => `${valueText(row.user)} → ${valueText(row.asset)}`}
      canDelete={false}
      updatePath={() => null}
      status={(row) => (
        <>
          <State row={row} /> <EmergencyMark session={row} /> <HoldMark session={row} />
        </>
      )}
      actions={(context) => <Actions context={context} />}
      tabs={({ row, fields }) => [
        {
          key: "SessionDetail",
          label: t("kit:detail.basic"),
          content: <SessionCard row={row} fields={fields} />,
        },
        ...(can("audits.view_ftplog") && isOfFiles(row)
          ? [
              {
                key: "SessionFiles",
                label: t("routes:fileTransfers"),
                content: (
                  <Suspense fallback={<TableSkeleton />}>
                    <SessionFiles
                      sessionId={String(row.id)}
                      isLive={row.is_finished !== true}
                      replayAt={
                        row.can_replay === true && can("terminal.view_sessionreplay")
                          ? (seconds) => momentPath(String(row.id), seconds)
                          : undefined
                      }
                    />
                  </Suspense>
                ),
              },
            ]
          : []),
        ...(can("terminal.view_command") && isOfCommands(row)
          ? [
              {
                key: "SessionCommand",
                label: t("commands"),
                content: (
                  <Suspense fallback={<TableSkeleton />}>
                    <SessionCommands
                      sessionId={String(row.id)}
                      hasReplay={row.can_replay === true}
                      isLive={row.is_finished !== true}
                    />
                  </Suspense>
                ),
              },
            ]
          : []),
        ...(can("terminal.view_sessionjoinrecord") && kindOf(row) === "normal"
          ? [
              {
                key: "SessionJoins",
                label: t("joins"),
                content: (
                  <Suspense fallback={<TableSkeleton />}>
                    <SessionJoins sessionId={String(row.id)} isLive={row.is_finished !== true} />
                  </Suspense>
                ),
              },
            ]
          : []),
        ...(hasHistory
          ? [
              {
                key: "SessionHistory",
                label: t("history"),
                content: (
                  <Suspense fallback={<TableSkeleton />}>
                    <SessionHistory sessionId={String(row.id)} isLive={row.is_finished !== true} />
                  </Suspense>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
