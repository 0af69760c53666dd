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
  evidence: "Evidence",
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
  /** Texts of the page of the evidence. */
  evidence: {
    notHere: "This server keeps no evidence.",
    help: "Every record and recording enters one chain of hashes. Signed checkpoints show later changes, also those made in the database.",
    verify: "Verify now",
    verifyHint: "Reads the chain, all records and all recordings. The log names what is wrong.",
    chain: "Chain",
    entries: "Entries",
    waiting: "Waiting",
    checkpoint: "Last checkpoint",
    checkpointOf: "{{number}}, {{entries}} entries",
    noCheckpoint: "None yet",
    key: "Key fingerprint",
    keyHint: "Write the fingerprint down somewhere else. It tells whether a bundle was signed here.",
    copy: "Copy of checkpoints",
    copyCurrent: "Fits the database, up to checkpoint {{number}}",
    copyEmpty: "None yet",
    copyOther: "Does not fit: the database was rolled back or replaced",
    verification: "Last verification",
    never: "Not verified yet",
    running: "Verifying…",
    good: "Everything is as it was written",
    bad_one: "{{count}} problem",
    bad_other: "{{count}} problems",
    failed: "Could not be completed",
    log: "Log",
    verifiedAt: "Started",
  },
} as const;
