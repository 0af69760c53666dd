import { Fragment } from "react";
import { isRecord } from "../../../kit/api/api-error.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { displayDay } from "../../../kit/widgets/time-periods.ts";
import { dayNames } from "../../../kit/widgets/week-days.ts";
import { useRuleTexts } from "../use-rule-texts.ts";

/** Monday first, as the week is entered. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** The times a rule holds for, day by day; none at all means always. */
export function WeekTimes({ value }: { readonly value: unknown }) {
  const { t, i18n } = useRuleTexts();
  const periods = Array.isArray(value) ? value.filter(isRecord) : [];
  if (periods.length === 0) return t("acls:field.always");
  const names = dayNames(i18n.language);
  const days = WEEK.map((id) => ({
    id,
    text: valueText(periods.find((period) => Number(period.id) === id)?.value),
  })).filter(({ text }) => text !== "");
  if (days.length === 0) return t("acls:field.never");
  return days.map(({ id, text }, index) => (
    <Fragment key={id}>
      {index > 0 ? <br /> : null}
      {names[id]} {displayDay(text, t("common:allDay"))}
    </Fragment>
  ));
}
