import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Empty, Progress, Result } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../kit/feedback.ts";
import { parseDate } from "../../kit/metadata/dates.ts";
import { useAppearance } from "../page/color-mode.ts";
import { PlayerControls } from "./player-controls.tsx";
import { loadRecording, type TerminalRecording, UnknownRecording } from "./recording.ts";
import { SPEEDS, stepSpeed, storedSpeed, storeSpeed } from "./speeds.ts";
import { usePlayer } from "./use-player.ts";

/** Longest pause played while pauses are shortened, in seconds. */
const IDLE_LIMIT = 2;
/** How far the arrow keys go, in seconds. */
const STEP = 5;

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
  const [speed, setSpeed] = useState(storedSpeed);
  const [skipIdle, setSkipIdle] = useState(true);
  const playback = usePlayer({
    recording,
    place,
    speed,
    idleLimit: skipIdle ? IDLE_LIMIT : undefined,
    startAt,
    theme: dark ? "sallyport-dark" : "sallyport-light",
  });
  const changeSpeed = (next: number) => {
    storeSpeed(next);
    setSpeed(next);
  };
  usePlayerKeys({
    toggle: playback.toggle,
    step: (direction) => playback.seek(playback.position + direction * STEP),
    speed: (direction) => changeSpeed(stepSpeed(speed, direction)),
  });
  const fullScreen = () => {
    if (document.fullscreenElement === null) void stage.current?.requestFullscreen().catch(() => {});
    else void document.exitFullscreen();
  };
  return (
    <div className="luna-replay-stage" ref={stage}>
      {recording.truncated && <Alert type="warning" banner title={t("replay.truncated")} />}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the space key does the same everywhere on the page */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click anywhere on the picture is a shortcut of the play button */}
      <div className="luna-player" ref={place} onClick={playback.toggle} />
      <PlayerControls
        playback={playback}
        speed={speed}
        speeds={SPEEDS}
        onSpeed={changeSpeed}
        skipIdle={skipIdle}
        idleLimit={IDLE_LIMIT}
        onSkipIdle={setSkipIdle}
        onFullScreen={fullScreen}
      />
    </div>
  );
}

interface PlayerKeys {
  toggle(): void;
  step(direction: 1 | -1): void;
  speed(direction: 1 | -1): void;
}

function actionOf(key: string, keys: PlayerKeys): (() => void) | undefined {
  switch (key) {
    case " ":
      return keys.toggle;
    case "ArrowLeft":
      return () => keys.step(-1);
    case "ArrowRight":
      return () => keys.step(1);
    case "+":
    case "=":
      return () => keys.speed(1);
    case "-":
      return () => keys.speed(-1);
    default:
      return undefined;
  }
}

/** Keys of the player, anywhere on the page except in a control that uses them itself. */
function usePlayerKeys(keys: PlayerKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        target instanceof Element &&
        target.closest("button, input, select, a, [role=slider], [role=combobox]")
      )
        return;
      const action = actionOf(event.key, latest.current);
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
