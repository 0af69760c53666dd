import type { Area } from "../../engine/area.ts";
import { commandFilterAcls } from "./command-filter-acls.ts";
import { commandGroups } from "./command-groups.ts";
import { connectMethodAcls } from "./connect-method-acls.ts";
import { loginAcls } from "./login-acls.ts";
import { loginAssetAcls } from "./login-asset-acls.ts";
import { signInReview } from "./sign-in-review.ts";
import "./tables.ts";

export type { RuleServices } from "./active-rules.ts";
export { commandFiltersOfToken } from "./command-filters-of-token.ts";
export {
  commandRuleReviewers,
  commandRulesChannel,
  commandRulesFor,
} from "./command-rules.ts";
export {
  closeConnectionReview,
  connectionReview,
  openConnectionReview,
} from "./connection-review.ts";
export { assetLoginRuleFor, type FittingRule, hiddenConnectMethods, loginRuleFor } from "./evaluate.ts";
export { type ReviewServices, reviewChanged } from "./review-changes.ts";

/** Rules about signing in, connecting and commands. Contract: docs/contract/acls.md. */
export const aclsArea: Area = {
  name: "acls",
  resources: [loginAcls, loginAssetAcls, connectMethodAcls, commandGroups, commandFilterAcls],
  signInReviewers: [signInReview],
};
