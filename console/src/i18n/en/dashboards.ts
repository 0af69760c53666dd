/** Texts of the start pages. */
export default {
  online: "Sessions online",
  finished: "Finished sessions",
  recentSessions: "Latest sessions",
  noSessions: "No sessions yet",
  greeting: "Welcome, {{name}}.",
} as const;
