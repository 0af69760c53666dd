/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  cloudAccountCreate: "Create cloud account",
  cloudAccountUpdate: "Edit cloud account",
  cloudAccountDetail: "Cloud account",
  syncTaskCreate: "Create sync task",
  syncTaskUpdate: "Edit sync task",
  syncTaskDetail: "Sync task",
  syncStrategyCreate: "Create sync policy",
  syncStrategyUpdate: "Edit sync policy",
  syncStrategyDetail: "Sync policy",
  cloudCenter: "Cloud sync",
  syncTasks: "Sync tasks",
  syncStrategies: "Sync policies",
} as const;
