/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  cloudAccountCreate: "Create cloud account",
  cloudAccountUpdate: "Update cloud account",
  cloudAccountDetail: "Cloud account",
  syncTaskCreate: "Create synchronization task",
  syncTaskUpdate: "Update synchronization task",
  syncTaskDetail: "Synchronization task",
  syncStrategyCreate: "Create synchronization strategy",
  syncStrategyUpdate: "Update synchronization strategy",
  syncStrategyDetail: "Synchronization strategy",
  cloudCenter: "Cloud center",
  syncTasks: "Synchronization tasks",
  syncStrategies: "Synchronization strategies",
} as const;
