import { Checkbox, InputNumber, Radio } from "antd";
import { useFormTexts } from "../form/use-form-texts.ts";
import { type CronField, type CronPart, formatPart, parsePart } from "./cron-expression.ts";
import { DAYS, dayNames } from "./week-days.ts";

interface CronPartEditorProps {
  readonly field: CronField;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** What a mode starts with when it is chosen. */
function startOf(mode: CronPart["mode"], field: CronField): CronPart {
  switch (mode) {
    case "range":
      return { mode, from: field.from, to: field.to };
    case "step":
      return { mode, from: field.from, every: field.name === "minute" ? 5 : 2 };
    case "list":
      return { mode, values: [field.from] };
    default:
      return { mode: "every" };
  }
}

/** One tab of the dialog: every, from–to, every n, or some. */
export function CronPartEditor({ field, text, onChange }: CronPartEditorProps) {
  const { t, i18n } = useFormTexts();
  const part = parsePart(text, field);
  const set = (next: CronPart) => onChange(formatPart(next, field));
  const unit = t(`cron.unit.${field.name}`);
  const number = (label: string, value: number, change: (value: number) => void, least = field.from) => (
    <InputNumber
      size="small"
      aria-label={label}
      min={least}
      max={field.to}
      precision={0}
      value={value}
      onChange={(next) => {
        if (next !== null) change(next);
      }}
    />
  );
  const range = part.mode === "range" ? part : undefined;
  const step = part.mode === "step" ? part : undefined;
  const list = part.mode === "list" ? part : undefined;
  const days = dayNames(i18n.language);
  const choices = Array.from({ length: field.to - field.from + 1 }, (_, index) => field.from + index);
  return (
    <Radio.Group
      className="cron-part"
      value={part.mode}
      aria-label={unit}
      onChange={(event) => set(startOf(event.target.value as CronPart["mode"], field))}
    >
      <Radio value="every">{t("cron.every", { unit })}</Radio>
      <Radio value="range">{t("cron.range", { unit })}</Radio>
      {range === undefined ? null : (
        <span className="cron-detail">
          {number(t("cron.from"), range.from, (from) =>
            set({ ...range, from, to: Math.max(from, range.to) }),
          )}
          {" – "}
          {number(t("cron.to"), range.to, (to) => set({ ...range, to, from: Math.min(to, range.from) }))}
        </span>
      )}
      <Radio value="step">{t("cron.step", { unit })}</Radio>
      {step === undefined ? null : (
        <span className="cron-detail">
          {number(t("cron.stepSize", { unit }), step.every, (every) => set({ ...step, every }), 1)}
        </span>
      )}
      <Radio value="list">{t("cron.list", { unit })}</Radio>
      {list === undefined ? null : (
        <Checkbox.Group
          className="cron-detail cron-choices"
          value={[...list.values]}
          options={choices.map((value) => ({
            value,
            label: field.name === "week" ? (days[value % DAYS] ?? "") : String(value),
          }))}
          onChange={(values) => set({ mode: "list", values: values.map(Number).sort((a, b) => a - b) })}
        />
      )}
    </Radio.Group>
  );
}
