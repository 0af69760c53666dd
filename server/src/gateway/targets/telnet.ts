import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import { type Route, reach } from "../../transport/ssh/index.ts";
import {
  type Conversation,
  conversation,
  Dialogue,
  displayAddress,
  signInByTelnet,
  TargetFailure,
  TelnetStream,
} from "../../transport/targets/index.ts";
import type { TargetAdapter, TargetEvents } from "../session-parts.ts";
import { text } from "../texts.ts";
import { SignInOutput, secretBytes } from "./sign-in-output.ts";
import type { SshTargetOptions } from "./ssh.ts";
import { awaitPrompt, displayOf, switchAtPrompt } from "./switch-account.ts";

/** What a telnet target needs: the same as an SSH one. */
export type TelnetTargetOptions = SshTargetOptions;

/** What a client without a terminal is taken for. */
const plainTerminal = "dumb";

// What a target that does not read may leave waiting.
const mostInput = 8 * 1024 * 1024;

/** A telnet server, signed in to by its prompts; where the account has no password the person signs in. */
export class TelnetTarget implements TargetAdapter {
  readonly #options: TelnetTargetOptions;
  readonly #giveUp = new AbortController();
  #route: Route | null = null;
  #stream: TelnetStream | null = null;
  #over = false;

  constructor(options: TelnetTargetOptions) {
    this.#options = options;
  }

  async connect(size: TerminalSize, events: TargetEvents): Promise<void> {
    const { grant, program } = this.#options;
    const { address, port } = grant.asset;
    if (program.command !== null || program.subsystem !== undefined) {
      throw new TargetFailure("command_unsupported", text.commandNeedsSsh);
    }
    try {
      const reached = await reach({ address, port }, grant.gateways, {
        ...this.#options,
        signal: this.#giveUp.signal,
      });
      this.#route = reached.route;
      const stream = new TelnetStream(reached.stream, {
        type: this.#options.program.terminal?.term ?? plainTerminal,
        size,
      });
      this.#stream = stream;
      const secrets = [grant.account.secret, grant.account.switchFrom?.secret ?? ""];
      const output = new SignInOutput(
        (data) => events.output(data),
        secretBytes(secrets, grant.asset.charset),
      );
      stream.on("data", (data: Buffer) => output.take(data));
      if (grant.account.secret !== "") {
        const talk = conversation({
          display: displayAddress(address, port),
          stepTimeout: this.#options.timeout,
          signal: this.#giveUp.signal,
          secrets,
        });
        const dialogue = new Dialogue(talk, stream, grant.asset.charset, () => output.forget());
        await this.#signIn(talk, dialogue);
        dialogue.leave();
      }
      this.#attach(stream, events);
      output.release();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  write(data: Buffer): boolean {
    const stream = this.#stream;
    if (stream?.writable !== true) return true;
    stream.write(data);
    return stream.waiting < mostInput;
  }

  resize(size: TerminalSize): void {
    this.#stream?.resize(size);
  }

  pause(): void {
    this.#stream?.pause();
  }

  resume(): void {
    this.#stream?.resume();
  }

  close(): void {
    this.#over = true;
    this.#giveUp.abort();
    this.#stream?.destroy();
    this.#route?.close();
  }

  async #signIn(talk: Conversation, dialogue: Dialogue): Promise<void> {
    const { account, asset } = this.#options.grant;
    const first = account.switchFrom ?? account;
    const { username, secret: password } = first;
    await signInByTelnet(
      talk,
      dialogue,
      { display: displayOf(first), username, password },
      { setting: asset.protocolSetting },
    );
    if (account.switchFrom !== null) {
      // What tells of success may stand in the greeting, before there is a shell that reads a line.
      await awaitPrompt(talk, dialogue);
      await switchAtPrompt(talk, dialogue, { account, from: account.switchFrom });
    }
  }

  #attach(stream: TelnetStream, events: TargetEvents): void {
    stream.on("drain", () => events.drained());
    const end = () => {
      if (this.#over) return;
      this.#over = true;
      events.exited?.({ code: 0 });
      events.ended("target_closed", text.closedByTarget);
      this.#route?.close();
    };
    stream.once("end", end);
    stream.once("close", end);
  }
}
