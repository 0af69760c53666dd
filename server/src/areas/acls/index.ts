import type { Area } from "../../engine/area.ts";
import { commandFilterAcls } from "./command-filter-acls.ts";
import { commandGroups } from "./command-groups.ts";
import { connectMethodAcls } from "./connect-method-acls.ts";
import { explainRules } from "./explain-rules.ts";
import { loginAcls } from "./login-acls.ts";
import { loginAssetAcls } from "./login-asset-acls.ts";
import { loginAssetCheckRoute } from "./login-asset-check.ts";
import { rememberConnection } from "./remember-connection.ts";
import { signInReview } from "./sign-in-review.ts";
import "./tables.ts";

export type { RuleServices } from "./active-rules.ts";
export { commandFiltersOfToken } from "./command-filters-of-token.ts";
export { openCommandReview } from "./command-review.ts";
export { commandRulesChannel, commandRulesFor, findCommandRule } from "./command-rules.ts";
export {
  closeConnectionReview,
  connectionReview,
  openConnectionReview,
  rememberedApproval,
} from "./connection-review.ts";
export {
  assetLoginRuleFor,
  type ComingFacts,
  expectFacts,
  type FittingConnectionRule,
  type FittingRule,
  hiddenConnectMethods,
  loginRuleFor,
} from "./evaluate.ts";
export {
  commandJudge,
  connectionJudge,
  type Judgement,
  methodJudge,
  type RuleEffect,
  signInJudge,
} from "./preview/judges.ts";
export { type PreviewedRuleKind, previewedKinds, readDraft } from "./preview/rule-draft.ts";
export { type ReviewServices, reviewChanged } from "./review-changes.ts";
export { highestFirst } from "./rule-order.ts";

/** Rules about signing in, connecting and commands. Contract: docs/contract/acls.md. */
export const aclsArea: Area = {
  name: "acls",
  resources: [loginAcls, loginAssetAcls, connectMethodAcls, commandGroups, commandFilterAcls],
  routes: [loginAssetCheckRoute],
  signInReviewers: [signInReview],
  ruleExplainers: [explainRules],
  ticketEffects: [rememberConnection],
};
