import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { labelled } from "../../../kit/metadata/labelled.ts";
import { formatClock } from "../timeline.ts";
import type { ReplayMark } from "./replay-api.ts";

/** Props of the strip. */
export interface ActivityStripProps {
  activity: readonly number[];
  marks: readonly ReplayMark[];
  duration: number;
  position: number;
  onSeek(seconds: number): void;
}

const HEIGHT = 24;

/** Busy and calm stretches of a recording, and what happened in it. The keyboard has the position below and the list. */
export function ActivityStrip({ activity, marks, duration, position, onSeek }: ActivityStripProps) {
  const { t } = useTranslation("terminal");
  const path = useMemo(() => {
    const most = Math.log1p(Math.max(1, ...activity));
    return activity
      .map((characters, at) => {
        const height = (Math.log1p(characters) / most) * HEIGHT;
        return characters === 0 ? "" : `M${at + 0.5} ${HEIGHT}V${(HEIGHT - height).toFixed(1)}`;
      })
      .join("");
  }, [activity]);
  const length = Math.max(duration, 0.1);
  return (
    <button
      type="button"
      tabIndex={-1}
      className="luna-strip"
      title={t("replay.strip")}
      onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        onSeek(((event.clientX - left) / Math.max(1, width)) * duration);
      }}
    >
      <svg
        viewBox={`0 0 ${Math.max(1, activity.length)} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={path} className="luna-strip-activity" />
      </svg>
      {marks.map((mark) => (
        <span
          key={mark.id}
          className={`luna-strip-mark luna-strip-${mark.kind}`}
          style={{ insetInlineStart: `${(mark.time / length) * 100}%` }}
          title={labelled(`${formatClock(mark.time)} ${t(`replay.marks.${mark.kind}`)}`, mark.text)}
        />
      ))}
      <span className="luna-strip-position" style={{ insetInlineStart: `${(position / length) * 100}%` }} />
    </button>
  );
}
