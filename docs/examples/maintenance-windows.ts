import type { Area } from "../../server/src/engine/area.ts";
import { ValidationError } from "../../server/src/engine/errors.ts";
import { catalogue } from "../../server/src/engine/i18n/index.ts";
import {
  datetime,
  defineResource,
  exactChoice,
  instant,
  labeledChoice,
  text,
  uuid,
} from "../../server/src/engine/resource/index.ts";

const labels = catalogue("maintenance", {
  window: ["Maintenance window", "维护时段", "メンテナンス時間帯"],
  id: ["Number", "编号", "番号"],
  name: ["Name", "名称", "名前"],
  impact: ["Impact", "影响", "影響"],
  none: ["None", "无", "なし"],
  outage: ["Outage", "中断", "停止"],
  starts: ["Starts", "开始时间", "開始"],
  ends: ["Ends", "结束时间", "終了"],
  backwards: ["Must be after the start.", "必须晚于开始时间。", "開始より後でなければなりません。"],
});

const impacts = [
  { value: "none", label: labels.none },
  { value: "outage", label: labels.outage },
];

const windows = defineResource({
  path: "maintenance/windows",
  app: "maintenance",
  model: "window",
  label: labels.window,
  title: "Maintenance Window",
  scope: "organization",
  table: "maintenance_windows",
  fields: {
    id: uuid({ label: labels.id }),
    name: text({ label: labels.name, required: true, maxLength: 64 }),
    impact: labeledChoice({ label: labels.impact, choices: impacts, default: "none" }),
    date_start: datetime({ label: labels.starts, required: true }),
    date_end: datetime({ label: labels.ends, required: true }),
  },
  filters: { impact: exactChoice("t.impact", ["none", "outage"]), date_from: instant("t.date_start", ">=") },
  search: ["t.name"],
  order: { by: ["name", "date_start"], default: ["-date_start"] },
  hooks: {
    validate: ({ values, before }) => {
      const { date_start: start, date_end: end } = { ...before, ...values };
      if (start && end && end <= start) throw new ValidationError({ date_end: [labels.backwards] });
    },
  },
});

/** An area with one resource; the composition root lists it with the others. */
export const maintenanceArea: Area = { name: "maintenance", resources: [windows] };
