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
    noSessionsHint: "Sessions appear here as soon as someone connects to an asset.",
  },
  /** The way from an empty organization to a recorded session. */
  gettingStarted: {
    title: "Get started",
    done: "{{done}} of {{total}} done",
    hide: "Hide",
    isDone: "(done)",
    allDone: "You have a recorded session. The guide stays in the help menu.",
    asset: {
      title: "Add a machine",
      text: "Its address, and an account to sign in with. Sallyport tests the connection right away.",
      act: "Add machine",
    },
    permission: {
      title: "Grant access",
      text: "Choose who may use the machine: yourself, or a colleague.",
      act: "Grant access",
      newUser: "Create a user",
    },
    session: {
      title: "Connect",
      text: "Open a session in the browser. Everything in it is recorded.",
      act: "Connect",
    },
    replay: {
      title: "Watch the recording",
      text: "Play back the session exactly as it happened.",
      act: "Watch recording",
      waiting: "Ready when the session has ended",
    },
  },
} as const;
