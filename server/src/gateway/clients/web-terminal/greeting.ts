import { randomUUID } from "node:crypto";
import {
  type ClientFrameType,
  parseTerminalAck,
  parseTerminalInit,
  type TerminalFrame,
  type TerminalInit,
} from "@sallyport/contract/messages/terminal";
import type { WebSocket } from "ws";
import { ApiError } from "../../../engine/errors.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import { TargetFailure } from "../../../transport/targets/index.ts";
import type { GatewayContext } from "../../open-session.ts";
import type { GatewayPrincipal } from "../../ports.ts";
import { text } from "../../texts.ts";
import { type ChannelTimes, channelTimes, TerminalChannel } from "./channel.ts";
import { ClientNotices } from "./client-notices.ts";
import type { KeptTerminals } from "./kept-terminals.ts";
import type { OpenTransfers } from "./transfer-requests.ts";

const initWithin = 60_000;

/** What one terminal WebSocket was opened with. */
export interface TerminalRequest {
  readonly principal: GatewayPrincipal;
  readonly query: URLSearchParams;
  /** The page the client runs in; "" for a client that is no browser. */
  readonly origin: string;
  /** The sessions of this gateway that outlive their sockets. */
  readonly kept: KeptTerminals;
  /** The transfers that pages take part in. */
  readonly transfers: OpenTransfers;
  readonly times?: ChannelTimes;
}

/** What a connection does once its client has said `TERMINAL_INIT`. */
export interface GreetedClient {
  /** The client is there; a rejection is told it, and ends the connection. */
  init(init: TerminalInit): Promise<void>;
  /** A frame that is none of those every connection has. */
  frame(frame: TerminalFrame<ClientFrameType>): void;
  /** Raw bytes typed. */
  binary(data: Buffer): void;
  /** The client has drawn `bytes` more. */
  acknowledge(bytes: number): void;
  /** Ends what was begun, before the client is told why, or after it has gone. */
  stop(): void;
}

/**
 * What every terminal WebSocket begins and ends with: `CONNECT`, one `TERMINAL_INIT` in time, acknowledgements, and a
 * reason before `CLOSE`. Contract: docs/contract/terminal.md, section 3.
 */
export class Greeting {
  readonly channel: TerminalChannel;
  readonly notices: ClientNotices;
  readonly #context: GatewayContext;
  readonly #principal: GatewayPrincipal;
  readonly #client: GreetedClient;
  readonly #initTimer: NodeJS.Timeout;
  #initialised = false;
  #gone = false;
  #hasSaidGoodbye = false;

  constructor(context: GatewayContext, socket: WebSocket, request: TerminalRequest, client: GreetedClient) {
    this.#context = context;
    this.#principal = request.principal;
    this.#client = client;
    this.channel = new TerminalChannel(
      randomUUID(),
      socket,
      {
        frame: (frame) => this.#frame(frame),
        binary: (data) => client.binary(data),
        malformed: () => this.notices.mistake(text.malformedFrame),
        closed: () => {
          this.#gone = true;
          this.#stop();
        },
      },
      request.times ?? channelTimes,
    );
    this.notices = new ClientNotices(this.channel, request.principal.language);
    this.#initTimer = setTimeout(() => this.refuse(text.initTimeout), initWithin);
    this.#initTimer.unref();
  }

  /** Whether the client has gone. */
  get gone(): boolean {
    return this.#gone;
  }

  /** Whether the client has said that it ends the connection. */
  get hasSaidGoodbye(): boolean {
    return this.#hasSaidGoodbye;
  }

  /** Greets the client; `refusal`: with why nothing will follow. */
  async start(refusal: Message | null = null): Promise<void> {
    try {
      this.channel.send("CONNECT", await this.#context.ports.publicSettings(this.#principal));
      if (refusal !== null) this.refuse(refusal);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends the connection, and says why. */
  refuse(message: Message): void {
    this.#initialised = true;
    this.#stop();
    this.notices.refuse(message);
  }

  /** Ends the connection for an error, with its words where it has some for people. */
  fail(error: unknown): void {
    if (error instanceof TargetFailure || error instanceof ApiError) {
      this.refuse(error.detail);
      return;
    }
    log.error({ err: error }, "terminal connection failed");
    this.refuse(text.internal);
  }

  #frame(frame: TerminalFrame<ClientFrameType>): void {
    if (frame.id !== this.channel.id) {
      this.notices.mistake(text.wrongConnection);
    } else if (frame.type === "TERMINAL_INIT") {
      this.#init(frame.data);
    } else if (frame.type === "TERMINAL_ACK") {
      const acknowledged = parseTerminalAck(frame.data);
      if (acknowledged === null) this.notices.mistake(text.malformedFrame);
      else this.#client.acknowledge(acknowledged.bytes);
    } else if (frame.type === "CLOSE") {
      this.#hasSaidGoodbye = true;
      this.channel.close();
    } else {
      this.#client.frame(frame);
    }
  }

  #init(data: string): void {
    if (this.#initialised) {
      this.notices.mistake(text.alreadyInitialised);
      return;
    }
    const init = parseTerminalInit(data);
    if (init === null) {
      this.notices.mistake(text.malformedFrame);
      return;
    }
    this.#initialised = true;
    clearTimeout(this.#initTimer);
    this.#client.init(init).catch((error: unknown) => this.fail(error));
  }

  #stop(): void {
    clearTimeout(this.#initTimer);
    this.#client.stop();
  }
}
