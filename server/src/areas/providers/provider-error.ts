import { BadRequest } from "../../engine/errors.ts";
import { type Language, literal, type Message, translate } from "../../engine/i18n/index.ts";
import { text } from "./texts.ts";

/** What went wrong with an identity provider, as far as people are told. */
export type ProviderFault = "not_set_up" | "unreachable" | "not_begun" | "denied" | "untrusted";

const messages: Readonly<Record<ProviderFault, Message>> = {
  not_set_up: text.notSetUp,
  unreachable: text.unreachable,
  not_begun: text.notBegun,
  denied: text.denied,
  untrusted: text.untrusted,
};

/** A sign-in at an identity provider that did not come about. */
export class ProviderError extends Error {
  readonly fault: ProviderFault;
  /** For operators: which check failed. Never holds a token or a secret. */
  readonly detail: string;

  constructor(fault: ProviderFault, detail = "") {
    super(`${fault}: ${detail}`);
    this.fault = fault;
    this.detail = detail;
  }

  /** What the person is told. */
  get told(): Message {
    return messages[this.fault];
  }
}

/** The same for an administrator who asked by the API, with the check that failed. */
export function asBadRequest(error: ProviderError, language: Language): BadRequest {
  const told = translate(error.told, language);
  return new BadRequest(error.fault, literal(error.detail === "" ? told : `${told} (${error.detail})`));
}
