export type { AssetChoice, AssetSearch } from "./asset-search.ts";
export {
  type AccountSwitch,
  ConnectionGrant,
  type ForwardingKind,
  type GrantDetails,
  type SessionCertificate,
} from "./connection-grant.ts";
export {
  type AccessChannel,
  type AccountChoice,
  type BrowserMethod,
  type ConnectionDecision,
  type ConnectionRequest,
  type PendingReview,
  statementProtocols,
} from "./connection-request.ts";
export type { PermittedTime } from "./permitted-time.ts";
export type { BrowserRequest, ClientSignIn, FactorChoice, SignInAttempt } from "./sign-in.ts";
export type {
  UnattendedCommand,
  UnattendedInput,
  UnattendedOutcome,
  UnattendedRun,
  UnattendedRunner,
} from "./unattended-command.ts";
