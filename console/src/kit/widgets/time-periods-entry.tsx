import { Button } from "antd";
import { useState } from "react";
import { useFormTexts } from "../form/use-form-texts.ts";
import { paint, SLOTS, slotTime, type WeekGrid } from "./time-periods.ts";

interface TimePeriodsEntryProps {
  /** Short names of the days, from Sunday. */
  readonly days: readonly string[];
  readonly grid: WeekGrid;
  readonly disabled: boolean;
  readonly onChange: (week: WeekGrid) => void;
}

/** Office hours, which most rules are about. */
const WORKDAYS: readonly number[] = [1, 2, 3, 4, 5];
const [NINE, SIX] = [18, 36];

const FROM = Array.from({ length: SLOTS }, (_, slot) => slot);

/** The end of the day is 24:00 where it is chosen as an end. */
const endTime = (slot: number) => (slot === SLOTS ? "24:00" : slotTime(slot));

/** Times of the week by days, from and to: what a finger, or somebody who cannot drag, uses instead of the grid. */
export function TimePeriodsEntry({ days, grid, disabled, onChange }: TimePeriodsEntryProps) {
  const { t } = useFormTexts();
  const [chosen, setChosen] = useState<readonly number[]>(WORKDAYS);
  const [[from, to], setSpan] = useState<readonly [from: number, to: number]>([NINE, SIX]);
  const toggle = (day: number) =>
    setChosen(chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day]);
  const apply = (isAdded: boolean) =>
    onChange(chosen.reduce((week, day) => paint(week, [day, from], [day, to - 1], isAdded), grid));
  const isIdle = disabled || chosen.length === 0;
  return (
    <div className="time-periods-entry">
      <div className="time-periods-days">
        {days.map((name, day) => (
          <Button
            key={name}
            size="small"
            type={chosen.includes(day) ? "primary" : "default"}
            ghost={chosen.includes(day)}
            aria-pressed={chosen.includes(day)}
            disabled={disabled}
            onClick={() => toggle(day)}
          >
            {name}
          </Button>
        ))}
      </div>
      <div className="time-periods-span">
        <select
          aria-label={t("periods.from")}
          value={from}
          disabled={disabled}
          onChange={({ target }) => {
            const next = Number(target.value);
            setSpan([next, Math.max(to, next + 1)]);
          }}
        >
          {FROM.map((slot) => (
            <option key={slot} value={slot}>
              {slotTime(slot)}
            </option>
          ))}
        </select>
        <span aria-hidden="true">–</span>
        <select
          aria-label={t("periods.to")}
          value={to}
          disabled={disabled}
          onChange={({ target }) => setSpan([from, Number(target.value)])}
        >
          {FROM.slice(from).map((slot) => (
            <option key={slot} value={slot + 1}>
              {endTime(slot + 1)}
            </option>
          ))}
        </select>
        <Button size="small" disabled={isIdle} onClick={() => apply(true)}>
          {t("periods.add")}
        </Button>
        <Button size="small" disabled={isIdle} onClick={() => apply(false)}>
          {t("periods.remove")}
        </Button>
      </div>
    </div>
  );
}
