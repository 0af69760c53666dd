import { Button } from "antd";
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { useFormTexts } from "../form/use-form-texts.ts";
import {
  type DayPeriods,
  dayText,
  paint,
  readPeriods,
  SLOTS,
  slotTime,
  type WeekGrid,
  wholeWeek,
  writePeriods,
} from "./time-periods.ts";
import { DAYS, dayNames } from "./week-days.ts";
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

type Place = readonly [day: number, slot: number];

/** A rectangle being painted. */
interface Stroke {
  readonly from: Place;
  readonly to: Place;
  readonly chosen: boolean;
}

const STEPS: Readonly<Record<string, Place>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** The half hour below a pointer, also when another element captured it. */
function placeAt(event: PointerEvent): Place | undefined {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-place]");
  const [day, slot] = (cell?.dataset.place ?? "").split(":").map(Number);
  return day === undefined || slot === undefined || Number.isNaN(slot) ? undefined : [day, slot];
}

/**
 * A week of half hours. Painted with a mouse, a finger or a pen; with the keyboard arrows move, Space or Enter
 * toggles, and Shift with arrows paints.
 */
export function TimePeriods({ id, label, value, onChange, disabled }: TimePeriodsProps) {
  const { t, i18n } = useFormTexts();
  const names = useMemo(() => dayNames(i18n.language), [i18n.language]);
  const grid = useMemo(() => readPeriods(value), [value]);
  const [stroke, setStroke] = useState<Stroke>();
  const [focus, setFocus] = useState<Place>([1, 18]);
  const table = useRef<HTMLTableElement>(null);
  const shown = stroke === undefined ? grid : paint(grid, stroke.from, stroke.to, stroke.chosen);
  const report = (next: WeekGrid) => onChange(writePeriods(next));

  const begin = (event: PointerEvent) => {
    const place = disabled || event.button !== 0 ? undefined : placeAt(event);
    if (place === undefined) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setFocus(place);
    setStroke({ from: place, to: place, chosen: grid[place[0]]?.[place[1]] !== true });
  };
  const move = (event: PointerEvent) => {
    const place = stroke === undefined ? undefined : placeAt(event);
    if (stroke === undefined || place === undefined) return;
    if (place[0] !== stroke.to[0] || place[1] !== stroke.to[1]) setStroke({ ...stroke, to: place });
  };
  const end = () => {
    if (stroke !== undefined) report(shown);
    setStroke(undefined);
  };
  const press = (event: KeyboardEvent) => {
    const [day, slot] = focus;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const to: Place = [(day + step[0] + DAYS) % DAYS, Math.min(SLOTS - 1, Math.max(0, slot + step[1]))];
      if (event.shiftKey && !disabled) report(paint(grid, to, to, grid[day]?.[slot] === true));
      setFocus(to);
      table.current?.querySelector<HTMLElement>(`[data-place="${to[0]}:${to[1]}"]`)?.focus();
    } else if ((event.key === " " || event.key === "Enter") && !disabled) {
      event.preventDefault();
      report(paint(grid, focus, focus, grid[day]?.[slot] !== true));
    }
  };
  const texts = shown.map((day, index) => ({ name: names[index] ?? "", text: dayText(day) }));
  return (
    <div className="time-periods">
      <div className="time-periods-scroll">
        <table
          ref={table}
          {...GRID}
          id={id}
          aria-label={label}
          aria-disabled={disabled}
          className="time-periods-grid"
          onPointerDown={begin}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={() => setStroke(undefined)}
          onKeyDown={press}
        >
          <thead aria-hidden="true">
            <tr>
              <td />
              {HOURS.map((hour) => (
                <td key={hour} colSpan={2}>
                  {hour}
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
                    data-place={`${index}:${slot}`}
                    aria-label={`${names[index]} ${slotTime(slot)}–${slotTime(slot + 1)}`}
                    tabIndex={focus[0] === index && focus[1] === slot ? 0 : -1}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="time-periods-foot">
        <Button size="small" disabled={disabled} onClick={() => report(wholeWeek(true))}>
          {t("periods.all")}
        </Button>
        <Button size="small" disabled={disabled} onClick={() => report(wholeWeek(false))}>
          {t("common:clear")}
        </Button>
      </div>
      <dl className="time-periods-text" aria-live="polite">
        {texts.every(({ text }) => text === "") ? <dd>{t("periods.always")}</dd> : null}
        {texts
          .filter(({ text }) => text !== "")
          .map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
