import { LinkOutlined, SearchOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Empty, type InputRef, Progress, Result, Tooltip } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../kit/api/api-error.ts";
import { isNotFound } from "../../../kit/api/not-found.ts";
import { copyText } from "../../../kit/copy-text.ts";
import { failureText, toast } from "../../../kit/feedback.ts";
import { labelled } from "../../../kit/metadata/labelled.ts";
import { useAppearance } from "../../page/color-mode.ts";
import { paletteFor } from "../../session/palettes.ts";
import { CastPlayer, type CastPlayerProps } from "../cast-player.tsx";
import { toggleFullScreen } from "../full-screen.ts";
import { PlayerControls } from "../player-controls.tsx";
import { PlayerPicture } from "../player-picture.tsx";
import { STEP } from "../speeds.ts";
import { usePlayerKeys } from "../use-player-keys.ts";
import { usePlayerSettings } from "../use-player-settings.ts";
import { ActivityStrip } from "./activity-strip.tsx";
import { MomentsPanel } from "./moments-panel.tsx";
import { fetchMarks, openReplay, type ReplayIndex, type ReplayMark } from "./replay-api.ts";
import { useEngine } from "./use-engine.ts";

/** Pause between two questions while the index is being made, in milliseconds. */
const ASK_EVERY = 1000;

const NO_MARKS: readonly ReplayMark[] = [];

/** Props of the player. */
export interface IndexedPlayerProps {
  sessionId: string;
  /** Moment to begin at, in seconds of the recording. */
  at: number | undefined;
  /** How the recording is played where the server has no index of it. */
  cast: CastPlayerProps;
}

/** Plays a recording by its index: a long one opens as a short one does. */
export function IndexedPlayer({ sessionId, at, cast }: IndexedPlayerProps) {
  const { t } = useTranslation(["terminal", "common"]);
  const index = useQuery({
    queryKey: ["replay-index", sessionId],
    queryFn: ({ signal }) => openReplay(sessionId, signal),
    refetchInterval: ({ state }) => (state.data !== undefined && "status" in state.data ? ASK_EVERY : false),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  });
  if (isNotFound(index.error)) return <CastPlayer {...cast} />;
  if (index.error !== null) {
    return (
      <Result
        status="error"
        title={t("replay.failed")}
        subTitle={failureText(index.error)}
        extra={<Button onClick={() => index.refetch()}>{t("common:retry")}</Button>}
      />
    );
  }
  if (index.data === undefined || "status" in index.data) {
    const progress = index.data?.progress ?? 0;
    return (
      <div className="luna-waiting" role="status">
        <Progress type="circle" percent={Math.round(progress * 100)} size={56} />
        {t("replay.indexing")}
      </div>
    );
  }
  if (index.data.parts.length === 0) {
    return <Empty description={t("replay.empty")} className="luna-waiting" />;
  }
  const began = Date.parse(index.data.started) / 1000;
  const startAt = at ?? (cast.timestamp === undefined ? 0 : cast.timestamp - began);
  return <Player sessionId={sessionId} index={index.data} startAt={startAt} />;
}

function Player({ sessionId, index, startAt }: { sessionId: string; index: ReplayIndex; startAt: number }) {
  const { t } = useTranslation(["terminal", "common"]);
  const { dark } = useAppearance();
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const input = useRef<InputRef>(null);
  const settings = usePlayerSettings();
  const { speed, skipIdle } = settings;
  const [finding, setFinding] = useState(false);
  const palette = paletteFor("auto", dark);
  const label = t("replay.screen");
  const use = useEngine({ sessionId, index, place, label, palette, speed, skipIdle, startAt });
  const { engine, terminal, state } = use;
  const marks = useQuery({
    queryKey: ["replay-marks", sessionId],
    queryFn: ({ signal }) => fetchMarks(sessionId, index, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const seek = (seconds: number) => void engine?.seek(seconds);
  const toggle = () => engine?.toggle();
  const find = () => {
    setFinding(true);
    input.current?.focus();
  };
  usePlayerKeys({
    toggle,
    step: (direction) => seek(state.position + direction * STEP),
    speed: settings.step,
    find,
  });
  const restart = () => void engine?.seek(0).then(() => engine.play());
  return (
    <div className="luna-replay-stage" ref={stage}>
      {!index.is_complete && <Alert type="warning" banner title={t("replay.truncated")} />}
      {state.error !== null && (
        <PartFailure error={state.error} position={state.position} onRetry={() => seek(state.position)} />
      )}
      <div className="luna-replay-body">
        <PlayerPicture
          className="luna-player-screen"
          busy={state.waiting}
          onClick={() => {
            if (terminal.current?.hasSelection() !== true) toggle();
          }}
        >
          <div className="luna-player-place" ref={place} />
        </PlayerPicture>
        {finding && (
          <MomentsPanel
            sessionId={sessionId}
            opening={index.opening}
            marks={marks.data ?? NO_MARKS}
            input={input}
            onSeek={seek}
            onClose={() => setFinding(false)}
          />
        )}
      </div>
      <PlayerControls
        playback={{ ...state, duration: index.duration, toggle, seek, restart }}
        {...settings.controls}
        onFullScreen={() => toggleFullScreen(stage.current)}
        strip={
          <ActivityStrip
            activity={index.activity}
            marks={marks.data ?? NO_MARKS}
            duration={index.duration}
            position={state.position}
            onSeek={seek}
          />
        }
      >
        <Tooltip title={t("replay.findKey")}>
          <Button
            type="text"
            icon={<SearchOutlined />}
            aria-label={t("replay.find")}
            aria-expanded={finding}
            onClick={() => (finding ? setFinding(false) : find())}
          />
        </Tooltip>
        <CopyMoment position={state.position} />
      </PlayerControls>
    </div>
  );
}

/** A part could not be read. What was opened too long ago is opened anew, at this moment. */
function PartFailure(props: { error: unknown; position: number; onRetry(): void }) {
  const { error, position, onRetry } = props;
  const { t } = useTranslation(["terminal", "common"]);
  const isClosed = error instanceof ApiError && error.code === "replay_not_opened";
  return (
    <Alert
      type="error"
      banner
      title={labelled(t("replay.failed"), failureText(error))}
      action={
        <Button
          size="small"
          onClick={() => (isClosed ? location.replace(addressOfMoment(position)) : onRetry())}
        >
          {t("common:retry")}
        </Button>
      }
    />
  );
}

/** The address of this page at a moment. */
function addressOfMoment(position: number): string {
  const address = new URL(location.href);
  address.searchParams.delete("timestamp");
  address.searchParams.set("at", String(Math.floor(position)));
  return address.href;
}

/** Copies the address of the page at this moment. */
function CopyMoment({ position }: { position: number }) {
  const { t } = useTranslation("terminal");
  const copy = async () => {
    if (await copyText(addressOfMoment(position))) toast("success", t("replay.linkCopied"));
    else toast("error", t("replay.linkNotCopied"));
  };
  return (
    <Tooltip title={t("replay.copyLink")}>
      <Button
        type="text"
        icon={<LinkOutlined />}
        aria-label={t("replay.copyLink")}
        onClick={() => void copy()}
      />
    </Tooltip>
  );
}
