import type { Duplex } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { charsetCodec } from "../../engine/charset.ts";
import type { Conversation } from "./conversation.ts";
import { text } from "./texts.ts";

// A greeting and a prompt; what a target says beyond it is a flood.
const mostHeard = 512 * 1024;

// Prompts are at the end: more is not searched.
const searched = 4096;

/**
 * A conversation with a command line made for people: wait for a prompt, answer it. What the target says is
 * decoded, freed of escape sequences and bounded.
 */
export class Dialogue {
  readonly #conversation: Conversation;
  readonly #stream: Duplex;
  readonly #fromKeyboard: (data: Buffer) => Buffer;
  #said = "";
  #heard = "";
  #bytes = 0;
  #over = false;
  #changed: () => void = () => undefined;
  readonly #leave: () => void;
  readonly #onAnswer: () => void;

  /**
   * @param charset of the target's text; anything unknown means UTF-8
   * @param onAnswer called before each answer
   */
  constructor(
    conversation: Conversation,
    stream: Duplex,
    charset: unknown,
    onAnswer: () => void = () => undefined,
  ) {
    this.#onAnswer = onAnswer;
    this.#conversation = conversation;
    this.#stream = stream;
    const codec = charsetCodec(charset);
    const decode = codec === null ? utf8Decoder() : (data: Buffer) => codec.toScreen(data).toString("utf8");
    this.#fromKeyboard = codec === null ? (data) => data : (data) => codec.fromKeyboard(data);
    stream.on("error", () => undefined);
    const listen = (data: Buffer) => {
      this.#bytes += data.length;
      // An escape sequence may lie across pieces: what came is kept as it came.
      this.#said = (this.#said + decode(data)).slice(-2 * searched);
      this.#heard = withoutEscapes(this.#said).slice(-searched);
      if (this.#bytes > mostHeard) stream.destroy();
      this.#changed();
    };
    stream.on("data", listen);
    const end = () => {
      this.#over = true;
      this.#changed();
    };
    stream.once("end", end);
    stream.once("close", end);
    this.#leave = () => {
      stream.removeListener("data", listen);
      stream.removeListener("end", end);
      stream.removeListener("close", end);
    };
  }

  /** Listens no longer; the stream is somebody else's from now on. */
  leave(): void {
    this.#leave();
  }

  /** What was said since the last answer, at most its end. */
  get heard(): string {
    return this.#heard;
  }

  /**
   * Waits until one of the ends of a conversation has come.
   *
   * @param looks asked whenever something was said: which case it is, or null to continue listening
   * @returns the case; null when the target has hung up
   * @throws TargetFailure `misbehaved`, `timeout` or `stopped`
   */
  hear<T>(
    looks: (heard: string) => T | null,
    milliseconds: number = this.#conversation.stepTimeout,
  ): Promise<T | null> {
    const heard = new Promise<T | null>((resolve, reject) => {
      this.#changed = () => {
        if (this.#bytes > mostHeard) {
          reject(this.#conversation.failure("misbehaved", text.misbehaved));
          return;
        }
        const found = this.#guarded(looks, reject);
        if (found !== null) resolve(found);
        else if (this.#over) resolve(null);
      };
      this.#changed();
    });
    return this.#conversation.within(heard, milliseconds).finally(() => {
      this.#changed = () => undefined;
    });
  }

  /** Waits until the target has been silent for so long, or has hung up. */
  async silence(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<void>((resolve) => {
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(resolve, milliseconds);
        if (this.#over || this.#bytes > mostHeard) resolve();
      };
      this.#changed = wait;
      wait();
    });
    await this.#conversation.within(silent).finally(() => clearTimeout(timer));
  }

  /** Answers with a line, and forgets what was said before. */
  answer(line: string): void {
    this.#onAnswer();
    this.#said = "";
    this.#heard = "";
    if (this.#stream.writable) this.#stream.write(this.#fromKeyboard(Buffer.from(`${line}\r`)));
  }

  /** A pattern that takes too long is a failure of this conversation, not of the cell. */
  #guarded<T>(looks: (heard: string) => T | null, reject: (error: unknown) => void): T | null {
    try {
      return looks(this.#heard);
    } catch (error) {
      reject(error);
      return null;
    }
  }
}

function utf8Decoder(): (data: Buffer) => string {
  const decoder = new TextDecoder("utf-8");
  return (data) => decoder.decode(data, { stream: true });
}

/** Without escape sequences and control characters; lines end with `\n` alone. */
export function withoutEscapes(said: string): string {
  return stripVTControlCharacters(said)
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "");
}
