import "asciinema-player/dist/bundle/asciinema-player.css";
import "./replay.css";
import { DownloadOutlined } from "@ant-design/icons";
import { Button, Dropdown, Result, Spin } from "antd";
import { useTranslation } from "react-i18next";
import { failureText } from "../../kit/feedback.ts";
import { exactInstant, formatDate } from "../../kit/metadata/dates.ts";
import type { ReplayAnswer } from "../api/types.ts";
import { IndexedPlayer } from "./indexed/indexed-player.tsx";
import { replayFile } from "./indexed/replay-api.ts";
import { type ReplayState, useReplay } from "./use-replay.ts";

/** Props of the page. */
export interface ReplayPageProps {
  sessionId: string;
  /** Moment to begin at, in seconds since 1970. */
  timestamp: number | undefined;
  /** Moment to begin at, in seconds of the recording. */
  at: number | undefined;
}

/** The player page: finds the recording of a session, says what it is, plays it. */
export default function ReplayPage({ sessionId, timestamp, at }: ReplayPageProps) {
  const state = useReplay(sessionId);
  const download = `/api/v1/terminal/sessions/${encodeURIComponent(sessionId)}/replay/download/`;
  return (
    <div className="luna-page">
      {state.kind === "ready" && (
        <ReplayHeader
          sessionId={sessionId}
          replay={state.replay}
          download={state.replay.download_url || download}
        />
      )}
      <main className="luna-replay">
        <ReplayContent sessionId={sessionId} state={state} timestamp={timestamp} at={at} />
      </main>
    </div>
  );
}

function ReplayContent({ sessionId, state, timestamp, at }: ReplayPageProps & { state: ReplayState }) {
  const { t } = useTranslation(["terminal", "common"]);
  switch (state.kind) {
    case "preparing":
      return (
        <div className="luna-waiting" role="status">
          <Spin size="large" />
          {t("replay.preparing")}
        </div>
      );
    case "running":
      return <Result status="info" title={t("replay.running")} subTitle={t("replay.runningHint")} />;
    case "notFound":
      return <Result status="404" title={t("replay.notFound")} subTitle={t("replay.notFoundHint")} />;
    case "forbidden":
      return <Result status="403" title={t("replay.forbidden")} subTitle={t("replay.forbiddenHint")} />;
    case "failed":
      return (
        <Result
          status="error"
          title={t("replay.failed")}
          subTitle={state.text ?? failureText(state.error)}
          extra={<Button onClick={state.retry}>{t("common:retry")}</Button>}
        />
      );
    case "ready": {
      const { type, src, date_start } = state.replay;
      if (type === "asciicast" || type === "json") {
        return (
          <IndexedPlayer
            sessionId={sessionId}
            at={at}
            cast={{ source: src, type, startedAt: date_start, timestamp }}
          />
        );
      }
      // biome-ignore lint/a11y/useMediaCaption: a recorded screen has no speech to caption
      if (type === "mp4") return <video className="luna-video" src={src} controls autoPlay />;
      return <Result status="info" title={t("replay.unsupported")} subTitle={t("replay.unsupportedHint")} />;
    }
  }
}

function ReplayHeader(props: { sessionId: string; replay: ReplayAnswer; download: string }) {
  const { sessionId, replay, download } = props;
  const { t } = useTranslation(["terminal", "common"]);
  const files = [
    { key: "archive", label: <a href={download}>{t("replay.downloadArchive")}</a> },
    ...(["asciicast", "text"] as const).map((kind) => ({
      key: kind,
      label: <a href={replayFile(sessionId, kind)}>{t(`replay.downloads.${kind}`)}</a>,
    })),
  ];
  const facts: [string, string, string?][] = [
    [t("replay.user"), replay.user ?? ""],
    [t("replay.asset"), replay.asset ?? ""],
    [t("replay.account"), replay.account ?? ""],
    [t("replay.start"), formatDate(replay.date_start), exactInstant(replay.date_start)],
    [t("replay.end"), formatDate(replay.date_end), exactInstant(replay.date_end)],
  ];
  return (
    <header className="luna-header luna-replay-header">
      <dl className="luna-facts">
        {facts
          .filter(([, value]) => value !== "")
          .map(([name, value, exact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd title={exact ?? value}>{value}</dd>
            </div>
          ))}
      </dl>
      <Dropdown menu={{ items: files }} trigger={["click"]} placement="bottomRight">
        <Button icon={<DownloadOutlined />} aria-label={t("replay.download")}>
          <span className="luna-wide-only">{t("replay.download")}</span>
        </Button>
      </Dropdown>
    </header>
  );
}
