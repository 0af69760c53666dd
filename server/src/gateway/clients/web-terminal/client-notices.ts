import { type Language, type Message, translate } from "../../../engine/i18n/index.ts";
import type { TerminalChannel } from "./channel.ts";

const mostMistakes = 100;

/** What a client is told of its own frames and of the end, in its person's language. */
export class ClientNotices {
  readonly #channel: TerminalChannel;
  readonly #language: Language;
  #mistakes = 0;

  constructor(channel: TerminalChannel, language: Language) {
    this.#channel = channel;
    this.#language = language;
  }

  /** Says what was wrong with a frame; with the hundredth the connection ends. */
  mistake(message: Message): void {
    this.#mistakes += 1;
    this.#channel.send("ERROR", "", translate(message, this.#language));
    if (this.#mistakes >= mostMistakes) this.#channel.close(1008);
  }

  /** Says why there is nothing (more) to show, and ends the connection. */
  refuse(message: Message): void {
    this.#channel.send("TERMINAL_ERROR", "", translate(message, this.#language));
    this.#channel.close();
  }
}
