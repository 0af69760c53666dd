import { XmlRefused } from "../../engine/strict-xml.ts";
import { TargetFailure } from "../../transport/targets/failure.ts";
import { text as targetText } from "../../transport/targets/texts.ts";
import type { CommandResult } from "../protocols/ssh-client.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { type Answer, commandIdOf, type Output, outputOf, readAnswer, shellIdOf } from "./answers.ts";
import {
  createShell,
  deleteShell,
  type Question,
  type QuestionScope,
  receiveOutput,
  sendInput,
  startCommand,
  terminateCommand,
} from "./envelopes.ts";
import { signInByWinrm, type WinrmConnection } from "./sign-in.ts";

// What gathering facts of a large machine says is about a tenth of it.
const mostOutput = 1024 * 1024;
// In base 64 and with what is around it, less than the smallest message services take.
const inputPiece = 32 * 1024;
// For what may as well fail.
const shortWait = 5_000;

/** Number of the fault that says that there was nothing to tell in the time given. */
const nothingYet = "2150858793";

/** A shell of a Windows machine, over WS-Management. */
export class WinrmShell {
  readonly #target: TargetConnection;
  readonly #connection: WinrmConnection;
  #shell: string | undefined;
  #command: string | undefined;
  #isAsking = false;

  private constructor(target: TargetConnection, connection: WinrmConnection) {
    this.#target = target;
    this.#connection = connection;
  }

  /**
   * Signs in and makes a shell.
   *
   * @throws TargetFailure; `command_refused` when the account is known but may not
   */
  static async open(target: TargetConnection): Promise<WinrmShell> {
    const shell = new WinrmShell(target, await signInByWinrm(target));
    shell.#shell = shell.#read(await shell.#ask(createShell), shellIdOf);
    return shell;
  }

  /**
   * Runs a command and waits for its end.
   *
   * @param command constant: nothing of a field may be in it
   * @param input what it reads
   * @throws TargetFailure `command_refused`, `misbehaved`, `protocol_error` or `timeout`
   */
  run(command: string, input = ""): Promise<CommandResult> {
    return this.#target.within(this.#run(command, input));
  }

  async #run(command: string, input: string): Promise<CommandResult> {
    const started = await this.#ask((scope) => startCommand(scope, command));
    const id = this.#read(started, commandIdOf);
    this.#command = id;
    const data = Buffer.from(input);
    for (let at = 0; input !== "" && at < data.length; at += inputPiece) {
      const piece = { data: data.subarray(at, at + inputPiece), isLast: at + inputPiece >= data.length };
      await this.#ask((scope) => sendInput(scope, id, piece));
    }
    const [output, errors]: [Buffer[], Buffer[]] = [[], []];
    for (let received = 0; ; ) {
      const said = await this.#receive(id);
      if (said === null) continue;
      received += said.output.length + said.errors.length;
      if (received > mostOutput) throw this.#target.failure("misbehaved", targetText.misbehaved);
      output.push(said.output);
      errors.push(said.errors);
      if (said.isDone) {
        return { status: said.status, output: Buffer.concat(output), errors: Buffer.concat(errors) };
      }
    }
  }

  /** What the command has said; null: nothing yet. */
  async #receive(id: string): Promise<Output | null> {
    const answer = await this.#exchange((scope) => receiveOutput(scope, id));
    if (answer.fault === null) return this.#read(answer, (read) => outputOf(read, id));
    if (answer.fault.number !== nothingYet && answer.fault.kind !== "TimedOut") throw this.#no(answer);
    return null;
  }

  /** Ends the shell and what runs in it: a machine has only so many of them for an account. */
  async close(): Promise<void> {
    const command = this.#command;
    if (command !== undefined) await this.#attempt((scope) => terminateCommand(scope, command));
    await this.#attempt(deleteShell);
  }

  /** What need not work: everything asked for is done by then. */
  async #attempt(make: (scope: QuestionScope) => Question): Promise<void> {
    if (this.#isAsking || this.#target.signal.aborted) return;
    try {
      await this.#exchange(make, Math.min(shortWait, this.#target.stepTimeout));
    } catch (error) {
      if (!(error instanceof TargetFailure)) throw error;
    }
  }

  /** Asks, and has no for an answer thrown. */
  async #ask(make: (scope: QuestionScope) => Question): Promise<Answer> {
    const answer = await this.#exchange(make);
    if (answer.fault !== null) throw this.#no(answer);
    return answer;
  }

  async #exchange(
    make: (scope: QuestionScope) => Question,
    wait: number = this.#target.stepTimeout,
  ): Promise<Answer> {
    const scope = { url: this.#connection.url, seconds: wait / 2_000 };
    const { id, envelope } = make(this.#shell === undefined ? scope : { ...scope, shell: this.#shell });
    this.#isAsking = true;
    const { status, body } = await this.#connection.ask(envelope, wait);
    this.#isAsking = false;
    if (status !== 200 && body === "") {
      throw this.#target.failure("protocol_error", text.notWinrm, { status });
    }
    const answer = this.#read(body, readAnswer);
    // An answer to another question, or to one that somebody else has asked.
    if (answer.relatesTo !== "" && answer.relatesTo.toLowerCase() !== id) {
      throw this.#target.failure("protocol_error", text.wrongProtocol);
    }
    return answer;
  }

  #read<From, To>(from: From, read: (from: From) => To): To {
    try {
      return read(from);
    } catch (error) {
      if (!(error instanceof XmlRefused)) throw error;
      throw this.#target.failure("protocol_error", text.wrongProtocol);
    }
  }

  #no({ fault }: Answer): TargetFailure {
    const { kind = "", number = "", reason = "" } = fault ?? {};
    const shown = this.#target.quote([reason, kind, number].filter((part) => part !== "").join(" "));
    return kind === "AccessDenied"
      ? this.#target.failure("command_refused", text.winrmDenied, { shown })
      : this.#target.failure("command_failed", text.serviceRefused, { shown });
  }
}
