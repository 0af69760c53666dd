import type { Conversation } from "./conversation.ts";
import type { Dialogue } from "./dialogue.ts";
import { text } from "./texts.ts";

/** The end of what a command line says when it waits for a command. */
export const commandPrompt = /[>#$%\]][ \t]*$/;

/** The end of what asks for a password. */
export const passwordPrompt = /(?:pass(?:word|code)?|密码|パスワード)[^\n]{0,80}[:：][ \t]*$/i;

const refused =
  /incorrect|denied|invalid|fail(?:ed|ure)\b|bad (?:password|secret)|error in authentication|unrecognized|unknown command|% ?error/i;

const commands: Readonly<Record<string, string>> = {
  enable: "enable",
  super: "super 15",
  super_level: "super level 15",
};

/** Who is changed to by a device's own command. Holds a secret. */
export interface Elevation {
  /** `enable`, `super` or `super_level`: how the platform does it. */
  readonly method: string;
  /** How failures name the account, e.g. `name(username)`. */
  readonly display: string;
  readonly password: string;
}

/** Whether devices know this way of changing to another account. */
export function isElevation(method: string): boolean {
  return Object.hasOwn(commands, method);
}

/**
 * Changes to another account by the command of a network device, at its prompt.
 *
 * @throws TargetFailure `switch_failed`, `not_supported`, and those of waiting
 */
export async function elevate(
  conversation: Conversation,
  dialogue: Dialogue,
  { method, display, password }: Elevation,
): Promise<void> {
  const command = Object.hasOwn(commands, method) ? commands[method] : undefined;
  if (command === undefined) throw conversation.failure("not_supported", text.switchUnknown, { method });
  dialogue.answer(command);
  const look = (said: string) => {
    // The command is echoed; only what comes after its line counts.
    const answer = said.slice(said.indexOf("\n") + 1);
    if (passwordPrompt.test(answer)) return "password";
    if (refused.test(answer)) return "refused";
    return said.includes("\n") && commandPrompt.test(answer) ? "prompt" : null;
  };
  let heard = await dialogue.hear(look);
  if (heard === "password") {
    dialogue.answer(password);
    heard = await dialogue.hear(look);
  }
  if (heard === "prompt") return;
  const shown = conversation.quote(dialogue.heard);
  throw conversation.failure("switch_failed", text.switchRefused, { account: display, shown });
}
