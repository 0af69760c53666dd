import { text as targetText } from "../../engine/targets/texts.ts";
import type { CellAccount } from "../messages.ts";
import { text } from "../texts.ts";
import { displayOf, type Visit } from "../visit.ts";
import { Dialogue } from "./dialogue.ts";
import type { ProbeResult } from "./probe.ts";
import { openShell, signInBySsh } from "./ssh-client.ts";

const prompt = /[>#$%\]][ \t]*$/;
const asksName = /(?:user ?name|login|用户名)[ \t]*[:：][ \t]*$/i;
const asksPassword = /(?:pass(?:word|code)?|密码)[ \t]*[:：][ \t]*$/i;
const asksToGoOn = /press any key|hit any key|press (?:enter|return)|-+ ?more ?-+/i;
const refused =
  /incorrect|denied|invalid|fail(?:ed|ure)\b|bad (?:password|secret)|error in authentication|unrecognized|unknown command|% ?error/i;

/** Most questions before the prompt: banners to be confirmed, a second sign-in. */
const mostQuestions = 6;

/**
 * Signs in to a network device and waits for its prompt. Devices that let anybody in by SSH and ask in the shell
 * are answered there; an account that is switched to is switched to by the device's own command.
 */
export async function probeDevice(visit: Visit): Promise<ProbeResult> {
  const { account } = visit;
  const from = account.switchFrom?.account ?? account;
  const connection = await signInBySsh(visit, from);
  const dialogue = new Dialogue(visit, await openShell(visit, connection));
  const { first_connect_delay, first_conn_delay_time } = visit.order.settings;
  const delay = first_connect_delay ?? first_conn_delay_time;
  // Slow devices print their greeting in pieces, with what looks like a prompt in it.
  await dialogue.silence(typeof delay === "number" ? Math.min(Math.max(delay * 1000, 100), 5000) : 500);
  const asked = await untilPrompt(visit, dialogue, from);
  if (account.switchFrom !== null) await elevate(visit, dialogue, account.switchFrom.method);
  return { accountChecked: connection.secretUsed || asked };
}

/** Answers what stands before the prompt; tells whether the password was asked for. */
async function untilPrompt(
  visit: Visit,
  dialogue: Dialogue,
  { username, secret, name }: Omit<CellAccount, "switchFrom">,
): Promise<boolean> {
  let passwordAsked = false;
  for (let question = 0; question < mostQuestions; question += 1) {
    const heard = await dialogue.hear((said) => {
      const end = said.slice(-400);
      if (asksPassword.test(end)) return "password";
      if (asksName.test(end)) return "name";
      if (asksToGoOn.test(end)) return "go on";
      return prompt.test(end) ? "prompt" : null;
    });
    if (heard === "prompt") return passwordAsked;
    const known = heard === "go on" || (heard !== null && !passwordAsked);
    if (!known) break;
    if (heard === "go on") dialogue.answer("");
    else if (heard === "name") dialogue.answer(username);
    else {
      passwordAsked = true;
      dialogue.answer(secret ?? "");
    }
  }
  const said = visit.quote(dialogue.heard);
  if (passwordAsked) {
    const names = { account: displayOf({ name, username }) };
    throw visit.failure("authentication_failed", targetText.authenticationFailed, names);
  }
  throw visit.failure("protocol_error", text.noPrompt, { shown: said });
}

const commands: Readonly<Record<string, string>> = {
  enable: "enable",
  super: "super 15",
  super_level: "super level 15",
};

async function elevate(visit: Visit, dialogue: Dialogue, method: string): Promise<void> {
  const { account } = visit;
  const command = commands[method];
  if (command === undefined) throw visit.failure("not_supported", text.switchUnknown, { method });
  dialogue.answer(command);
  const look = (said: string) => {
    // The command is echoed; only what comes after its line counts.
    const answer = said.slice(said.indexOf("\n") + 1);
    if (asksPassword.test(answer)) return "password";
    if (refused.test(answer)) return "refused";
    return said.includes("\n") && prompt.test(answer) ? "prompt" : null;
  };
  let heard = await dialogue.hear(look);
  if (heard === "password") {
    dialogue.answer(account.secret ?? "");
    heard = await dialogue.hear(look);
  }
  if (heard === "prompt") return;
  const shown = visit.quote(dialogue.heard);
  throw visit.failure("switch_failed", text.switchRefused, { account: displayOf(account), shown });
}
