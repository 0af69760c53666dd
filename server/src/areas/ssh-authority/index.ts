import type { Area } from "../../engine/area.ts";
import { authorityKeyColumn } from "./authority-key.ts";
import { authorityRoute } from "./authority-route.ts";
import "./tables.ts";

export {
  type AuthorityKeeper,
  type AuthorityKey,
  authorityComment,
  authorityKey,
  isPeopleAuthority,
} from "./authority-key.ts";
export { certifyAccount } from "./certify-account.ts";
export {
  countFormerTrusts,
  endFormerTrust,
  type FormerTrust,
  type FormerTrustState,
  forgetFormerKeys,
  formerTrusts,
  holdKey,
  type KnownKey,
  keepFormerKey,
  knownKeys,
  leaveFormerKey,
  noteProblem,
  replaceKey,
  retireKey,
} from "./key-rotation.ts";
export { authorityKeysTable, formerTrustsTable } from "./readable-tables.ts";

/** The authority that certifies accounts of SSH targets, and people at the gateway. docs/ssh-certificates.md. */
export const sshAuthorityArea: Area = {
  name: "ssh-authority",
  routes: [authorityRoute],
  sealed: [authorityKeyColumn],
};
