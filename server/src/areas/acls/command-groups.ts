import { ValidationError } from "../../engine/errors.ts";
import { expressionProblem } from "../../engine/expressions.ts";
import { catalogue, text as shared } from "../../engine/i18n/index.ts";
import {
  boolean,
  defineResource,
  exact,
  labeledChoice,
  text as line,
  stamps,
  uuid,
} from "../../engine/resource/index.ts";

const text = catalogue("acls", {
  commandGroup: ["Command group", "命令组", "コマンドグループ"],
  type: ["Type", "类型", "種類"],
  command: ["Command", "命令", "コマンド"],
  regex: ["Regular expression", "正则表达式", "正規表現"],
  content: ["Content", "内容", "内容"],
  contentHelp: ["One command per line.", "每行一个命令。", "1 行に 1 つのコマンドを入力します。"],
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
      const problem = type === "regex" ? expressionProblem(content) : null;
      if (problem !== null) throw new ValidationError({ content: [problem] });
    },
  },
});
