import { writeFile } from "node:fs/promises";
import { type IPty, spawn } from "@lydell/node-pty";
import { withoutEscapes } from "../../transport/targets/index.ts";
import type { CorpusSession } from "./command-corpus.ts";

/** How a terminal is opened to be recorded. */
export interface RecordedTerminalOptions {
  /** The session's name, and its shell as the corpus counts it. */
  readonly name: string;
  readonly shell: string;
  readonly size: { readonly cols: number; readonly rows: number };
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Longest wait for something to be shown, in milliseconds. */
const longestWait = 20_000;

/**
 * A real pseudo-terminal that is driven key by key, and everything that passes in the order the gateway would see it: for
 * recording sessions for the corpus. What was run is told by the caller, as the shell has read it.
 */
export class RecordedTerminal {
  readonly #options: RecordedTerminalOptions;
  readonly #pty: IPty;
  readonly #events: ["o" | "i" | "r", string][] = [];
  readonly #truth: string[] = [];
  /** What was shown since the last key. */
  #shown = "";
  #waiting: (() => void)[] = [];
  #isOver = false;

  constructor(options: RecordedTerminalOptions) {
    const { command, env, folder, size } = options;
    const [program, ...parameters] = command;
    this.#options = options;
    this.#pty = spawn(program, parameters, {
      name: "xterm-256color",
      ...size,
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", HOME: folder, LANG: "C.UTF-8", ...env },
    });
    this.#pty.onData((data) => {
      this.#events.push(["o", data]);
      this.#shown += data;
      this.#wake();
    });
    this.#pty.onExit(() => {
      this.#isOver = true;
      this.#wake();
    });
  }

  /** Waits until what was shown since the last key matches, without colours. */
  async see(pattern: RegExp): Promise<void> {
    const end = Date.now() + longestWait;
    while (!pattern.test(withoutEscapes(this.#shown))) {
      if (this.#isOver || Date.now() > end)
        throw new Error(`${pattern} is not in ${withoutEscapes(this.#shown)}`);
      await this.#more(end - Date.now());
    }
  }

  /** Presses keys one after the other, each when the one before was answered. */
  async type(keys: string | readonly string[]): Promise<void> {
    for (const key of keys) {
      this.send(key);
      await this.#more(longestWait);
    }
  }

  /** Sends keys at once, as a person who does not wait, or who pastes. */
  send(keys: string): void {
    this.#events.push(["i", keys]);
    this.#shown = "";
    this.#pty.write(keys);
  }

  /**
   * Types a line and sends it, and waits for what it shows.
   *
   * @param run the command as the shell reads it, if it is not what was typed; null where it is none
   */
  async run(line: string, until: RegExp, run: string | null = line): Promise<void> {
    await this.type([...line]);
    if (run !== null) this.ran(run);
    this.send("\r");
    await this.see(until);
  }

  /** These commands were run. */
  ran(...commands: string[]): void {
    this.#truth.push(...commands);
  }

  resize(cols: number, rows: number): void {
    this.#events.push(["r", `${cols}x${rows}`]);
    this.#pty.resize(cols, rows);
  }

  /** The session as it is until now. */
  get session(): CorpusSession {
    const { name, shell, size } = this.#options;
    return { name, shell, size, truth: [...this.#truth], events: [...this.#events] };
  }

  /** Writes the session to a file of the corpus. */
  async write(file: string): Promise<void> {
    const { events, ...head } = this.session;
    await writeFile(file, `${[head, ...events].map((line) => JSON.stringify(line)).join("\n")}\n`);
  }

  close(): void {
    if (!this.#isOver) this.#pty.kill("SIGKILL");
  }

  #more(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
