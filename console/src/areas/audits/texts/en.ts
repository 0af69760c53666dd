/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  loginLogDetail: "Sign-in record",
  operateLogDetail: "Operation record",
  fileTransfers: "File transfers",
  fileTransferDetail: "File transfer",
  loginLogs: "Sign-in log",
  operateLogs: "Operation log",
  passwordChangeLogs: "Password change log",
  jobExecutionLogs: "Job log",
} as const;

export default {
  /** Texts of the pages of file transfers. */
  fileTransfers: {
    help: "File operations on assets over SFTP, scp and rsync. The SHA-256 is computed for files that are transferred in full, from first to last byte.",
    empty: "File operations on assets appear here.",
    emptySession: "No file operations in this session.",
    download: "Download copy",
    play: "Replay",
    bytes_one: "{{count}} byte",
    bytes_other: "{{count}} bytes",
    goToSession: "Open session",
  },
  /** Texts of the pages of logs. */
  auditLogs: {
    loginHelp: "Every sign-in attempt through web page, API and SSH, with its result.",
    loginEmpty: "Sign-in attempts appear here.",
    operateHelp: "Who created, changed, viewed or deleted what. Secrets are never shown.",
    operateEmpty: "Changes to objects appear here.",
    changes: "Changes",
    passwordHelp: "Every password change: by the user, by an administrator or through a reset.",
    passwordEmpty: "Password changes appear here.",
  },
} as const;
