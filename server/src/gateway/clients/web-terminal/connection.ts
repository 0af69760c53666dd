import {
  type ClientFrameType,
  parseTerminalSize,
  type TerminalFrame,
  type TerminalInit,
} from "@sallyport/contract/messages/terminal";
import type { WebSocket } from "ws";
import { type GatewayContext, type OpenedSession, openSession } from "../../open-session.ts";
import type { ClientAdapter } from "../../session-parts.ts";
import { browserShell } from "../../targets/ssh.ts";
import { text } from "../../texts.ts";
import { type GreetedClient, Greeting, type TerminalRequest } from "./greeting.ts";
import { TerminalOutput } from "./output.ts";
import { OwnerSharing } from "./owner-sharing.ts";

/** A browser terminal from `CONNECT` to `CLOSE`. Implements docs/contract/terminal.md. */
export class TerminalConnection implements GreetedClient {
  readonly #context: GatewayContext;
  readonly #request: TerminalRequest;
  readonly #greeting: Greeting;
  readonly #sharing: OwnerSharing;
  #output: TerminalOutput | null = null;
  #opened: OpenedSession | null = null;

  constructor(context: GatewayContext, socket: WebSocket, request: TerminalRequest) {
    this.#context = context;
    this.#request = request;
    this.#greeting = new Greeting(context, socket, request, this);
    this.#sharing = new OwnerSharing(context, request.principal, this.#greeting);
  }

  /** Greets the client. */
  start(): Promise<void> {
    const type = this.#request.query.get("type") ?? "";
    return this.#greeting.start(type === "" || type === "connect" ? null : text.typeUnsupported);
  }

  async init({ cols, rows }: TerminalInit): Promise<void> {
    const { principal, query } = this.#request;
    const token = query.get("token") ?? "";
    if (token === "") {
      this.#greeting.refuse(text.tokenMissing);
      return;
    }
    const grant = await this.#context.ports.redeemConnectionToken(token, principal, "web_cli");
    if (this.#greeting.gone) return;
    const opened = openSession(this.#context, {
      principal,
      grant,
      kind: { type: "normal", loginFrom: "WT" },
      size: { cols, rows },
      recorded: true,
      isPresented: true,
      target: browserShell,
      client: (hold) => this.#adapter(hold),
    });
    this.#opened = opened;
    const started = await opened.started;
    if (started !== null) {
      this.#greeting.channel.send("TERMINAL_SESSION", started);
      this.#sharing.begin(opened.session.id);
    }
    await opened.session.ended;
    this.#output?.flush();
    this.#greeting.channel.close();
  }

  frame(frame: TerminalFrame<ClientFrameType>): void {
    switch (frame.type) {
      case "TERMINAL_DATA":
        this.binary(Buffer.from(frame.data, "utf8"));
        return;
      case "TERMINAL_BINARY":
        this.binary(Buffer.from(frame.data, "latin1"));
        return;
      case "TERMINAL_RESIZE": {
        const size = parseTerminalSize(frame.data);
        if (size === null) this.#greeting.notices.mistake(text.malformedFrame);
        else this.#opened?.session.resize(size);
        return;
      }
      default:
        this.#sharing.frame(frame);
    }
  }

  binary(data: Buffer): void {
    if (this.#opened === null || this.#opened.session.input(data)) return;
    if (this.#output !== null) this.#output.inputBlocked = true;
    this.#greeting.channel.reading = false;
  }

  acknowledge(bytes: number): void {
    this.#output?.acknowledge(bytes);
  }

  stop(): void {
    if (this.#greeting.gone) this.#opened?.session.end("client_closed");
    else this.#output?.flush();
  }

  #adapter(hold: (held: boolean) => void): ClientAdapter {
    const { channel } = this.#greeting;
    const output = new TerminalOutput(channel.socket, { acknowledges: channel.acknowledges, hold });
    this.#output = output;
    return {
      output: (data) => output.write(data),
      inputDrained: () => {
        output.inputBlocked = false;
        channel.reading = true;
      },
      paused: (user, reason) =>
        channel.send("TERMINAL_SESSION_PAUSE", { user, ...(reason === "" ? {} : { reason }) }),
      resumed: (user) => channel.send("TERMINAL_SESSION_RESUME", { user }),
      shared: ({ type, data }) => channel.send(type, data),
    };
  }
}
