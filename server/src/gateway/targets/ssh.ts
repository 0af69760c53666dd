import type { Duplex } from "node:stream";
import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import type { Client, ClientChannel, PseudoTtyOptions } from "ssh2";
import { type Message, withParameters } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import { ChannelBreach, isExchangingKeys, type Route, refuseOutput } from "../../transport/ssh/index.ts";
import {
  type Conversation,
  conversation,
  Dialogue,
  displayAddress,
  failures,
  isElevation,
  TargetFailure,
  withTimeout,
} from "../../transport/targets/index.ts";
import type { AccountSwitch } from "../ports.ts";
import type { EndReason, ProgramExit, TargetAdapter, TargetEvents } from "../session-parts.ts";
import { text } from "../texts.ts";
import { SignInOutput, secretBytes } from "./sign-in-output.ts";
import { openSshLink, type SshLinkOptions } from "./ssh-link.ts";
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
}

// What a target that does not read may leave waiting. Well above a pause of the channel, so that the client's
// frames, its acknowledgements among them, continue to be read during any reasonable paste.
const mostInput = 8 * 1024 * 1024;

/** A program on a target, and what carries it. */
interface RunningProgram {
  readonly client: Client;
  readonly channel: ClientChannel;
  readonly stream: Duplex;
}

/** A shell on an SSH server, reached straight or through a gateway of its domain. */
export class SshTarget implements TargetAdapter {
  readonly #options: SshTargetOptions;
  readonly #giveUp = new AbortController();
  #route: Route | null = null;
  #stream: Duplex | null = null;
  #client: Client | null = null;
  #channel: ClientChannel | null = null;
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
      const { client, stream } = await openSshLink(this.#options, {
        signal: this.#giveUp.signal,
        // The command of a network device leads to its prompt only, where a person is needed.
        switches: isShell || (from !== null && !isElevation(from.method)),
        reached: (reached, route) => {
          this.#route = route;
          this.#stream = reached;
        },
        onBanner: (banner) => {
          if (program.terminal === null) return;
          events.output(Buffer.from(banner.replace(/\r?\n/g, "\r\n")));
        },
      });
      this.#client = client;
      if (from !== null && !isShell) {
        await this.#runSwitched({ client, stream, from }, size, events);
        return;
      }
      const command = from === null || isElevation(from.method) ? null : switchCommand(from.method);
      const channel = await this.#open(client, size, command);
      if (from === null) this.#attach({ client, channel, stream }, events);
      else await this.#switch({ client, channel, stream }, events, from);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  write(data: Buffer): boolean {
    if (this.#channel?.writable !== true) return true;
    this.#channel.write(data);
    return !this.#isFull();
  }

  endInput(): void {
    this.#channel?.end();
  }

  endOutput(): void {
    if (this.#client !== null && this.#channel !== null) refuseOutput(this.#client, this.#channel);
  }

  signal(name: string): void {
    if (this.#signalSwitched !== null) this.#signalSwitched(name);
    else if (!this.#isFull()) this.#channel?.signal(name);
  }

  resize(size: TerminalSize): void {
    if (this.#options.program.terminal === null) return;
    // Sizes have no window of their own: to a target that takes nothing only the last one is told, later.
    this.#lateSize = this.#isFull() ? size : null;
    if (this.#lateSize === null) this.#channel?.setWindow(size.rows, size.cols, 0, 0);
  }

  pause(): void {
    this.#paused = true;
    this.#channel?.pause();
    this.#channel?.stderr.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#channel?.resume();
    this.#channel?.stderr.resume();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#channel === null) {
      this.#destroy();
      return;
    }
    this.#client?.end();
    // A target that no longer answers would keep the connection half open.
    setTimeout(() => this.#destroy(), 1000).unref();
  }

  /** A target may allow the channel any amount and yet take nothing: that waits below it. */
  #isFull(): boolean {
    if (this.#client !== null && isExchangingKeys(this.#client)) return true;
    return (this.#channel?.writableLength ?? 0) + (this.#stream?.writableLength ?? 0) >= mostInput;
  }

  #destroy(): void {
    this.#giveUp.abort();
    this.#stream?.destroy();
    this.#route?.close();
  }

  /** Opens the channel of the program, and no later than it may take. */
  async #open(client: Client, size: TerminalSize, switching: string | null): Promise<ClientChannel> {
    const { grant, timeout } = this.#options;
    this.#channel = await withTimeout(timeout, this.#openProgram(client, size, switching), () =>
      failures(grant.asset, timeout)("timeout"),
    );
    return this.#channel;
  }

  /** @param switching the command that becomes another account, instead of the program; null for none */
  #openProgram(
    client: Client,
    { cols, rows }: TerminalSize,
    switching: string | null,
  ): Promise<ClientChannel> {
    return new Promise((resolve, reject) => {
      const { grant, program } = this.#options;
      const { address, port } = grant.asset;
      const target = displayAddress(address, port);
      const lost = () =>
        reject(new TargetFailure("shell_refused", withParameters(text.shellRefused, { target })));
      client.once("close", lost);
      const opened = (error: Error | undefined, channel: ClientChannel) => {
        client.removeListener("close", lost);
        if (error !== undefined) lost();
        else {
          // A short program is over before anybody else could listen.
          channel.once("exit", (...exit: ExitEvent) => {
            this.#exit = exitOf(exit);
            this.#tellExit(this.#exit);
          });
          resolve(channel);
        }
      };
      const { command, subsystem, terminal, environment } = program;
      const env = { ...environment };
      const pty = terminal === null ? null : ({ ...terminal, cols, rows } as PseudoTtyOptions);
      if (switching !== null) {
        const silent = pty === null ? {} : { pty: { ...pty, modes: { ECHO: 0 as const } } };
        client.exec(switching, { env, ...silent }, opened);
      } else if (subsystem !== undefined) client.subsys(subsystem, opened);
      else if (command === null) client.shell(pty ?? false, { env }, opened);
      else client.exec(command, { env, ...(pty === null ? {} : { pty }) }, opened);
    });
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
  async #runSwitched(
    { client, stream, from }: { client: Client; stream: Duplex; from: AccountSwitch },
    size: TerminalSize,
    events: TargetEvents,
  ): Promise<void> {
    const { program } = this.#options;
    const { account } = this.#options.grant;
    const { terminal } = program;
    const task = taskOf(program);
    const words = switchWords();
    const start = { method: from.method, task, words, hasTerminal: terminal !== null };
    const channel = await this.#open(client, size, switchedCommand(start));
    const output = new SwitchedOutput(words, terminal !== null, (data, isError) =>
      events.output(data, isError),
    );
    let tellEnd: (() => void) | null = null;
    let switched = false;
    this.#attach(
      { client, channel, stream },
      {
        ...events,
        output: (data, isError) => output.take(data, isError),
        // Until then the end is a refusal, which is reported with its reason.
        ended: (reason, message) => {
          tellEnd = () => events.ended(reason, message);
          if (switched) tellEnd();
          else output.end();
        },
      },
    );
    const talk = this.#conversation([account.secret, from.secret]);
    const write = (line: string) => channel.write(line);
    const process = await startSwitched(
      { conversation: talk, output, words, write },
      { account, from },
      task,
    );
    switched = true;
    (tellEnd as (() => void) | null)?.();
    const send = signalSender(client, talk, { account, from });
    this.#signalSwitched = (name) => send(name, process);
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

  #attach({ client, channel, stream }: RunningProgram, events: TargetEvents): void {
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
    stream.on("drain", drained);
    client.on("handshake", drained);
    channel.on("error", (error: Error) => log.debug({ err: error }, "ssh channel error"));
    this.#tellExit = (exit) => events.exited?.(exit);
    if (this.#exit !== null) this.#tellExit(this.#exit);
    // Comes after the last output was taken, also when the channel is paused or the connection broke.
    channel.once("close", () => {
      if (this.#exit !== null) end("target_closed", text.closedByTarget);
      else end("connection_lost", text.connectionLost);
      this.#route?.close();
    });
    client.on("error", (error) => {
      if (error instanceof ChannelBreach) end("target_misbehaved", text.misbehavingTarget);
    });
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
