export {
  type AccountSwitch,
  ConnectionGrant,
  type ForwardingKind,
  type GrantDetails,
} from "./connection-grant.ts";
export type {
  AccessChannel,
  AccountChoice,
  ConnectionDecision,
  ConnectionRequest,
} from "./connection-request.ts";
