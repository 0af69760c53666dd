export {
  addressMatches,
  addressNumber,
  addressRange,
  compileAddresses,
  isRuleAddress,
} from "./address-rules.ts";
export { authorOf } from "./author.ts";
export {
  type ConfirmLevel,
  confirmLevels,
  confirmSeconds,
  confirmStrength,
  rememberConfirmation,
  requireConfirmation,
} from "./confirmation.ts";
export type {
  CallerContext,
  HeaderCredential,
  Organization,
  Permissions,
  Principal,
  QueryParameters,
  RequestContext,
} from "./context.ts";
export { accessVersionTable } from "./readable-tables.ts";
export {
  type AccessRule,
  anonymous,
  beforeTerms,
  component,
  either,
  permission,
  requirePermission,
  signedIn,
} from "./rules.ts";
export { createVersionedCache, type VersionedCache } from "./versioned-cache.ts";
