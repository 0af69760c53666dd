import { DatePicker } from "antd";
import dayjs from "dayjs";
import { useTranslation } from "react-i18next";
import { parseDate, toWireDate } from "../../metadata/dates.ts";
import { type DateRange, lastDays, RANGE_DAYS } from "../date-range.ts";

interface DateRangePickerProps {
  readonly range: DateRange;
  readonly onChange: (range: DateRange) => void;
}

const FIRST_SECOND = dayjs().startOf("day").add(1, "second");
const LAST_SECOND = dayjs().endOf("day").startOf("second");

/** A range of instants with six shortcuts; it cannot be empty (docs/contract/console.md, "Lists"). */
export default function DateRangePicker({ range, onChange }: DateRangePickerProps) {
  const { t } = useTranslation("list");
  return (
    <DatePicker.RangePicker
      className="list-range"
      aria-label={t("range.label")}
      value={[dayjs(parseDate(range.from)), dayjs(parseDate(range.to))]}
      allowClear={false}
      needConfirm={false}
      format="YYYY/MM/DD HH:mm:ss"
      showTime={{ defaultOpenValue: [FIRST_SECOND, LAST_SECOND] }}
      placeholder={[t("range.from"), t("range.to")]}
      presets={RANGE_DAYS.map((days) => ({
        label: t(`range.days${days}`),
        value: () => {
          const [from, to] = lastDays(days);
          return [dayjs(from), dayjs(to)];
        },
      }))}
      onChange={(dates) => {
        const [from, to] = dates ?? [];
        if (from && to) onChange({ from: toWireDate(from.toDate()), to: toWireDate(to.toDate()) });
      }}
    />
  );
}
