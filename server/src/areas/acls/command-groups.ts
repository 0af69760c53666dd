import { ValidationError } from "../../engine/errors.ts";
import { createExpression, expressionProblem } from "../../engine/expressions.ts";
import { catalogue, type Message, text as shared, withParameters } from "../../engine/i18n/index.ts";
import {
  boolean,
  defineResource,
  exact,
  labeledChoice,
  text as line,
  stamps,
  uuid,
} from "../../engine/resource/index.ts";
import { linesOf, longestLine, mostLines } from "../../transport/command-rules/index.ts";

const text = catalogue("acls", {
  commandGroup: ["Command group", "命令组", "コマンドグループ"],
  type: ["Type", "类型", "種類"],
  command: ["Command", "命令", "コマンド"],
  regex: ["Regular expression", "正则表达式", "正規表現"],
  content: ["Content", "内容", "内容"],
  contentHelp: [
    "One command per line, or one regular expression.",
    "每行一个命令，或一个正则表达式。",
    "1 行に 1 つのコマンド、または正規表現を 1 つ入力します。",
  ],
  severalLines: [
    "A group of this type is one expression on one line. Join alternatives with |, and write a line break as \\n.",
    "此类型的命令组是单行的一个表达式。请用 | 连接多个分支，换行写作 \\n。",
    "この種類のグループは 1 行の 1 つの式です。選択肢は | でつなぎ、改行は \\n と書いてください。",
  ],
  fitsEverything: [
    "This expression matches every command. Remove the empty alternative, or the part that can repeat zero times.",
    "该表达式匹配所有命令。请删除空的分支或可重复零次的部分。",
    "この式はすべてのコマンドに一致します。空の選択肢や 0 回の繰り返しを除いてください。",
  ],
  tooManyLines: [
    "A group can have at most {most} commands.",
    "一个命令组最多包含 {most} 条命令。",
    "1 つのグループに入れられるコマンドは {most} 件までです。",
  ],
  lineTooLong: [
    "A command can have at most {most} characters.",
    "每条命令最多 {most} 个字符。",
    "1 つのコマンドは {most} 文字までです。",
  ],
  ignoreCase: ["Ignore case", "忽略大小写", "大文字と小文字を区別しない"],
});

/** Commands and expressions that rules name together. Contract: docs/contract/acls.md, "Command groups". */
export const commandGroups = defineResource({
  path: "acls/command-groups",
  app: "acls",
  model: "commandgroup",
  label: text.commandGroup,
  title: "Command Group",
  scope: "organization",
  table: "command_groups",
  fields: {
    id: uuid({ label: shared.id }),
    name: line({ label: shared.name, required: true, maxLength: 128 }),
    type: labeledChoice({
      label: text.type,
      default: "command",
      choices: [
        { value: "command", label: text.command },
        { value: "regex", label: text.regex },
      ],
    }),
    content: line({ label: text.content, help: text.contentHelp, required: true }),
    ignore_case: boolean({ label: text.ignoreCase, default: true }),
    comment: line({ label: shared.comment }),
    ...stamps(),
  },
  sizes: { mini: ["id", "name"], small: ["id", "name", "type", "content", "ignore_case", "comment"] },
  filters: { name: exact("t.name") },
  search: ["t.name"],
  order: { by: ["name", "type", "comment", "date_created", "date_updated"], default: ["name"] },
  hooks: {
    validate: ({ before, values }) => {
      const { type, content = "" } = { ...before, ...values };
      const problem = type === "regex" ? expressionTrouble(content) : linesTrouble(content);
      if (problem !== null) throw new ValidationError({ content: [problem] });
    },
  },
});

/**
 * What is wrong with an expression. One that is found in an empty text is found in every one, and one of several lines
 * only in text that has the same line breaks: neither does what its author meant.
 */
function expressionTrouble(content: string): Message | null {
  if (/[\r\n]/.test(content)) return text.severalLines;
  return expressionProblem(content) ?? (createExpression(content)("") ? text.fitsEverything : null);
}

function linesTrouble(content: string): Message | null {
  const lines = linesOf(content);
  if (lines.length > mostLines) return withParameters(text.tooManyLines, { most: mostLines });
  return lines.some(({ length }) => length > longestLine)
    ? withParameters(text.lineTooLong, { most: longestLine })
    : null;
}
