/** Texts of the row of visited pages. */
export default {
  list: "Open pages",
  menu: "Actions of this page",
  pinned: "Pinned",
  refresh: "Refresh",
  close: "Close",
  closeOne: "Close {{title}}",
  closeOthers: "Close others",
  closeAll: "Close all",
} as const;
