import { defineResource } from "../../engine/resource/index.ts";
import {
  assetRuleFields,
  assetRuleFilters,
  type RuleKind,
  ruleFields,
  ruleFilters,
  ruleOrder,
  ruleStamps,
  ruleTail,
  validateRule,
} from "./rule-fields.ts";
import { ruleText } from "./rule-texts.ts";
import { rulesField } from "./rules-field.ts";

const kind = {
  table: "login_asset_acls",
  reviewerTable: "login_asset_acl_reviewers",
  actions: ["reject", "accept", "review"],
} as const satisfies RuleKind<"reject" | "accept" | "review">;

/**
 * Who may connect to which assets with which accounts, from where and when. Contract: docs/contract/acls.md, "Asset
 * connection rules".
 */
export const loginAssetAcls = defineResource({
  path: "acls/login-asset-acls",
  app: "acls",
  model: "loginassetacl",
  label: ruleText.assetRule,
  title: "Login Asset Acl",
  scope: "organization",
  table: kind.table,
  fields: { ...ruleFields(kind), ...assetRuleFields, rules: rulesField, ...ruleTail },
  stamped: ruleStamps,
  sizes: { mini: ["id", "name"], small: ["id", "name", "priority", "action", "is_active", "comment"] },
  filters: { ...ruleFilters(kind), ...assetRuleFilters(kind) },
  search: ["t.name"],
  order: { ...ruleOrder, by: [...ruleOrder.by, "org_id"] },
  hooks: { validate: (event) => validateRule(kind, event) },
});
