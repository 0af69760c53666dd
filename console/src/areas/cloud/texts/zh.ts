import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  cloudAccountCreate: "新建云账号",
  cloudAccountUpdate: "编辑云账号",
  cloudAccountDetail: "云账号",
  syncTaskCreate: "新建同步任务",
  syncTaskUpdate: "编辑同步任务",
  syncTaskDetail: "同步任务",
  syncStrategyCreate: "新建同步策略",
  syncStrategyUpdate: "编辑同步策略",
  syncStrategyDetail: "同步策略",
  cloudCenter: "云同步",
  syncTasks: "同步任务",
  syncStrategies: "同步策略",
} satisfies Texts<typeof en.titles>;
