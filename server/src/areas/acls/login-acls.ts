import { defineResource, exactChoice } from "../../engine/resource/index.ts";
import { globalFields } from "./global-fields.ts";
import { prefillUser } from "./prefill-user.ts";
import {
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
  table: "login_acls",
  reviewerTable: "login_acl_reviewers",
  actions: ["reject", "accept", "review"],
} as const satisfies RuleKind<"reject" | "accept" | "review">;

/** Who may sign in, from where and when. Contract: docs/contract/acls.md, "Sign-in rules". */
export const loginAcls = defineResource({
  path: "acls/login-acls",
  app: "acls",
  model: "loginacl",
  label: ruleText.loginRule,
  title: "Login Acl",
  scope: "global",
  table: kind.table,
  fields: { ...ruleFields(kind), ...globalFields, rules: rulesField, ...ruleTail },
  stamped: ruleStamps,
  sizes: { mini: ["id", "name"], small: ["id", "name", "priority", "action", "is_active", "comment"] },
  filters: { ...ruleFilters(kind), action: exactChoice("t.action", kind.actions) },
  search: ["t.name"],
  order: ruleOrder,
  hooks: {
    prepare: prefillUser,
    validate: (event) => validateRule(kind, event),
  },
});
