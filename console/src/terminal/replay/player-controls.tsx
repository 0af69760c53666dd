import { CaretRightFilled, FullscreenOutlined, PauseOutlined, StepBackwardOutlined } from "@ant-design/icons";
import { Button, Select, Slider, Switch, Tooltip } from "antd";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { formatClock } from "./timeline.ts";
import type { Playback } from "./use-player.ts";

/** What the controls need of a player; all times in seconds of the recording. */
export interface ControlledPlayback
  extends Pick<Playback, "playing" | "position" | "toggle" | "seek" | "restart"> {
  readonly duration: number;
}

/** Props of the controls. */
export interface PlayerControlsProps {
  playback: ControlledPlayback;
  speed: number;
  speeds: readonly number[];
  onSpeed(speed: number): void;
  skipIdle: boolean;
  idleLimit: number;
  onSkipIdle(on: boolean): void;
  onFullScreen(): void;
  /** Stands above the position. */
  strip?: ReactNode;
  /** Further buttons of the row. */
  children?: ReactNode;
}

/** The bar below the picture: play, position, speed, pauses, full screen. */
export function PlayerControls(props: PlayerControlsProps) {
  const { playback, speed, skipIdle } = props;
  const { t } = useTranslation("terminal");
  const switchId = useId();
  const { duration } = playback;
  const play = playback.playing ? t("replay.pause") : t("replay.play");
  return (
    <div className="luna-controls">
      {props.strip}
      <Slider
        className="luna-controls-seek"
        min={0}
        max={Math.max(duration, 0.1)}
        step={0.1}
        value={playback.position}
        onChange={playback.seek}
        tooltip={{ formatter: (value) => formatClock(value ?? 0) }}
        ariaLabelForHandle={t("replay.seek")}
        ariaValueTextFormatterForHandle={(value) => formatClock(value)}
      />
      <div className="luna-controls-row">
        <Tooltip title={`${play} (${t("replay.keys")})`}>
          <Button
            type="primary"
            shape="circle"
            icon={playback.playing ? <PauseOutlined /> : <CaretRightFilled />}
            aria-label={play}
            onClick={playback.toggle}
          />
        </Tooltip>
        <Tooltip title={t("replay.restart")}>
          <Button
            type="text"
            icon={<StepBackwardOutlined />}
            aria-label={t("replay.restart")}
            onClick={playback.restart}
          />
        </Tooltip>
        <span className="luna-clock">
          {formatClock(playback.position)} / {formatClock(duration)}
        </span>
        <span className="luna-spacer" />
        {props.children}
        <Tooltip title={t("replay.skipIdleHint", { seconds: props.idleLimit })}>
          <label className="luna-controls-idle" htmlFor={switchId}>
            <Switch id={switchId} size="small" checked={skipIdle} onChange={props.onSkipIdle} />
            <span>{t("replay.skipIdle")}</span>
          </label>
        </Tooltip>
        <Select
          aria-label={t("replay.speed")}
          value={speed}
          onChange={props.onSpeed}
          className="luna-controls-speed"
          options={props.speeds.map((value) => ({ value, label: `${value}×` }))}
          popupMatchSelectWidth={false}
          getPopupContainer={(element: HTMLElement) =>
            element.closest<HTMLElement>(".luna-replay-stage") ?? document.body
          }
        />
        <Tooltip title={t("replay.fullScreen")}>
          <Button
            type="text"
            icon={<FullscreenOutlined />}
            aria-label={t("replay.fullScreen")}
            onClick={props.onFullScreen}
          />
        </Tooltip>
      </div>
    </div>
  );
}
