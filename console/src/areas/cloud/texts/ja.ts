import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  cloudAccountCreate: "クラウドアカウントの作成",
  cloudAccountUpdate: "クラウドアカウントの編集",
  cloudAccountDetail: "クラウドアカウント",
  syncTaskCreate: "同期タスクの作成",
  syncTaskUpdate: "同期タスクの編集",
  syncTaskDetail: "同期タスク",
  syncStrategyCreate: "同期ポリシーの作成",
  syncStrategyUpdate: "同期ポリシーの編集",
  syncStrategyDetail: "同期ポリシー",
  cloudCenter: "クラウド同期",
  syncTasks: "同期タスク",
  syncStrategies: "同期ポリシー",
} satisfies Texts<typeof en.titles>;
