import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  cloudAccountCreate: "クラウドアカウントの作成",
  cloudAccountUpdate: "クラウドアカウントの編集",
  cloudAccountDetail: "クラウドアカウント",
  syncTaskCreate: "同期タスクの作成",
  syncTaskUpdate: "同期タスクの編集",
  syncTaskDetail: "同期タスク",
  syncStrategyCreate: "同期戦略の作成",
  syncStrategyUpdate: "同期戦略の編集",
  syncStrategyDetail: "同期戦略",
  cloudCenter: "クラウドセンター",
  syncTasks: "同期タスク",
  syncStrategies: "同期戦略",
} satisfies Texts<typeof en.titles>;
