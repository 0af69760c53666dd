/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  sessions: "Session records",
  sessionDetail: "Session",
  commands: "Commands",
} as const;

export default {
  /** Texts of the session pages. */
  sessions: {
    online: "Online",
    finished: "Finished",
    stateOnline: "Online",
    stateFinished: "Finished",
    statePaused: "Paused",
    commands: "Commands",
    duration: "Duration",
    replay: "Replay",
    download: "Download recording",
    pause: "Pause",
    resume: "Resume",
    pauseSent: "Its keyboard is being locked",
    resumeSent: "Its keyboard is being unlocked",
    ended: "The session has ended already",
    terminate: "Terminate",
    terminateTitle_one: "Terminate the session?",
    terminateTitle_other: "Terminate {{count}} sessions?",
    terminateBody: "{{names}}: the connection is cut at once, unsaved work on the target may be lost.",
    terminateSent: "The gateway was told to end it",
    noOnline: "Nobody is connected right now.",
    noFinished: "Finished sessions and their recordings appear here.",
  },
  /** Texts of commands and where they are kept. */
  commands: {
    storages: "Command storages",
    invalid: "This storage cannot be reached.",
    noStorage: "Commands are kept nowhere.",
    noStorageHint: "No command storage keeps anything. Choose one in the settings of the terminal.",
    empty: "Commands appear here as soon as somebody runs one in a session.",
    emptySession: "Nothing was run in this session.",
    goto: "Open",
    play: "Replay",
    copy: "Copy",
    copied: "Copied",
    notCopied: "The browser refused to copy",
    noOutput: "It put out nothing.",
    tab: "Commands",
    sourceExact: "Known exactly: it was sent as one command.",
    sourceMarks: "Marked by the shell itself.",
    sourceScreen: "Read from the screen behind the prompt.",
    cut: "Only the beginning of the output is kept.",
  },
} as const;
