import { randomBytes } from "node:crypto";
import {
  type Conversation,
  commandPrompt,
  type Dialogue,
  elevate,
  isElevation,
  passwordPrompt,
  TargetFailure,
  text as targetText,
} from "../../transport/targets/index.ts";
import type { AccountSwitch, ConnectionGrant } from "../ports.ts";

/** `su` waits a few seconds before it turns a password down. */
const mostSilence = 6000;

/** A name that can be in a line typed into somebody's shell. */
const plainName = /^[a-z_][a-z0-9_.-]{0,31}\$?$/i;

/** A name as `su` takes it: no option, one line. */
const anyName = /^[^-\p{Cc}][^\p{Cc}]*$/u;

/** An account that is changed to, and how. Holds secrets. */
export interface Switch {
  readonly account: ConnectionGrant["account"];
  readonly from: AccountSwitch;
}

/** `name(username)`, as texts name an account. */
export function displayOf({ name, username }: { readonly name: string; readonly username: string }): string {
  return `${name}(${username})`;
}

/** What sudo asks the password with: random, so that nothing else is answered with it. */
function sudoQuestion(): string {
  return `${randomBytes(12).toString("hex")}:`;
}

/**
 * The command that becomes another account in a terminal of its own. It reads the name and what sudo asks with from
 * its input, so that nothing of a field is in it and nobody else knows the question, and is replaced by the other
 * account's shell: a refusal ends it, and never leaves the person in the account that signed in.
 *
 * @param method `su`; anything else is sudo
 */
export function switchCommand(method: string): string {
  const become = method === "su" ? 'su - "$name"' : 'sudo -k -i -u "$name"';
  const read = "IFS= read -r name; IFS= read -r SUDO_PROMPT; export SUDO_PROMPT";
  return `/bin/sh -c 'stty -echo; ${read}; stty echo; exec ${become}'`;
}

/**
 * Becomes the other account by what `switchCommand` has started.
 *
 * @throws TargetFailure `switch_failed` and those of waiting
 */
export async function answerSwitchCommand(
  conversation: Conversation,
  dialogue: Dialogue,
  { account, from }: Switch,
): Promise<void> {
  assertName(conversation, account);
  dialogue.answer(account.username);
  const question = sudoQuestion();
  dialogue.answer(question);
  await answerSwitch(conversation, dialogue, { account, from }, { question, isEchoed: false });
}

/**
 * Becomes the other account by a line typed at the prompt of a shell, which is replaced.
 *
 * @throws TargetFailure `switch_failed`, `not_supported` and those of waiting
 */
export async function switchAtPrompt(
  conversation: Conversation,
  dialogue: Dialogue,
  { account, from }: Switch,
): Promise<void> {
  const { method } = from;
  if (isElevation(method)) {
    await elevate(conversation, dialogue, {
      method,
      display: displayOf(account),
      password: account.secret,
    });
    return;
  }
  assertName(conversation, account, plainName);
  const question = sudoQuestion();
  const name = account.username;
  dialogue.answer(method === "su" ? `exec su - ${name}` : `exec sudo -k -p ${question} -i -u ${name}`);
  await answerSwitch(conversation, dialogue, { account, from }, { question, isEchoed: true });
}

/** Waits for the first prompt of a command line that somebody has just signed in to. */
export async function awaitPrompt(conversation: Conversation, dialogue: Dialogue): Promise<void> {
  const heard = await orSilence(
    dialogue.hear((said) => (commandPrompt.test(said) ? true : null), mostSilence),
  );
  if (heard !== null) return;
  throw conversation.failure("protocol_error", targetText.noPrompt, {
    shown: conversation.quote(dialogue.heard),
  });
}

async function answerSwitch(
  conversation: Conversation,
  dialogue: Dialogue,
  { account, from }: Switch,
  { question, isEchoed }: { readonly question: string; readonly isEchoed: boolean },
): Promise<void> {
  const usesSu = from.method === "su";
  const asks = (said: string) => (usesSu ? passwordPrompt.test(said) : said.includes(question));
  const look = (said: string) => {
    // The question is in the line that was typed.
    if (isEchoed && !said.includes("\n")) return null;
    const answer = isEchoed ? said.slice(said.indexOf("\n") + 1) : said;
    if (asks(answer)) return "password";
    return commandPrompt.test(answer) ? "prompt" : null;
  };
  let heard = await orSilence(dialogue.hear(look, mostSilence));
  if (heard === "password") {
    dialogue.answer(usesSu ? account.secret : from.secret);
    const lookAgain = (said: string) =>
      asks(said) ? "password" : commandPrompt.test(said) ? "prompt" : null;
    heard = await orSilence(dialogue.hear(lookAgain, mostSilence));
    // Whoever checks the password may be slow: as long as there was no word at all, this is no prompt either.
    if (heard === "silence" && dialogue.heard.trim() === "")
      heard = await orSilence(dialogue.hear(lookAgain));
  }
  // Anyone who still asks, or has hung up, has refused; who is silent has a prompt that does not look like one.
  if (heard === "prompt" || heard === "silence") return;
  const shown = conversation.quote(dialogue.heard);
  throw conversation.failure("switch_failed", targetText.switchRefused, {
    account: displayOf(account),
    shown,
  });
}

function orSilence<T>(heard: Promise<T>): Promise<T | "silence"> {
  return heard.catch((error: unknown) => {
    if (error instanceof TargetFailure && error.code === "timeout") return "silence";
    throw error;
  });
}

/**
 * Refuses a name that would be read as something else.
 *
 * @throws TargetFailure `switch_failed`
 */
export function assertName(
  conversation: Conversation,
  account: Switch["account"],
  allowed: RegExp = anyName,
): void {
  if (allowed.test(account.username)) return;
  throw conversation.failure("switch_failed", targetText.switchFailed, { account: displayOf(account) });
}
