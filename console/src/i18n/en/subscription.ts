/** Texts of choosing how messages arrive. */
export default {
  title: "Message subscription",
  saved: "Saved. It counts from the next message on.",
} as const;
