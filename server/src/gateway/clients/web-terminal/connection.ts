import { randomUUID } from "node:crypto";
import {
  type ClientFrameType,
  parseTerminalAck,
  parseTerminalInit,
  parseTerminalSize,
  type TerminalFrame,
} from "@sallyport/contract/messages/terminal";
import type { WebSocket } from "ws";
import { ApiError } from "../../../engine/errors.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import { TargetFailure } from "../../../transport/targets/index.ts";
import { type GatewayContext, type OpenedSession, openSession } from "../../open-session.ts";
import type { GatewayPrincipal } from "../../ports.ts";
import type { ClientAdapter } from "../../session-parts.ts";
import { browserShell } from "../../targets/ssh.ts";
import { text } from "../../texts.ts";
import { type ChannelTimes, channelTimes, TerminalChannel } from "./channel.ts";
import { ClientNotices } from "./client-notices.ts";
import { TerminalOutput } from "./output.ts";

const initWithin = 60_000;

/** What one terminal WebSocket was opened with. */
export interface TerminalRequest {
  readonly principal: GatewayPrincipal;
  readonly query: URLSearchParams;
  readonly times?: ChannelTimes;
}

/** A browser terminal from `CONNECT` to `CLOSE`. Implements docs/contract/terminal.md. */
export class TerminalConnection {
  readonly #context: GatewayContext;
  readonly #request: TerminalRequest;
  readonly #channel: TerminalChannel;
  readonly #notices: ClientNotices;
  readonly #initTimer: NodeJS.Timeout;
  #output: TerminalOutput | null = null;
  #opened: OpenedSession | null = null;
  #initialised = false;
  #gone = false;

  constructor(context: GatewayContext, socket: WebSocket, request: TerminalRequest) {
    this.#context = context;
    this.#request = request;
    this.#channel = new TerminalChannel(
      randomUUID(),
      socket,
      {
        frame: (frame) => this.#frame(frame),
        binary: (data) => this.#input(data),
        malformed: () => this.#notices.mistake(text.malformedFrame),
        closed: () => this.#closed(),
      },
      request.times ?? channelTimes,
    );
    this.#notices = new ClientNotices(this.#channel, request.principal.language);
    this.#initTimer = setTimeout(() => this.#refuse(text.initTimeout), initWithin);
    this.#initTimer.unref();
  }

  /** Greets the client. */
  async start(): Promise<void> {
    try {
      this.#channel.send("CONNECT", await this.#context.ports.publicSettings(this.#request.principal));
      const type = this.#request.query.get("type") ?? "";
      if (type !== "" && type !== "connect") this.#refuse(text.typeUnsupported);
    } catch (error) {
      this.#fail(error);
    }
  }

  #frame(frame: TerminalFrame<ClientFrameType>): void {
    if (frame.id !== this.#channel.id) {
      this.#notices.mistake(text.wrongConnection);
      return;
    }
    switch (frame.type) {
      case "TERMINAL_INIT":
        this.#init(frame.data);
        return;
      case "TERMINAL_DATA":
        this.#input(Buffer.from(frame.data, "utf8"));
        return;
      case "TERMINAL_BINARY":
        this.#input(Buffer.from(frame.data, "latin1"));
        return;
      case "TERMINAL_RESIZE": {
        const size = parseTerminalSize(frame.data);
        if (size === null) this.#notices.mistake(text.malformedFrame);
        else this.#opened?.session.resize(size);
        return;
      }
      case "TERMINAL_ACK": {
        const acknowledged = parseTerminalAck(frame.data);
        if (acknowledged === null) this.#notices.mistake(text.malformedFrame);
        else this.#output?.acknowledge(acknowledged.bytes);
        return;
      }
      case "CLOSE":
        this.#channel.close();
        return;
      default:
        this.#notices.mistake(text.notSupportedYet);
    }
  }

  #init(data: string): void {
    if (this.#initialised) {
      this.#notices.mistake(text.alreadyInitialised);
      return;
    }
    const size = parseTerminalInit(data);
    if (size === null) {
      this.#notices.mistake(text.malformedFrame);
      return;
    }
    this.#initialised = true;
    clearTimeout(this.#initTimer);
    this.#open({ cols: size.cols, rows: size.rows }).catch((error: unknown) => this.#fail(error));
  }

  async #open(size: { cols: number; rows: number }): Promise<void> {
    const { principal, query } = this.#request;
    const token = query.get("token") ?? "";
    if (token === "") {
      this.#refuse(text.tokenMissing);
      return;
    }
    const grant = await this.#context.ports.redeemConnectionToken(token, principal, principal.remoteAddress);
    if (this.#gone) return;
    const opened = openSession(this.#context, {
      principal,
      grant,
      kind: { type: "normal", loginFrom: "WT" },
      size,
      recorded: true,
      isPresented: true,
      target: browserShell,
      client: (hold) => this.#adapter(hold),
    });
    this.#opened = opened;
    const started = await opened.started;
    if (started !== null) this.#channel.send("TERMINAL_SESSION", started);
    await opened.session.ended;
    this.#output?.flush();
    this.#channel.close();
  }

  #adapter(hold: (held: boolean) => void): ClientAdapter {
    const output = new TerminalOutput(this.#channel.socket, {
      acknowledges: this.#channel.acknowledges,
      hold,
    });
    this.#output = output;
    return {
      output: (data) => output.write(data),
      inputDrained: () => {
        output.inputBlocked = false;
        this.#channel.reading = true;
      },
      paused: (user, reason) =>
        this.#channel.send("TERMINAL_SESSION_PAUSE", { user, ...(reason === "" ? {} : { reason }) }),
      resumed: (user) => this.#channel.send("TERMINAL_SESSION_RESUME", { user }),
    };
  }

  #input(data: Buffer): void {
    if (this.#opened === null || this.#opened.session.input(data)) return;
    if (this.#output !== null) this.#output.inputBlocked = true;
    this.#channel.reading = false;
  }

  #closed(): void {
    this.#gone = true;
    clearTimeout(this.#initTimer);
    this.#opened?.session.end("client_closed");
  }

  #refuse(message: Message): void {
    this.#initialised = true;
    clearTimeout(this.#initTimer);
    this.#output?.flush();
    this.#notices.refuse(message);
  }

  #fail(error: unknown): void {
    if (error instanceof TargetFailure || error instanceof ApiError) {
      this.#refuse(error.detail);
      return;
    }
    log.error({ err: error }, "terminal connection failed");
    this.#refuse(text.internal);
  }
}
