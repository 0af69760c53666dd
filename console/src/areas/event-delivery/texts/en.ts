/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  eventReceivers: "Event receivers",
  eventReceiverCreate: "Create event receiver",
  eventReceiverUpdate: "Edit event receiver",
  eventReceiverDetail: "Event receiver",
} as const;

export default {
  /** Texts about receivers of events. */
  events: {
    hint: "Receivers get every event in order. Events are kept while a receiver is unavailable.",
    administratorsOnly:
      "Only system administrators can create and change receivers, because receivers get the events of all organizations.",
    empty:
      "Send sign-ins, sessions, commands and changes to a webhook, a SIEM or a chat. Create a receiver to begin.",
    active: "Active",
    progress: "Delivery",
    group: { receiver: "Receiver", target: "Target", events: "Events", other: "Other" },
    test: {
      title: "Test",
      hint: "Sends a test event now and shows what the receiver answers.",
      run: "Send test event",
      answer: "Answer:",
      time_one: "Took {{count}} ms.",
      time_other: "Took {{count}} ms.",
    },
    replay: {
      action: "Send events again",
      title: "Send events to {{name}} again",
      hint: "Sends all events since then, with the IDs they already have. Events are kept for seven days.",
      from: "Since",
      run: "Send again",
      done_one: "{{count}} event will be sent again",
      done_other: "{{count}} events will be sent again",
    },
    deliveries: { title: "Delivery log", empty: "Every try to deliver appears here." },
    deadLetters: {
      title: "Dead letters",
      empty: "Events that the receiver refuses five times appear here. There are none.",
      retry: "Dead letters",
      run: "Retry all",
      queued_one: "{{count}} event will be sent again",
      queued_other: "{{count}} events will be sent again",
    },
  },
};
