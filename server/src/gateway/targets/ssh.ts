import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import type { ClientChannel, PseudoTtyOptions } from "ssh2";
import { type Message, withParameters } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import { isExchangingKeys, refuseOutput } from "../../transport/ssh/index.ts";
import {
  type Conversation,
  conversation,
  Dialogue,
  displayAddress,
  failures,
  isElevation,
  TargetFailure,
} from "../../transport/targets/index.ts";
import type { AccountSwitch } from "../ports.ts";
import type { EndReason, ProgramExit, TargetAdapter, TargetEvents } from "../session-parts.ts";
import { text } from "../texts.ts";
import type { ChannelRequest, LinkPool, PooledChannel } from "./link-pool.ts";
import { SignInOutput, secretBytes } from "./sign-in-output.ts";
import type { SshLinkOptions } from "./ssh-link.ts";
import { answerSwitchCommand, awaitPrompt, switchAtPrompt, switchCommand } from "./switch-account.ts";
import { SwitchedOutput, startSwitched } from "./switched-program.ts";
import { type SwitchedTask, switchedCommand, switchWords } from "./switched-script.ts";
import { signalSender } from "./switched-signal.ts";

/** The terminal a program is given. */
export interface ProgramTerminal {
  /** Its kind, e.g. `xterm-256color`. */
  readonly term: string;
  /** Terminal modes by their names, as the client has them. */
  readonly modes?: Readonly<Record<string, number>>;
}

/** What runs on a target. */
export interface TargetProgram {
  /** A command; null: the shell of the account, or the subsystem. */
  readonly command: string | null;
  /** A subsystem in place of a command, e.g. `sftp`. */
  readonly subsystem?: string;
  /** Null: without a terminal, its two streams apart. */
  readonly terminal: ProgramTerminal | null;
  /** Variables to set, where the target lets them. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The shell a browser terminal shows. */
export const browserShell: TargetProgram = {
  command: null,
  terminal: { term: "xterm-256color" },
  environment: {},
};

/** What a target that runs something needs. */
export interface SshTargetOptions extends SshLinkOptions {
  readonly program: TargetProgram;
  /** The connections it may use, and leaves to others. */
  readonly links: LinkPool;
}

// What a target that does not read may leave waiting. Well above a pause of the channel, so that the client's
// frames, its acknowledgements among them, continue to be read during any reasonable paste.
const mostInput = 8 * 1024 * 1024;

/** A program on a target: its channel, and the connection below. */
type RunningProgram = PooledChannel<ClientChannel>;

/** What is told a session by the connection below its channel. */
type BelowEvents = Pick<ChannelRequest<ClientChannel>, "drained" | "misbehaved">;

/** Starts something on a connection. */
type Starter = ChannelRequest<ClientChannel>["open"];

/** A shell on an SSH server, reached straight or through a gateway of its domain. */
export class SshTarget implements TargetAdapter {
  readonly #options: SshTargetOptions;
  readonly #giveUp = new AbortController();
  #running: RunningProgram | null = null;
  #below: BelowEvents = { drained: () => undefined, misbehaved: () => undefined };
  #exit: ProgramExit | null = null;
  #lateSize: TerminalSize | null = null;
  #tellExit: (exit: ProgramExit) => void = () => undefined;
  #signalSwitched: ((name: string) => void) | null = null;
  #paused = false;
  #closed = false;

  constructor(options: SshTargetOptions) {
    this.#options = options;
  }

  async connect(size: TerminalSize, events: TargetEvents): Promise<void> {
    const { grant, program } = this.#options;
    const from = grant.account.switchFrom;
    const isShell = program.command === null && program.terminal !== null;
    try {
      if (from !== null && !isShell) {
        await this.#runSwitched(from, size, events);
        return;
      }
      const command = from === null || isElevation(from.method) ? null : switchCommand(from.method);
      const running = await this.#open(this.#starter(size, command), events, isShell);
      if (from === null) this.#attach(running, events);
      else await this.#switch(running, events, from);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  write(data: Buffer): boolean {
    const channel = this.#running?.channel;
    if (channel?.writable !== true) return true;
    channel.write(data);
    return !this.#isFull();
  }

  endInput(): void {
    this.#running?.channel.end();
  }

  endOutput(): void {
    if (this.#running !== null) refuseOutput(this.#running.client, this.#running.channel);
  }

  signal(name: string): void {
    if (this.#signalSwitched !== null) this.#signalSwitched(name);
    else if (!this.#isFull()) this.#running?.channel.signal(name);
  }

  resize(size: TerminalSize): void {
    if (this.#options.program.terminal === null) return;
    // Sizes have no window of their own: to a target that takes nothing only the last one is told, later.
    this.#lateSize = this.#isFull() ? size : null;
    if (this.#lateSize === null) this.#running?.channel.setWindow(size.rows, size.cols, 0, 0);
  }

  pause(): void {
    if (this.#closed) return;
    this.#paused = true;
    this.#running?.channel.pause();
    this.#running?.channel.stderr.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#running?.channel.resume();
    this.#running?.channel.stderr.resume();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#giveUp.abort();
    if (this.#running !== null) this.#release(this.#running);
  }

  /** A target may allow the channel any amount and yet take nothing: that waits below it. */
  #isFull(): boolean {
    if (this.#running === null) return false;
    const { client, channel, stream } = this.#running;
    return isExchangingKeys(client) || channel.writableLength + stream.writableLength >= mostInput;
  }

  /** Opens the channel of the program. @param switches whether it changes to the account where that is needed */
  async #open(start: Starter, events: TargetEvents, switches: boolean): Promise<RunningProgram> {
    const { links, program, timeout } = this.#options;
    const { asset } = this.#options.grant;
    const opened = (channel: ClientChannel) => {
      // A short program is over before anybody else could listen.
      channel.once("exit", (...exit: ExitEvent) => {
        this.#exit = exitOf(exit);
        this.#tellExit(this.#exit);
      });
    };
    const running = await links.open(this.#options, {
      ...this.#request(start, opened),
      switches,
      drained: () => this.#below.drained(),
      misbehaved: () => this.#below.misbehaved(),
      onBanner: (banner) => {
        if (program.terminal === null) return;
        events.output(Buffer.from(banner.replace(/\r?\n/g, "\r\n")));
      },
    });
    if (this.#closed) {
      this.#release(running);
      throw failures(asset, timeout)("stopped");
    }
    this.#running = running;
    return running;
  }

  /** Gives a channel up; those of others on the same connection go on. */
  #release({ channel, leave }: RunningProgram): void {
    channel.close();
    // It is over when all that has come was taken.
    channel.resume();
    channel.stderr.resume();
    leave();
  }

  /** A channel on which something is started. @param opened called before anything can have come on it */
  #request(start: Starter, opened: (channel: ClientChannel) => void = () => undefined) {
    const { asset } = this.#options.grant;
    const { timeout } = this.#options;
    const target = displayAddress(asset.address, asset.port);
    return {
      signal: this.#giveUp.signal,
      isSession: true,
      open: (client, answer) =>
        start(client, (error, channel) => {
          if (error === undefined) opened(channel);
          answer(error, channel);
        }),
      failure: (why) =>
        why === "late"
          ? failures(asset, timeout)("timeout")
          : new TargetFailure("shell_refused", withParameters(text.shellRefused, { target })),
    } satisfies Partial<ChannelRequest<ClientChannel>>;
  }

  /** @param switching the command that becomes another account, instead of the program; null for none */
  #starter({ cols, rows }: TerminalSize, switching: string | null): Starter {
    const { command, subsystem, terminal, environment } = this.#options.program;
    const env = { ...environment };
    const pty = terminal === null ? null : ({ ...terminal, cols, rows } as PseudoTtyOptions);
    return (client, opened) => {
      if (switching !== null) {
        const silent = pty === null ? {} : { pty: { ...pty, modes: { ECHO: 0 as const } } };
        client.exec(switching, { env, ...silent }, opened);
      } else if (subsystem !== undefined) client.subsys(subsystem, opened);
      else if (command === null) client.shell(pty ?? false, { env }, opened);
      else client.exec(command, { env, ...(pty === null ? {} : { pty }) }, opened);
    };
  }

  /** Changes from the account that has signed in to the one that was asked for, before anybody sees or types. */
  async #switch(program: RunningProgram, events: TargetEvents, from: AccountSwitch): Promise<void> {
    const { account, asset } = this.#options.grant;
    const secrets = [account.secret, from.secret];
    const talk = this.#conversation(secrets);
    const output = new SignInOutput((data) => events.output(data), secretBytes(secrets, asset.charset));
    const dialogue = new Dialogue(talk, program.channel, asset.charset, () => output.forget());
    let switched = false;
    this.#attach(program, {
      ...events,
      output: (data) => output.take(data),
      // Until then the end is a refusal, which is reported with its reason.
      ended: (reason, message) => {
        if (switched) events.ended(reason, message);
      },
    });
    if (isElevation(from.method)) {
      await awaitPrompt(talk, dialogue);
      await switchAtPrompt(talk, dialogue, { account, from });
    } else await answerSwitchCommand(talk, dialogue, { account, from });
    switched = true;
    dialogue.leave();
    output.release();
  }

  /** Runs a command, or what serves files, as the account that was asked for, its streams untouched. */
  async #runSwitched(from: AccountSwitch, size: TerminalSize, events: TargetEvents): Promise<void> {
    const { program } = this.#options;
    const { account } = this.#options.grant;
    const { terminal } = program;
    const task = taskOf(program);
    const words = switchWords();
    const start = { method: from.method, task, words, hasTerminal: terminal !== null };
    // The command of a network device leads to its prompt only, where a person is needed.
    const switches = !isElevation(from.method);
    const running = await this.#open(this.#starter(size, switchedCommand(start)), events, switches);
    const output = new SwitchedOutput(words, terminal !== null, (data, isError) =>
      events.output(data, isError),
    );
    let tellEnd: (() => void) | null = null;
    let switched = false;
    this.#attach(running, {
      ...events,
      output: (data, isError) => output.take(data, isError),
      // Until then the end is a refusal, which is reported with its reason.
      ended: (reason, message) => {
        tellEnd = () => events.ended(reason, message);
        if (switched) tellEnd();
        else output.end();
      },
    });
    const talk = this.#conversation([account.secret, from.secret]);
    const write = (line: string) => running.channel.write(line);
    const process = await startSwitched(
      { conversation: talk, output, words, write },
      { account, from },
      task,
    );
    switched = true;
    (tellEnd as (() => void) | null)?.();
    const send = signalSender((command) => this.#openBeside(command), talk, { account, from });
    this.#signalSwitched = (name) => send(name, process);
  }

  /** Opens another channel for the same account. */
  #openBeside(command: string): Promise<RunningProgram> {
    return this.#options.links.open(this.#options, {
      ...this.#request((client, opened) => client.exec(command, opened)),
      switches: true,
      drained: () => undefined,
      misbehaved: () => undefined,
    });
  }

  #conversation(secrets: readonly string[]): Conversation {
    const { grant, timeout } = this.#options;
    return conversation({
      display: displayAddress(grant.asset.address, grant.asset.port),
      stepTimeout: timeout,
      signal: this.#giveUp.signal,
      secrets,
    });
  }

  #attach({ channel }: RunningProgram, events: TargetEvents): void {
    let over = false;
    const end = (reason: EndReason, message: Message) => {
      if (over) return;
      over = true;
      events.ended(reason, message);
    };
    channel.on("data", (data: Buffer) => events.output(data));
    channel.stderr.on("data", (data: Buffer) => events.output(data, true));
    const drained = () => {
      if (this.#lateSize !== null) this.resize(this.#lateSize);
      events.drained();
    };
    channel.on("drain", drained);
    this.#below = { drained, misbehaved: () => end("target_misbehaved", text.misbehavingTarget) };
    channel.on("error", (error: Error) => log.debug({ err: error }, "ssh channel error"));
    this.#tellExit = (exit) => events.exited?.(exit);
    if (this.#exit !== null) this.#tellExit(this.#exit);
    // Each stream closes after the last of its output was taken, also when it is paused or the connection broke.
    let open = 2;
    const closed = () => {
      open -= 1;
      if (open > 0) return;
      if (this.#exit !== null) end("target_closed", text.closedByTarget);
      else end("connection_lost", text.connectionLost);
    };
    channel.once("close", closed);
    channel.stderr.once("close", closed);
    if (this.#paused) this.pause();
  }
}

function taskOf({ command, subsystem }: TargetProgram): SwitchedTask {
  return subsystem === "sftp" ? { kind: "sftp" } : { kind: "command", command };
}

/** What ssh2 reports about the end of a program. */
type ExitEvent = [code: number | null, signal?: string, coreDumped?: unknown, message?: string];

function exitOf([code, signal, coreDumped, message = ""]: ExitEvent): ProgramExit {
  if (code !== null) return { code };
  return { signal: plainSignal(signal), coreDumped: Boolean(coreDumped), message };
}

/** A signal as it is sent, without `SIG`. */
const plainSignal = (signal = "TERM"): string => signal.replace(/^SIG/, "");
