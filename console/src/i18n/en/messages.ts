/** Texts of the messages people get inside the console. */
export default {
  title: "Messages",
  unread_one: "Messages, {{count}} unread",
  unread_other: "Messages, {{count}} unread",
  disconnected:
    "New messages are not announced at the moment: the connection to the server was lost. It is being restored.",
  loading: "Loading messages…",
  empty: "No unread messages",
  emptyBody: "What concerns you is announced here and at the bell.",
  failed: "The messages could not be loaded",
  loadMore: "Load more",
  select: "Select {{subject}}",
  markOne: "Mark as read",
  markSelected: "Mark selected as read",
  markAll: "Mark all as read",
  markAllTitle: "Mark all messages as read?",
  markAllBody: "They leave this list, also those not loaded yet.",
  noSubject: "(no subject)",
  now: "Just now",
} as const;
