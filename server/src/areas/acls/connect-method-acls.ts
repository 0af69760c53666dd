import { sql } from "kysely";
import { FieldError } from "../../engine/errors.ts";
import { cleanText, custom, defineResource, type Field, json } from "../../engine/resource/index.ts";
import { globalFields } from "./global-fields.ts";
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

const kind = {
  table: "connect_method_acls",
  reviewerTable: "connect_method_acl_reviewers",
  actions: ["reject"],
} as const satisfies RuleKind<"reject">;

/** Most methods of one rule, and the longest name of one. */
const limits = { methods: 100, name: 64 };

const plain = json({ label: ruleText.methods, default: [] });

const methods: Field<readonly string[], unknown> = {
  ...plain,
  parse: (input) => {
    const isList =
      Array.isArray(input) &&
      input.length <= limits.methods &&
      input.every(
        (item) => typeof item === "string" && /^[\w.:-]+$/.test(item) && item.length <= limits.name,
      );
    if (!isList) throw new FieldError([ruleText.methodsInvalid]);
    return [...new Set<string>(input)];
  },
};

const ofMethod = custom((value) =>
  value === "" ? null : sql<boolean>`t.connect_methods @> ${JSON.stringify([cleanText(value)])}::jsonb`,
);

/** Who may not use which ways of connecting. Contract: docs/contract/acls.md, "Connection method rules". */
export const connectMethodAcls = defineResource({
  path: "acls/connect-method-acls",
  app: "acls",
  model: "connectmethodacl",
  label: ruleText.methodRule,
  title: "Connect Method Acl",
  scope: "global",
  table: kind.table,
  fields: { ...ruleFields(kind), ...globalFields, connect_methods: methods, ...ruleTail },
  stamped: ruleStamps,
  sizes: { mini: ["id", "name"], small: ["id", "name", "priority", "action", "is_active", "comment"] },
  filters: { ...ruleFilters(kind), methods: ofMethod, connect_methods: ofMethod },
  search: ["t.name"],
  order: ruleOrder,
  hooks: { validate: (event) => validateRule(kind, event) },
});
