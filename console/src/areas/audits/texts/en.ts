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
    help: "What was done to files on assets by SFTP, scp and rsync. The SHA-256 is taken while a file passes from its first byte to its last.",
    empty: "What is done to files on assets appears here.",
    emptySession: "Nothing was done to files in this session.",
    download: "Download copy",
    bytes_one: "{{count}} byte",
    bytes_other: "{{count}} bytes",
    goToSession: "Open the session",
  },
  /** Texts of the pages of logs. */
  auditLogs: {
    loginHelp: "Every attempt to sign in, by page, API and SSH, and how it went.",
    loginEmpty: "Attempts to sign in appear here.",
    operateHelp: "Who created, changed, read or deleted what. Secrets are never shown.",
    operateEmpty: "What people change appears here.",
    changes: "Changes",
    passwordHelp: "Each password that was set, by its owner, an administrator or a reset.",
    passwordEmpty: "Passwords that are set appear here.",
  },
} as const;
