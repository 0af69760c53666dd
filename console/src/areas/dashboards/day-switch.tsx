import { useId } from "react";
import { useTranslation } from "react-i18next";
import { DAY_CHOICES, type DayChoice } from "./dashboard-days.ts";

/** Props of {@link DaySwitch}. */
export interface DaySwitchProps {
  readonly days: DayChoice;
  readonly onChoose: (days: DayChoice) => void;
  /** What it is the time of. */
  readonly label: string;
}

const TEXTS = { 1: "range.today", 7: "range.week", 30: "range.month" } as const;

/** Today, the last week or the last month. */
export function DaySwitch({ days, onChoose, label }: DaySwitchProps) {
  const { t } = useTranslation("dashboards");
  const name = useId();
  return (
    <fieldset className="day-switch" aria-label={label}>
      {DAY_CHOICES.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={choice === days}
            onChange={() => onChoose(choice)}
          />
          <span>{t(TEXTS[choice])}</span>
        </label>
      ))}
    </fieldset>
  );
}
