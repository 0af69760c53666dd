import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Empty, Progress, Result } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../kit/feedback.ts";
import { parseDate } from "../../kit/metadata/dates.ts";
import { useAppearance } from "../page/color-mode.ts";
import { toggleFullScreen } from "./full-screen.ts";
import { PlayerControls } from "./player-controls.tsx";
import { PlayerPicture } from "./player-picture.tsx";
import { loadRecording, type TerminalRecording, UnknownRecording } from "./recording.ts";
import { IDLE_LIMIT, STEP } from "./speeds.ts";
import { usePlayer } from "./use-player.ts";
import { usePlayerKeys } from "./use-player-keys.ts";
import { usePlayerSettings } from "./use-player-settings.ts";

/** Props of the player. */
export interface CastPlayerProps {
  source: string;
  type: "asciicast" | "json";
  /** Start of the session, for recordings that do not say it themselves. */
  startedAt: string | undefined;
  /** Moment to begin at, in seconds since 1970. */
  timestamp: number | undefined;
}

/** Loads a terminal recording and plays it. */
export function CastPlayer({ source, type, startedAt, timestamp }: CastPlayerProps) {
  const { t } = useTranslation(["terminal", "common"]);
  const [megabytes, setMegabytes] = useState("0");
  const recording = useQuery({
    queryKey: ["recording", source],
    queryFn: ({ signal }) =>
      loadRecording(source, type, signal, (characters) => setMegabytes((characters / 1e6).toFixed(1))),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  if (recording.error !== null) {
    const damaged = recording.error instanceof UnknownRecording;
    return (
      <Result
        status="error"
        title={t("replay.failed")}
        subTitle={damaged ? t("replay.damaged") : failureText(recording.error)}
        extra={!damaged && <Button onClick={() => recording.refetch()}>{t("common:retry")}</Button>}
      />
    );
  }
  if (recording.data === undefined) {
    return (
      <div className="luna-waiting" role="status">
        <Progress type="circle" percent={100} status="active" size={48} format={() => ""} />
        {t("replay.loading", { size: megabytes })}
      </div>
    );
  }
  if (recording.data.events.length === 0)
    return <Empty description={t("replay.empty")} className="luna-waiting" />;
  const began = recording.data.startedAt ?? (parseDate(startedAt)?.getTime() ?? Number.NaN) / 1000;
  const offset = timestamp === undefined || Number.isNaN(began) ? 0 : Math.max(0, timestamp - began);
  return <Screen recording={recording.data} startAt={offset} />;
}

function Screen({ recording, startAt }: { recording: TerminalRecording; startAt: number }) {
  const { t } = useTranslation(["terminal", "common"]);
  const { dark } = useAppearance();
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const settings = usePlayerSettings();
  const playback = usePlayer({
    recording,
    place,
    speed: settings.speed,
    idleLimit: settings.skipIdle ? IDLE_LIMIT : undefined,
    startAt,
    theme: dark ? "sallyport-dark" : "sallyport-light",
  });
  usePlayerKeys({
    toggle: playback.toggle,
    step: (direction) => playback.seek(playback.position + direction * STEP),
    speed: settings.step,
  });
  return (
    <div className="luna-replay-stage" ref={stage}>
      {recording.truncated && <Alert type="warning" banner title={t("replay.truncated")} />}
      <PlayerPicture ref={place} onClick={playback.toggle} />
      <PlayerControls
        playback={{ ...playback, duration: playback.timeline.duration }}
        {...settings.controls}
        onFullScreen={() => toggleFullScreen(stage.current)}
      />
    </div>
  );
}
