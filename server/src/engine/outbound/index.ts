// The face of this room: what areas use of it. docs/architecture.md.

export { askServer, type OutgoingRequest } from "./ask-server.ts";
export { cardText, slackText, teamsCard } from "./chat-format.ts";
export {
  DeliveryError,
  type DeliveryProblem,
  deliveryProblemOf,
  deliveryProblems,
} from "./delivery-error.ts";
export type { DeliveryOptions } from "./delivery-options.ts";
export { type PostAnswer, post } from "./post.ts";
export { sendSyslog, syslogText } from "./send-syslog.ts";
export { resolveTarget, TargetRefused } from "./target-address.ts";
