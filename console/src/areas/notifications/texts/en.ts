/** Its parts are on screens of other areas. */
export const titles = {} as const;

export default {
  /** Texts of choosing how messages arrive. */
  subscription: {
    title: "Message subscriptions",
    saved: "Saved. The change applies to new messages.",
  },
  /** Texts of the log of messages that left. */
  messageDeliveries: {
    title: "Message deliveries",
    retry: "Send again",
    queued: "Queued again.",
    empty: "No message has left by mail or a chat platform in the last 30 days.",
  },
} as const;
