import type { Conversation } from "../conversation.ts";
import type { Dialogue } from "../dialogue.ts";
import { pattern } from "../pattern.ts";
import { text } from "../texts.ts";

/** Who signs in by telnet. Holds a secret. */
export interface TelnetAccount {
  /** How failures name it, e.g. `name(username)`. */
  readonly display: string;
  readonly username: string;
  readonly password: string;
}

/** What the prompts are where the platform does not say. Contract: docs/contract/assets.md, "Protocols". */
const defaults = {
  username_prompt: "username:|login:",
  password_prompt: "password:",
  success_prompt: "success|成功|#|>|\\$",
};

const invalid = {
  username_prompt: text.invalidUsernamePrompt,
  password_prompt: text.invalidPasswordPrompt,
  success_prompt: text.invalidSuccessPrompt,
};

const refused = /incorrect|fail(?:ed|ure)?\b|denied|invalid|bad (?:password|user|secret)|失败|错误|失敗/i;

/** What is said after a sign-in about earlier ones looks like a question for a name. */
const tellsOfSignIns = /^\s*last (?:failed |successful )?login/i;

/** What a platform says about telnet. */
export interface TelnetPrompts {
  /** Setting of the platform's telnet protocol: `username_prompt`, `password_prompt`, `success_prompt`. */
  readonly setting: Readonly<Record<string, unknown>>;
}

/**
 * Signs in over telnet by the prompts of the platform: the name and the password each when it is asked for, once.
 *
 * @throws TargetFailure `protocol_error`, `authentication_failed`, `invalid_setting`, and those of waiting
 */
export async function signInByTelnet(
  conversation: Conversation,
  dialogue: Dialogue,
  account: TelnetAccount,
  { setting }: TelnetPrompts,
): Promise<void> {
  const promptOf = (name: keyof typeof defaults) => {
    const chosen = setting[name];
    const source = typeof chosen === "string" && chosen !== "" ? chosen : defaults[name];
    const refusal = () => conversation.failure("invalid_setting", invalid[name], { pattern: source });
    return pattern(source, refusal);
  };
  const asks = (name: "username_prompt" | "password_prompt") => {
    const isPrompt = promptOf(name);
    return (line: string) => isPrompt(line) && !tellsOfSignIns.test(line);
  };
  const asksName = asks("username_prompt");
  const asksPassword = asks("password_prompt");
  const succeeded = promptOf("success_prompt");
  const notAccepted = () =>
    conversation.failure("authentication_failed", text.authenticationFailed, { account: account.display });

  const first = await dialogue.hear((heard) => {
    const line = lastLine(heard);
    if (asksName(line)) return "name";
    return asksPassword(line) ? "password" : null;
  });
  if (first === null) throw conversation.failure("protocol_error", text.telnetEnded);
  if (first === "name") {
    dialogue.answer(account.username);
    const asked = await dialogue.hear((heard) => (asksPassword(lastLine(heard)) ? true : null));
    if (asked === null) throw notAccepted();
  }
  dialogue.answer(account.password);
  const outcome = await dialogue.hear((heard) => {
    if (refused.test(heard) || asksName(lastLine(heard)) || asksPassword(lastLine(heard))) return "refused";
    return succeeded(heard) ? "in" : null;
  });
  if (outcome !== "in") throw notAccepted();
}

/** Prompts are on the last line; a greeting above may say anything. */
function lastLine(heard: string): string {
  return heard.slice(heard.trimEnd().lastIndexOf("\n") + 1);
}
