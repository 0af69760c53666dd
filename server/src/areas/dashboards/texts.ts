import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the dashboards area. */
export const text = catalogue("dashboards", {
  days: [
    "Days: enter a whole number from 1 to {most}.",
    "天数：请输入 1 到 {most} 之间的整数。",
    "日数：1 から {most} までの整数を入力してください。",
  ],
});
