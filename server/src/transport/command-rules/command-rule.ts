/** What a rule about commands does where it fits. */
export type CommandAction = "reject" | "review" | "warning" | "accept";

/** Commands that rules name together. */
export interface CommandGroup {
  readonly id: string;
  readonly name: string;
  /** `command`: a command on each line; `regex`: one expression. */
  readonly type: "command" | "regex";
  readonly content: string;
  readonly ignoreCase: boolean;
}

/** A rule about commands. Contract: docs/contract/acls.md, "Command filters". */
export interface CommandRule {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly action: CommandAction;
  /** Ids of the people who are told, or asked. */
  readonly reviewers: readonly string[];
  /** Whether a line that cannot be read fits as if a group named it. */
  readonly onlyReadable: boolean;
  readonly groups: readonly CommandGroup[];
}

/** Of rules of one priority the stricter comes first. */
const strictness: readonly CommandAction[] = ["reject", "review", "warning", "accept"];

/** Rules in the order in which they are asked. */
export function inOrder<Rule extends Pick<CommandRule, "action" | "priority">>(
  rules: readonly Rule[],
  highestFirst: boolean,
): readonly Rule[] {
  const direction = highestFirst ? -1 : 1;
  return [...rules].sort(
    (one, other) =>
      direction * (one.priority - other.priority) ||
      strictness.indexOf(one.action) - strictness.indexOf(other.action),
  );
}
