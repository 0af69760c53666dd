// The face of this room: what areas use of it. docs/architecture.md.

export { askServer, type OutgoingRequest } from "./ask-server.ts";
export {
  DeliveryError,
  type DeliveryProblem,
  deliveryProblemOf,
  deliveryProblems,
  type Refusal,
} from "./delivery-error.ts";
export type { DeliveryOptions } from "./delivery-options.ts";
export { type Post, type PostAnswer, post } from "./post.ts";
export { type SyslogMessage, sendSyslog, syslogText } from "./send-syslog.ts";
export { resolveTarget, TargetRefused } from "./target-address.ts";
