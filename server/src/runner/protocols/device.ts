import type { RunnerAccount } from "../../transport/runner-control/messages.ts";
import { Dialogue } from "../../transport/targets/dialogue.ts";
import { commandPrompt, elevate, passwordPrompt } from "../../transport/targets/elevate.ts";
import { text } from "../../transport/targets/texts.ts";
import { displayOf, type TargetConnection } from "../target-connection.ts";
import type { ProbeResult } from "./probe.ts";
import { openShell, signInBySsh } from "./ssh-client.ts";

const asksName = /(?:user ?name|login|用户名)[ \t]*[:：][ \t]*$/i;
const asksToGoOn = /press any key|hit any key|press (?:enter|return)|-+ ?more ?-+/i;

/** Most questions before the prompt: banners to be confirmed, a second sign-in. */
const mostQuestions = 6;

/**
 * Signs in to a network device and waits for its prompt. Devices that let anybody in by SSH and ask in the shell
 * are answered there; an account that is switched to is switched to by the device's own command.
 */
export async function probeDevice(target: TargetConnection): Promise<ProbeResult> {
  return { accountChecked: (await openDevice(target)).accountChecked };
}

/** Signs in to a network device as `probeDevice` does; the dialogue stands at its prompt. */
export async function openDevice(
  target: TargetConnection,
): Promise<ProbeResult & { readonly dialogue: Dialogue }> {
  const { account } = target;
  const from = account.switchFrom?.account ?? account;
  const connection = await signInBySsh(target, from);
  const dialogue = new Dialogue(target, await openShell(target, connection), target.spec.target.charset);
  const { first_connect_delay, first_conn_delay_time } = target.spec.settings;
  const delay = first_connect_delay ?? first_conn_delay_time;
  // Slow devices print their greeting in pieces, with what looks like a prompt in it.
  await dialogue.silence(typeof delay === "number" ? Math.min(Math.max(delay * 1000, 100), 5000) : 500);
  const asked = await untilPrompt(target, dialogue, from);
  if (account.switchFrom !== null) {
    const { method } = account.switchFrom;
    await elevate(target, dialogue, { method, display: displayOf(account), password: account.secret ?? "" });
  }
  return { accountChecked: connection.secretUsed || asked, dialogue };
}

/** Answers what is before the prompt; tells whether the password was asked for. */
async function untilPrompt(
  target: TargetConnection,
  dialogue: Dialogue,
  { username, secret, name }: Omit<RunnerAccount, "switchFrom">,
): Promise<boolean> {
  let passwordAsked = false;
  for (let question = 0; question < mostQuestions; question += 1) {
    const heard = await dialogue.hear((said) => {
      const end = said.slice(-400);
      if (passwordPrompt.test(end)) return "password";
      if (asksName.test(end)) return "name";
      if (asksToGoOn.test(end)) return "go on";
      return commandPrompt.test(end) ? "prompt" : null;
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
  const said = target.quote(dialogue.heard);
  if (passwordAsked) {
    const names = { account: displayOf({ name, username }) };
    throw target.failure("authentication_failed", text.authenticationFailed, names);
  }
  throw target.failure("protocol_error", text.noPrompt, { shown: said });
}
