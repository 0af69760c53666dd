/** Its parts are on screens of other areas. */
export const titles = {} as const;

export default {
  /** Texts of choosing how messages arrive. */
  subscription: {
    title: "Message subscription",
    saved: "Saved. It counts from the next message on.",
  },
} as const;
