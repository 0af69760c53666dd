import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import type { CharsetCodec } from "../engine/charset.ts";
import { type Language, type Message, translate } from "../engine/i18n/index.ts";
import { FlowGate } from "./flow.ts";
import type {
  ClientAdapter,
  EndReason,
  ProgramExit,
  SessionControls,
  Stage,
  TargetAdapter,
} from "./session-parts.ts";

/** What a session is made of. */
export interface SessionParts {
  readonly id: string;
  readonly language: Language;
  readonly size: TerminalSize;
  readonly client: ClientAdapter;
  readonly target: TargetAdapter;
  /** In the order input passes them. */
  readonly stages: readonly Stage[];
  /** Between the person's UTF-8 and the target's encoding, where that is another one. */
  readonly charset: CharsetCodec | null;
}

/**
 * One session: client <-> stages <-> target. It owns the order of things and the flow control; what happens to
 * the bytes is the stages' business.
 */
export class Session implements SessionControls {
  readonly id: string;
  readonly #parts: SessionParts;
  readonly #flow: FlowGate;
  readonly #ended: Promise<EndReason>;
  #size: TerminalSize;
  #state: "new" | "connecting" | "running" | "ended" = "new";
  /** Whether the person has nothing more to send, while some of it is still kept by a stage. */
  #inputIsOver = false;
  #typist = "";
  /** Whether the target took no more when something was last sent to it. */
  #targetIsFull = false;
  /** Those who typed more than the target took, and wait until it takes more. */
  readonly #awaitDrain = new Set<() => void>();
  /** Who waits until input is taken again. */
  readonly #awaitInput: (() => void)[] = [];
  #reason: EndReason | null = null;
  #settle: (reason: EndReason) => void = () => undefined;

  constructor(parts: SessionParts) {
    this.id = parts.id;
    this.#parts = parts;
    this.#size = parts.size;
    this.#flow = new FlowGate((held) => (held ? parts.target.pause() : parts.target.resume()));
    this.#ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** Settles with the reason as soon as the session ends; never rejects. */
  get ended(): Promise<EndReason> {
    return this.#ended;
  }

  /** Why it has ended; null while it has not. */
  get endReason(): EndReason | null {
    return this.#reason;
  }

  /**
   * Starts the stages and connects the target.
   *
   * @throws TargetFailure from the target, or what a stage refused with; `close` must still be called
   */
  async start(): Promise<void> {
    if (this.#hasEnded()) return;
    this.#state = "connecting";
    for (const stage of this.#parts.stages) await stage.start?.(this);
    if (this.#hasEnded()) return;
    await this.#parts.target.connect(this.#size, {
      output: (data, isError) => this.#output(data, isError),
      exited: (exit) => this.#exited(exit),
      drained: () => this.#drained(),
      ended: (reason, message) => this.#targetEnded(reason, message),
    });
    if (this.#hasEnded()) return;
    this.#state = "running";
    this.#parts.target.resize(this.#size);
    for (const stage of this.#parts.stages) stage.connected?.();
  }

  get typist(): string {
    return this.#typist;
  }

  /** Input of the person; false asks the client to wait for `inputDrained`. */
  input(data: Buffer): boolean {
    if (this.#state !== "running") return true;
    this.#typist = "";
    return this.#inputThrough(this.#parts.stages, data);
  }

  /** Input of somebody who joined, through the same stages; after false `drained` is called when it is taken again. */
  inputBy(typist: string, data: Buffer, drained: () => void): boolean {
    if (this.#state !== "running") return true;
    this.#typist = typist;
    const isTaken = this.#inputThrough(this.#parts.stages, data);
    if (!isTaken) this.#awaitDrain.add(drained);
    return isTaken;
  }

  passOn(behind: Stage, data: Buffer): void {
    const { stages } = this.#parts;
    const at = stages.indexOf(behind);
    if (this.#state !== "running" || this.dropsInput()) return;
    this.#inputThrough(stages.slice(at + 1), data);
    if (this.#inputIsOver && behind.keepsInput?.() !== true) this.endInput();
  }

  sendPast(data: Buffer, drained: () => void): boolean {
    if (this.#state !== "running" || this.#write(data)) return true;
    this.#awaitDrain.add(drained);
    return false;
  }

  showPast(data: Buffer): void {
    if (!this.#hasEnded()) this.#parts.client.output(data);
  }

  noteOutput(data: Buffer): void {
    for (const stage of this.#parts.stages) stage.output?.(data, false);
  }

  dropsInput(): boolean {
    return this.#parts.stages.some((stage) => stage.dropsInput?.() === true);
  }

  takesInput(): Promise<void> {
    if (!this.dropsInput()) return Promise.resolve();
    return new Promise((resolve) => this.#awaitInput.push(resolve));
  }

  inputTaken(): void {
    if (this.dropsInput()) return;
    for (const resolve of this.#awaitInput.splice(0)) resolve();
  }

  /** The person has nothing more to send. */
  endInput(): void {
    if (this.#state !== "running") return;
    const { stages, target } = this.#parts;
    for (const stage of stages) stage.inputEnds?.();
    this.#inputIsOver = stages.some((stage) => stage.keepsInput?.() === true);
    if (!this.#inputIsOver) target.endInput?.();
  }

  /** Nobody reads the output any more. */
  endOutput(): void {
    if (this.#state === "running") this.#parts.target.endOutput?.();
  }

  /** Sends a signal to the program of the target where it runs and nobody has locked it. */
  signal(name: string): void {
    if (this.#state !== "running" || this.dropsInput()) return;
    this.#parts.target.signal?.(name);
  }

  /** The person's window has another size. */
  resize(size: TerminalSize): void {
    if (this.#hasEnded() || (size.cols === this.#size.cols && size.rows === this.#size.rows)) return;
    this.#size = size;
    for (const stage of this.#parts.stages) stage.resize?.(size);
    if (this.#state === "running") this.#parts.target.resize(size);
  }

  hold(name: string, hold: boolean): void {
    this.#flow.set(name, hold);
  }

  print(message: Message): void {
    if (this.#hasEnded()) return;
    // Names in it come from data and must not act on the terminal.
    const line = translate(message, this.#parts.language).replace(/\p{Cc}/gu, "");
    const data = Buffer.from(`\r\n${line}\r\n`);
    for (const stage of this.#parts.stages) stage.message?.(data);
    const { client } = this.#parts;
    if (client.notice === undefined) client.output(data);
    else client.notice(line);
  }

  end(reason: EndReason, message?: Message): void {
    if (this.#hasEnded()) return;
    if (message !== undefined) this.print(message);
    this.#state = "ended";
    this.#reason = reason;
    this.#parts.target.close();
    this.#settle(reason);
  }

  /** Ends the session if it has not, and waits until every stage has put its things in order. */
  async close(): Promise<void> {
    this.end("client_closed");
    await Promise.all(this.#parts.stages.map((stage) => stage.close?.()));
  }

  /** A client that learns how the program ended needs no message that it did. */
  #targetEnded(reason: EndReason, message: Message): void {
    const isTold = reason === "target_closed" && this.#parts.client.exited !== undefined;
    if (isTold) this.end(reason);
    else this.end(reason, message);
  }

  #inputThrough(stages: readonly Stage[], data: Buffer): boolean {
    let passing: Buffer | null = data;
    for (const stage of stages) {
      if (stage.input !== undefined) passing = stage.input(passing);
      if (passing === null) return !this.#targetIsFull;
    }
    const { charset } = this.#parts;
    return this.#write(charset === null ? passing : charset.fromKeyboard(passing));
  }

  #write(data: Buffer): boolean {
    const isTaken = this.#parts.target.write(data);
    this.#targetIsFull = !isTaken;
    return isTaken;
  }

  #output(received: Buffer, isError = false): void {
    if (this.#hasEnded()) return;
    const { charset, client, stages } = this.#parts;
    let data = received;
    for (const stage of isError ? [] : stages) {
      if (stage.takeOutput === undefined) continue;
      const left = stage.takeOutput(data);
      if (left === null || this.#hasEnded()) return;
      data = left;
    }
    if (isError) for (const stage of stages) stage.output?.(data, true);
    else this.noteOutput(data);
    // A stage may have found that it must not continue.
    if (this.#hasEnded()) return;
    client.output(charset === null ? data : charset.toScreen(data), isError);
  }

  #drained(): void {
    this.#targetIsFull = false;
    this.#parts.client.inputDrained();
    const waiting = [...this.#awaitDrain];
    this.#awaitDrain.clear();
    for (const drained of waiting) drained();
  }

  #exited(exit: ProgramExit): void {
    for (const stage of this.#parts.stages) stage.exited?.(exit);
    this.#parts.client.exited?.(exit);
  }

  #hasEnded(): boolean {
    return this.#state === "ended";
  }
}
