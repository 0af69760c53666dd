import { PlayCircleOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import { TableSkeleton } from "../../kit/list/list-states.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { SessionFiles } from "../audits/index.ts";
import { durationText } from "./duration.ts";
import { replayPath, SESSIONS, terminateSessions } from "./resources.ts";

const SessionCommands = lazy(() => import("./session-commands.tsx"));

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

function Actions({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation("sessions");
  const { can } = useSession();
  const { row, reload } = context;
  const id = String(row.id);
  if (row.is_finished === true) {
    return row.can_replay === true && can("terminal.view_sessionreplay") ? (
      <Button
        type="primary"
        icon={<PlayCircleOutlined />}
        href={replayPath(id)}
        target="_blank"
        rel="noreferrer"
      >
        {t("replay")}
      </Button>
    ) : null;
  }
  if (!can("terminal.terminate_session")) return null;
  return (
    <Button
      danger
      onClick={() =>
        confirm({
          title: t("terminateTitle", { count: 1 }),
          content: t("terminateBody", { names: `${valueText(row.user)} → ${valueText(row.asset)}` }),
          confirmText: t("terminate"),
          danger: true,
          onConfirm: async () => {
            await terminateSessions([id]);
            toast("success", t("terminateSent"));
            setTimeout(() => void reload(), 1500);
          },
        })
      }
    >
      {t("terminate")}
    </Button>
  );
}

/** One session: who was where, when, and how to see what happened. */
export default function SessionDetail() {
  const { t } = useTranslation(["sessions", "routes", "kit"]);
  const { can } = useSession();
  return (
    <ResourceDetail
      resource={SESSIONS}
      prefix={t("routes:sessionDetail")}
      title={(row) => `${valueText(row.user)} → ${valueText(row.asset)}`}
      canDelete={false}
      updatePath={() => null}
      status={(row) => (
        <StatusMark
          calm
          good={row.is_finished !== true}
          text={t(row.is_finished === true ? "stateFinished" : "stateOnline")}
        />
      )}
      actions={(context) => <Actions context={context} />}
      tabs={({ row, fields }) => [
        {
          key: "SessionDetail",
          label: t("kit:detail.basic"),
          content: (
            <DetailCard
              items={[
                ...detailItems(fields, row, CARD),
                {
                  key: "duration",
                  label: t("duration"),
                  value: durationText(row.date_start, row.date_end),
                },
              ]}
            />
          ),
        },
        ...(can("audits.view_ftplog") && isOfFiles(row)
          ? [
              {
                key: "SessionFiles",
                label: t("routes:fileTransfers"),
                content: (
                  <Suspense fallback={<TableSkeleton />}>
                    <SessionFiles sessionId={String(row.id)} isLive={row.is_finished !== true} />
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
      ]}
    />
  );
}
