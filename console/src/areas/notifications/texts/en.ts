/** Its parts are on screens of other areas. */
export const titles = {} as const;

export default {
  /** Texts of choosing how messages arrive. */
  subscription: {
    title: "Message subscriptions",
    saved: "Saved. The change applies to new messages.",
  },
} as const;
