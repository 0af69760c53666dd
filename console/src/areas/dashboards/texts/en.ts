/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  consoleDashboard: "Dashboard",
  auditDashboard: "Dashboard",
  workbenchHome: "Overview",
} as const;

export default {
  /** Texts of the start pages. */
  dashboards: {
    online: "Active sessions",
    finished: "Finished sessions",
    recentSessions: "Recent sessions",
    noSessions: "No sessions yet",
    greeting: "Welcome, {{name}}",
  },
} as const;
