import { StringDecoder } from "node:string_decoder";
import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import { type Language, type Message, translate } from "../../../engine/i18n/index.ts";
import { ChannelOutput } from "./channel-output.ts";
import { type EditorResult, LineEditor } from "./line-editor.ts";
import type { ProgramChannel } from "./program-channel.ts";

/** The client has gone, or was idle for too long: nothing more can be asked. */
export class DialogEnded extends Error {
  override readonly name = "DialogEnded";
}

/** How a question is asked. */
export interface Question {
  readonly isSecret?: boolean;
  readonly history?: readonly string[];
}

/** What takes the keys while nothing is asked: a session. */
type KeyTaker = (data: Buffer) => void;

/** What somebody may type ahead before it is asked for, in bytes. */
const mostAhead = 16 * 1024;

/** A terminal of an SSH client to talk with: shows texts, asks for lines, and lends itself to sessions. */
export class TerminalDialog {
  readonly program: ProgramChannel;
  readonly output: ChannelOutput;
  language: Language;
  #size: TerminalSize;
  #editor: LineEditor | null = null;
  #answer: ((result: EditorResult) => void) | null = null;
  #refuse: ((error: Error) => void) | null = null;
  #taker: KeyTaker | null = null;
  #decoder = new StringDecoder("utf8");
  /** What was typed while nobody asked. */
  #ahead: Buffer[] = [];
  #ended = false;
  #idle: NodeJS.Timeout | undefined;
  #idleMinutes = 0;
  #onIdle: () => void = () => undefined;

  constructor(program: ProgramChannel) {
    this.program = program;
    this.language = program.connection.principal.language;
    this.#size = program.size;
    const { channel, connection } = program;
    this.output = new ChannelOutput(channel, connection);
    channel.on("data", (data: Buffer) => this.#keys(data));
    channel.once("end", () => this.#end());
    channel.once("close", () => this.#end());
    connection.gone.addEventListener("abort", () => this.#end(), { once: true });
    program.onResize((size) => {
      this.#size = size;
      this.#editor?.draw();
    });
  }

  /** The window as it is now. */
  get size(): TerminalSize {
    return this.#size;
  }

  /** Ends questions nobody answers. `onIdle` says so to the person. */
  limitIdleTime(minutes: number, onIdle: () => void): void {
    this.#idleMinutes = minutes;
    this.#onIdle = onIdle;
  }

  /** Shows lines; `\n` ends one. */
  write(text: string): void {
    this.output.write(Buffer.from(text.replace(/\r?\n/g, "\r\n")));
  }

  /** Shows a text in the person's language, on a line of its own. */
  say(message: Message): void {
    this.write(`${this.translate(message)}\n`);
  }

  translate(message: Message): string {
    return translate(message, this.language);
  }

  /**
   * Asks for a line; null when the person does not want to answer (Ctrl+C, Ctrl+D).
   *
   * @throws DialogEnded when the client has gone
   */
  async ask(prompt: string, question: Question = {}): Promise<string | null> {
    const result = await this.read(prompt, question);
    return result.kind === "line" ? result.text : null;
  }

  /**
   * Asks for a line, and reports how it ended.
   *
   * @throws DialogEnded when the client has gone
   */
  read(prompt: string, { isSecret = false, history = [] }: Question = {}): Promise<EditorResult> {
    if (this.#ended) return Promise.reject(new DialogEnded());
    const editor = new LineEditor({
      prompt,
      isSecret,
      history,
      columns: () => this.#size.cols,
      write: (text) => this.output.write(Buffer.from(text)),
    });
    const answered = new Promise<EditorResult>((resolve, reject) => {
      this.#answer = resolve;
      this.#refuse = reject;
    });
    this.#editor = editor;
    editor.draw();
    this.#awaitIdle();
    for (const data of this.#ahead.splice(0)) this.#keys(data);
    this.program.channel.resume();
    return answered;
  }

  /** Lends the keys to somebody until the answered function is called, those included that were typed ahead. */
  lend(taker: KeyTaker): () => void {
    this.#taker = taker;
    for (const data of this.#ahead.splice(0)) taker(data);
    this.program.channel.resume();
    return () => {
      this.#taker = null;
      this.#decoder = new StringDecoder("utf8");
    };
  }

  #keys(data: Buffer): void {
    if (this.#taker !== null) {
      this.#taker(data);
      return;
    }
    if (this.#editor === null) {
      this.#ahead.push(data);
      if (this.#ahead.reduce((bytes, { length }) => bytes + length, 0) > mostAhead)
        this.program.channel.pause();
      return;
    }
    this.#awaitIdle();
    const found = this.#editor.feed(this.#decoder.write(data));
    if (found === null) return;
    if (found.rest !== "") this.#ahead.unshift(Buffer.from(found.rest));
    this.#settle()?.(found.result);
  }

  #settle(): ((result: EditorResult) => void) | null {
    const answer = this.#answer;
    clearTimeout(this.#idle);
    this.#editor = null;
    this.#answer = null;
    this.#refuse = null;
    return answer;
  }

  #awaitIdle(): void {
    clearTimeout(this.#idle);
    if (this.#idleMinutes === 0) return;
    this.#idle = setTimeout(() => {
      this.#onIdle();
      this.#end();
    }, this.#idleMinutes * 60_000).unref();
  }

  #end(): void {
    this.#ended = true;
    const refuse = this.#refuse;
    this.#settle();
    refuse?.(new DialogEnded());
  }
}
