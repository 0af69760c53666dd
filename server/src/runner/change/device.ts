import type { RunnerChange } from "../../transport/runner-control/messages.ts";
import { passwordPrompt } from "../../transport/targets/elevate.ts";
import { openDevice } from "../protocols/device.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { badName, type ChangeMeans, passwordOf, refused, sending } from "./means.ts";

const longestPassword = 128;

/** What devices end their answers with when they wait for more: a prompt, or a question. */
const waits = /[>#$%\]:?][ \t]*$/;

/** What they say of a command they do not take. */
const complaint =
  /invalid input|unrecognized|unknown command|incomplete|ambiguous command|(?:^|[\n%^])\s*error\b|% ?bad /im;

/** Passwords of network devices: the commands of the platform, one after the other in a shell. */
export const devicePassword: ChangeMeans = {
  async set(target, change) {
    const { username } = change.account;
    if (!/^[^\s\p{Cc}]+$/u.test(username)) throw badName(target, change);
    const password = passwordOf(target, change, longestPassword);
    if (/[\s?]/.test(password)) throw target.failure("password_invalid", text.passwordOnDevice);
    const lines = commandsOf(target, change, password);
    const { dialogue } = await openDevice(target);
    await sending(target, async () => {
      for (const line of lines) {
        dialogue.answer(line);
        const heard = await dialogue.hear((said) => {
          // The command is echoed; only what comes after its line counts.
          const answer = said.slice(said.indexOf("\n") + 1);
          if (complaint.test(answer)) return "complaint";
          return (said.includes("\n") && waits.test(answer)) || passwordPrompt.test(said) ? "waits" : null;
        });
        if (heard === "complaint") throw refused(target, dialogue.heard);
        if (heard === null && line !== lines.at(-1)) throw new Error(dialogue.heard);
      }
    });
    return "";
  },
};

/** The commands with their placeholders filled in. What is filled in is looked at by nobody again. */
function commandsOf(
  target: TargetConnection,
  { account }: RunnerChange,
  password: string,
): readonly string[] {
  const { commands } = target.spec.params;
  const given = (Array.isArray(commands) ? commands : String(commands ?? "").split("\n"))
    .filter((line) => typeof line === "string")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (given.length === 0) throw target.failure("not_supported", text.noCommands);
  const values: Readonly<Record<string, string>> = {
    "{username}": account.username,
    "{password}": password,
    "{login_password}": target.account.secret ?? "",
  };
  return given.map((line) =>
    line.replace(/\{(?:username|password|login_password)\}/g, (name) => values[name] ?? name),
  );
}
