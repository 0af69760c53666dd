import { type Message, withParameters } from "../../engine/i18n/index.ts";
import { text } from "./texts.ts";

/** Why a service sent nothing. */
export type SmsProblem = "not_set_up" | "refused" | "unreachable";

const messages: Readonly<Record<SmsProblem, Message>> = {
  not_set_up: text.notSetUp,
  refused: text.refused,
  unreachable: text.unreachable,
};

/** A text message that was not sent, or of which nobody knows. */
export class SmsError extends Error {
  override readonly name = "SmsError";
  readonly problem: SmsProblem;
  /** For administrators: what the service said. Holds no secret and no code. */
  readonly said: string;

  constructor(problem: SmsProblem, said: string) {
    const words = said.replace(/\p{Cc}+/gu, " ").slice(0, 500);
    super(`${problem}: ${words}`);
    this.problem = problem;
    this.said = words;
  }

  /** What an administrator is told. */
  get told(): Message {
    return withParameters(messages[this.problem], { said: this.said });
  }
}
