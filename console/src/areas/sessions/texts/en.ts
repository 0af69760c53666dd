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
    pauseSent: "Locking session input…",
    resumeSent: "Unlocking session input…",
    ended: "The session has already ended",
    terminate: "Terminate",
    terminateTitle_one: "Terminate this session?",
    terminateTitle_other: "Terminate {{count}} sessions?",
    terminateBody: "{{names}}: the connection closes immediately. Unsaved work on the asset may be lost.",
    terminateSent: "Ending the session…",
    noOnline: "No active sessions right now.",
    noFinished: "Sessions appear here with their recordings when they end.",
  },
  /** Texts of commands and where they are kept. */
  commands: {
    storages: "Command storages",
    invalid: "This storage cannot be reached.",
    noStorage: "Commands are not being saved.",
    noStorageHint: "No command storage saves them. Select one in the terminal settings.",
    empty: "Commands appear here when someone runs one in a session.",
    emptySession: "No commands were run in this session.",
    goto: "Open",
    play: "Replay",
    copy: "Copy",
    copied: "Copied",
    notCopied: "Copying failed. Select the text and copy it manually.",
    noOutput: "No output.",
    tab: "Commands",
    sourceExact: "Exact: sent as a single command.",
    sourceMarks: "Marked by the shell.",
    sourceScreen: "Read from the screen after the prompt.",
    cut: "Only the beginning of the output is saved.",
  },
} as const;
