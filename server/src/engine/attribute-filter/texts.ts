import { catalogue } from "../i18n/messages.ts";

/** What is wrong with a filter, for the person who wrote it. */
export const text = catalogue("attributeFilter", {
  notEncoded: [
    "Could not read the rules. Send them as base64-encoded JSON.",
    "规则格式错误，应为 JSON 的 base64 编码。",
    "ルールの形式が正しくありません。JSON を base64 で指定してください。",
  ],
  notFilter: [
    'Choose all, some by name ("ids"), or rules on attributes ("attrs").',
    "请选择全部、指定对象（ids）或按属性筛选（attrs）。",
    "すべて、個別指定（ids）、属性による指定（attrs）のいずれかを選択してください。",
  ],
  idsNeeded: [
    "Select at least one, or choose all.",
    "请至少选择一项，或选择全部。",
    "1 つ以上選択するか、すべてを選択してください。",
  ],
  rulesNeeded: [
    "Add at least one rule, or choose all.",
    "请至少添加一条规则，或选择全部。",
    "条件を 1 つ以上追加するか、すべてを選択してください。",
  ],
  tooMany: ["Use at most {limit}.", "最多 {limit} 项。", "{limit} 件以内にしてください。"],
  ruleIncomplete: [
    "Rule {number}: name an attribute and a value.",
    "第 {number} 条规则：请给出属性和值。",
    "条件 {number}：属性と値を指定してください。",
  ],
  attributeUnknown: [
    'Rule {number}: there is no attribute "{name}". Use one of: {names}.',
    "第 {number} 条规则：没有属性“{name}”。可用属性：{names}。",
    "条件 {number}：属性「{name}」はありません。使用できる属性：{names}。",
  ],
  ruleProblem: [
    "Rule {number} ({name}): {problem}",
    "第 {number} 条规则（{name}）：{problem}",
    "条件 {number}（{name}）：{problem}",
  ],
  matchUnknown: [
    '"{match}" cannot be used with this attribute. Use one of: {matches}.',
    "“{match}”不能用于此属性。可用匹配方式：{matches}。",
    "「{match}」はこの属性に使用できません。使用できる比較：{matches}。",
  ],
  textNeeded: ["enter text.", "请输入文本。", "文字列を入力してください。"],
  listNeeded: ["enter one or more values.", "请输入一个或多个值。", "値を 1 つ以上入力してください。"],
  addressInvalid: [
    '"{entry}" is neither an address, nor a network, nor a range.',
    "“{entry}”不是地址、网段或地址范围。",
    "「{entry}」はアドレス、ネットワーク、範囲のいずれでもありません。",
  ],
  booleanNeeded: ["enter true or false.", "请输入 true 或 false。", "true または false を指定してください。"],
});
