import { catalogue } from "../../engine/i18n/index.ts";
import { boolean, defineResource, inOrganization, relations } from "../../engine/resource/index.ts";
import {
  assetRuleFields,
  assetRuleFilters,
  type RuleAction,
  type RuleKind,
  ruleFields,
  ruleFilters,
  ruleOrder,
  ruleStamps,
  ruleTail,
  validateRule,
} from "./rule-fields.ts";

const text = catalogue("acls.commands", {
  filter: ["Command filter", "命令过滤", "コマンドフィルター"],
  groups: ["Command groups", "命令组", "コマンドグループ"],
  onlyReadable: ["Only commands that can be read", "仅允许可识别的命令", "読み取れるコマンドのみ"],
  onlyReadableHelp: [
    "A line that cannot be read is treated as a match: history such as !!, command names computed by the shell, and input piped into a shell.",
    "无法识别的命令行视为命中命令组，例如 !! 等历史引用、由 shell 计算得出的命令名，以及通过管道传给 shell 的内容。",
    "読み取れない行は、グループに該当したものとして扱います。!! などの履歴、シェルが組み立てるコマンド名、シェルへのパイプなどです。",
  ],
});

const kind = {
  table: "command_filter_acls",
  reviewerTable: "command_filter_acl_reviewers",
  actions: ["reject", "accept", "review", "warning"],
} as const satisfies RuleKind<RuleAction>;

/** Who may run what on which assets. Contract: docs/contract/acls.md, "Command filters". */
export const commandFilterAcls = defineResource({
  path: "acls/command-filter-acls",
  app: "acls",
  model: "commandfilteracl",
  label: text.filter,
  title: "Command Filter Acl",
  scope: "organization",
  table: kind.table,
  fields: {
    ...ruleFields(kind),
    ...assetRuleFields,
    command_groups: relations({
      label: text.groups,
      target: {
        table: "command_groups",
        key: "uuid",
        names: ["r.name"],
        where: inOrganization,
      },
      link: { table: "command_filter_acl_groups", own: "rule_id", other: "group_id" },
    }),
    only_readable: boolean({ label: text.onlyReadable, help: text.onlyReadableHelp, default: false }),
    ...ruleTail,
  },
  stamped: ruleStamps,
  sizes: {
    mini: ["id", "name"],
    small: ["id", "name", "priority", "action", "only_readable", "is_active", "comment"],
  },
  filters: { ...ruleFilters(kind), ...assetRuleFilters(kind) },
  search: ["t.name"],
  order: { ...ruleOrder, by: [...ruleOrder.by, "only_readable", "org_id"] },
  hooks: { validate: (event) => validateRule(kind, event) },
});
