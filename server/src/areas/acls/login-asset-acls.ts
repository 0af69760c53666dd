import { boolean, defineResource, integer } from "../../engine/resource/index.ts";
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

/** What becomes of a connection that waits for approval, and of one that cannot wait. */
const approval = {
  approval_valid_for: integer({
    label: ruleText.approvalValidFor,
    help: ruleText.approvalValidForHelp,
    default: 0,
    minimum: 0,
    maximum: 10_080,
  }),
  emergency_access: boolean({
    label: ruleText.emergencyAccess,
    help: ruleText.emergencyAccessHelp,
    default: false,
  }),
};

/**
 * Who may connect to which assets with which accounts, from where and when. Contract: docs/contract/acls.md, "Asset
 * access rules".
 */
export const loginAssetAcls = defineResource({
  path: "acls/login-asset-acls",
  app: "acls",
  model: "loginassetacl",
  label: ruleText.assetRule,
  title: "Login Asset Acl",
  scope: "organization",
  table: kind.table,
  fields: { ...ruleFields(kind), ...assetRuleFields, rules: rulesField, ...approval, ...ruleTail },
  stamped: ruleStamps,
  sizes: { mini: ["id", "name"], small: ["id", "name", "priority", "action", "is_active", "comment"] },
  filters: { ...ruleFilters(kind), ...assetRuleFilters(kind) },
  search: ["t.name"],
  order: { ...ruleOrder, by: [...ruleOrder.by, "org_id"] },
  hooks: { validate: (event) => validateRule(kind, event) },
});
