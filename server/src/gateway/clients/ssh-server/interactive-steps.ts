import type { KeyboardAuthContext, Prompt } from "ssh2";
import { ApiError } from "../../../engine/errors.ts";
import { translate, withParameters } from "../../../engine/i18n/index.ts";
import type { FactorChoice } from "../../../transport/connections/index.ts";
import type { SignInState } from "./ports.ts";
import { harmless } from "./text-width.ts";
import { serverText } from "./texts.ts";

/** Most answers to one question before it counts as wrong. */
const mostAnswers = 4;

type Factor = Extract<SignInState, { readonly state: "factor" }>;
type Consent = Extract<SignInState, { readonly state: "consent" }>;
type Browser = Extract<SignInState, { readonly state: "browser" }> & {
  /** Signs in by a password that is typed instead; absent where passwords are not taken. */
  readonly byPassword?: (password: string) => Promise<SignInState>;
};

/** A sign-in whose steps are done by keyboard-interactive. */
export type StepsState = SignInState | Browser;

/** Asks one question; rejects when the client gives up. */
type Ask = (prompt: string, instructions?: string, echo?: boolean) => Promise<string>;

/**
 * Runs the steps of a sign-in by keyboard-interactive: the browser, and what is required after the first proof, a second
 * factor and somebody's consent, one after the other. `gone` aborts when the client leaves. Contract: docs/contract/ssh.md, "Sign-in".
 *
 * @returns how it ended; never a state that still requires a step
 */
export async function answerSteps(
  attempt: KeyboardAuthContext,
  pending: StepsState,
  gone: AbortSignal,
): Promise<SignInState> {
  let state: StepsState = pending;
  const given = new AbortController();
  attempt.once("abort", () => given.abort());
  const left = AbortSignal.any([given.signal, gone]);
  const ask = asker(attempt);
  while (state.state === "factor" || state.state === "consent" || state.state === "browser") {
    if (state.state === "browser") state = await awaitBrowser({ attempt, ask, left }, state);
    else
      state = state.state === "factor" ? await proveFactor(ask, state) : await awaitConsent(ask, state, left);
  }
  return state;
}

const givenUp = (state: Pick<Browser, "language">): SignInState => ({
  state: "refused",
  language: state.language,
  message: serverText.givenUp,
  told: false,
});

function asker(attempt: KeyboardAuthContext): Ask {
  return (prompt, instructions = "", echo = true) =>
    new Promise((resolve, reject) => {
      const questions: Prompt[] = [{ prompt, echo }];
      attempt.prompt(questions, "", instructions, (answers: unknown) => {
        // ssh2 passes an error instead of the answers when the client gives up.
        if (Array.isArray(answers)) resolve(String(answers[0] ?? ""));
        else reject(new Aborted());
      });
    });
}

class Aborted extends Error {
  override readonly name = "Aborted";
}

async function proveFactor(ask: Ask, state: Factor): Promise<SignInState> {
  try {
    const chosen = await chooseFactor(ask, state);
    if (chosen === null) return givenUp(state);
    const told = [harmless(state.prompt), await sendCode(state, chosen)]
      .filter((line) => line !== "")
      .join("\n");
    for (let answers = 0; answers < mostAnswers; answers += 1) {
      const code = (await ask(`[${chosen.name.toUpperCase()} Code]: `, answers === 0 ? told : "")).trim();
      if (code !== "") return await state.prove(chosen.name, code);
    }
    return givenUp(state);
  } catch (error) {
    if (error instanceof Aborted) return givenUp(state);
    throw error;
  }
}

/** Sends a code where that is to be done; answers what to tell the person about it. */
async function sendCode(state: Factor, { name }: FactorChoice): Promise<string> {
  try {
    await state.send(name);
    return "";
  } catch (error) {
    if (error instanceof ApiError) return translate(error.detail, state.language);
    throw error;
  }
}

async function chooseFactor(ask: Ask, { choices, language }: Factor): Promise<FactorChoice | null> {
  const [only] = choices;
  if (choices.length <= 1) return only ?? null;
  const list = choices.map(({ label }, index) => `${index + 1}. ${translate(label, language)}`).join("\n");
  const instructions = `${translate(serverText.chooseFactor, language)}\n${list}`;
  for (let answers = 0; answers < mostAnswers; answers += 1) {
    const answer = (await ask("Option> ", instructions)).trim();
    const chosen = choices[Number(answer) - 1] ?? choices.find(({ name }) => name === answer.toLowerCase());
    if (chosen !== undefined) return chosen;
  }
  return null;
}

async function awaitConsent(ask: Ask, state: Consent, left: AbortSignal): Promise<SignInState> {
  try {
    const { language, message, assignees } = state;
    const asked = `${translate(serverText.approvers, language)}: ${assignees.map(harmless).join(", ")}`;
    // The prompt says what is asked: clients that are told to be quiet show the instruction to nobody.
    const question = `${translate(serverText.waitForApproval, language)} [Y/n]? : `;
    const answer = await ask(question, `${translate(message, language)}\n${asked}`);
    if (!/^(y|yes)?$/i.test(answer.trim())) throw new Aborted();
    return await lookUntilDecided(state, left);
  } catch (error) {
    await state.cancel();
    if (error instanceof Aborted) return givenUp(state);
    throw error;
  }
}

/** The client that is asked, and when it has left. */
interface Asked {
  readonly attempt: KeyboardAuthContext;
  readonly ask: Ask;
  readonly left: AbortSignal;
}

/** Shows the link and waits. Without passwords nothing is to be typed, and the sign-in goes on by itself. */
async function awaitBrowser({ attempt, ask, left }: Asked, state: Browser): Promise<SignInState> {
  const { language, link, code, minutes, byPassword } = state;
  const shown = translate(
    withParameters(serverText.browserLink, { link, code: spaced(code), minutes }),
    language,
  );
  try {
    if (byPassword === undefined) await unlessLeft(left, tell(attempt, shown));
    else {
      const password = await unlessLeft(
        left,
        ask(translate(serverText.browserOrPassword, language), shown, false),
      );
      if (password !== "") {
        await state.cancel();
        return await byPassword(password);
      }
    }
    return await lookUntilDecided(state, left);
  } catch (error) {
    await state.cancel();
    if (error instanceof Aborted) return givenUp(state);
    throw error;
  }
}

/** Three and three digits are read more easily. */
const spaced = (code: string): string => code.replace(/^(\d{3})(?=\d{3}$)/, "$1 ");

/** Shows a text and asks nothing; rejects when the client gives up. */
const tell = (attempt: KeyboardAuthContext, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    attempt.prompt([], "", text, (answers: unknown) => {
      if (Array.isArray(answers)) resolve();
      else reject(new Aborted());
    });
  });

/** What comes of a question, as long as the client is there: ssh2 does not say when one that is asked leaves. */
function unlessLeft<Value>(left: AbortSignal, answer: Promise<Value>): Promise<Value> {
  const leaving = new Promise<never>((_resolve, reject) => {
    const leave = () => reject(new Aborted());
    if (left.aborted) leave();
    else left.addEventListener("abort", leave, { once: true });
  });
  return Promise.race([answer, leaving]);
}

/** Waits for whoever decides. @throws Aborted when the client leaves */
async function lookUntilDecided<State extends Consent | Browser>(
  state: State,
  left: AbortSignal,
): Promise<SignInState> {
  let now: SignInState = state;
  while (now.state === state.state && "changed" in now) {
    await now.changed(left);
    if (left.aborted) throw new Aborted();
    now = await now.look();
  }
  return now;
}
