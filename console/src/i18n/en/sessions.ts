/** Texts of the session pages. */
export default {
  online: "Online",
  finished: "Finished",
  stateOnline: "Online",
  stateFinished: "Finished",
  commands: "Commands",
  duration: "Duration",
  replay: "Replay",
  terminate: "Terminate",
  terminateTitle_one: "Terminate the session?",
  terminateTitle_other: "Terminate {{count}} sessions?",
  terminateBody: "{{names}}: the connection is cut at once, unsaved work on the target may be lost.",
  terminateSent: "The gateway was told to end it",
  noOnline: "Nobody is connected right now.",
  noFinished: "Finished sessions and their recordings appear here.",
} as const;
