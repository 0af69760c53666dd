import { Button } from "antd";
import { useMemo } from "react";
import { useFormTexts } from "../form/use-form-texts.ts";
import {
  type DayPeriods,
  dayText,
  displayDay,
  readPeriods,
  SLOTS,
  slotTime,
  type WeekGrid,
  wholeWeek,
  writePeriods,
} from "./time-periods.ts";
import { TimePeriodsEntry } from "./time-periods-entry.tsx";
import { useWeekPainting } from "./use-week-painting.ts";
import { dayNames } from "./week-days.ts";
import "./widgets.css";

interface TimePeriodsProps {
  readonly id?: string;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (periods: DayPeriods[]) => void;
  readonly disabled: boolean;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const HALF_HOURS = Array.from({ length: SLOTS }, (_, slot) => slot);

/** A table that is operated like a spreadsheet is a grid to assistive technology. */
const GRID = { role: "grid" } as const;
const cell = (chosen: boolean) => ({ role: "gridcell", "aria-selected": chosen }) as const;

/**
 * A week of half hours. Painted with a mouse, a finger or a pen; with the keyboard arrows move, Space or Enter
 * toggles, and Shift with arrows paints. On a phone it is as wide as there is room, and days and times are entered below.
 */
export function TimePeriods({ id, label, value, onChange, disabled }: TimePeriodsProps) {
  const { t, i18n } = useFormTexts();
  const names = useMemo(() => dayNames(i18n.language), [i18n.language]);
  const grid = useMemo(() => readPeriods(value), [value]);
  const report = (next: WeekGrid) => onChange(writePeriods(next));
  const { table, shown, focus, handlers } = useWeekPainting(grid, disabled, report);
  const texts = shown.map((day, index) => ({ name: names[index] ?? "", text: dayText(day) }));
  return (
    <div className="time-periods">
      <table
        ref={table}
        {...GRID}
        id={id}
        aria-label={label}
        aria-disabled={disabled}
        className="time-periods-grid"
        {...handlers}
      >
        <thead aria-hidden="true">
          <tr>
            <td />
            {HOURS.map((hour) => (
              <td key={hour} colSpan={2}>
                <span>{hour}</span>
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((day, index) => (
            <tr key={names[index]}>
              <th scope="row">{names[index]}</th>
              {HALF_HOURS.map((slot) => (
                <td
                  {...cell(day[slot] === true)}
                  key={slot}
                  data-slot={`${index}:${slot}`}
                  aria-label={`${names[index]} ${slotTime(slot)}–${slotTime(slot + 1)}`}
                  tabIndex={focus[0] === index && focus[1] === slot ? 0 : -1}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <TimePeriodsEntry days={names} grid={grid} disabled={disabled} onChange={report} />
      <div className="time-periods-foot">
        <Button size="small" disabled={disabled} onClick={() => report(wholeWeek(true))}>
          {t("periods.all")}
        </Button>
        <Button size="small" disabled={disabled} onClick={() => report(wholeWeek(false))}>
          {t("common:clear")}
        </Button>
      </div>
      <div className="time-periods-text" aria-live="polite">
        {texts.every(({ text }) => text === "") ? (
          <p>{t("periods.always")}</p>
        ) : (
          <dl>
            {texts
              .filter(({ text }) => text !== "")
              .map(({ name, text }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{displayDay(text, t("common:allDay"))}</dd>
                </div>
              ))}
          </dl>
        )}
      </div>
    </div>
  );
}
