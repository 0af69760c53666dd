import {
  type ClientFrameType,
  parseTerminalSize,
  type TerminalFrame,
  type TerminalInit,
} from "@sallyport/contract/messages/terminal";
import type { WebSocket } from "ws";
import { log } from "../../../engine/log.ts";
import { type GatewayContext, openSession } from "../../open-session.ts";
import type { Session } from "../../session.ts";
import { browserShell } from "../../targets/ssh.ts";
import { text } from "../../texts.ts";
import { type GreetedClient, Greeting, type TerminalRequest } from "./greeting.ts";
import { KeptTerminal, type TerminalView } from "./kept-terminal.ts";
import { OwnerSharing } from "./owner-sharing.ts";
import { ViewTransfers } from "./view-transfers.ts";

/** What a socket shows, and through which view. */
interface Shown {
  readonly session: Session;
  readonly terminal: KeptTerminal;
  readonly view: TerminalView;
}

/** Close code for a client that may come again soon. */
const tryAgainLater = 1013;

/**
 * A browser terminal from `CONNECT` to `CLOSE`: of a new session, or of one that has outlived its socket. Implements
 * docs/contract/terminal.md.
 */
export class TerminalConnection implements GreetedClient {
  readonly #context: GatewayContext;
  readonly #request: TerminalRequest;
  readonly #greeting: Greeting;
  readonly #sharing: OwnerSharing;
  #shown: Shown | null = null;

  constructor(context: GatewayContext, socket: WebSocket, request: TerminalRequest) {
    this.#context = context;
    this.#request = request;
    this.#greeting = new Greeting(context, socket, request, this);
    this.#sharing = new OwnerSharing(context, request.principal, this.#greeting);
  }

  /** Greets the client. */
  start(): Promise<void> {
    return this.#greeting.start(["", "connect", "resume"].includes(this.#type) ? null : text.typeUnsupported);
  }

  init(init: TerminalInit): Promise<void> {
    return this.#type === "resume" ? this.#takeUp(init) : this.#open(init);
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
        else this.#shown?.session.resize(size);
        return;
      }
      case "TERMINAL_TRANSFER":
        if (this.#shown?.view.transfers?.take(frame.data) !== true) {
          this.#greeting.notices.mistake(text.malformedFrame);
        }
        return;
      default:
        this.#sharing.frame(frame);
    }
  }

  binary(data: Buffer): void {
    if (this.#shown === null || this.#shown.session.input(data)) return;
    this.#shown.view.output.inputBlocked = true;
    this.#greeting.channel.reading = false;
  }

  acknowledge(bytes: number): void {
    this.#shown?.view.output.acknowledge(bytes);
  }

  stop(): void {
    if (this.#shown === null) return;
    const { terminal, view } = this.#shown;
    if (this.#greeting.gone) terminal.lost(view);
    else view.output.flush();
  }

  get #type(): string {
    return this.#request.query.get("type") ?? "";
  }

  async #open({ cols, rows, transfers }: TerminalInit): Promise<void> {
    const { principal, query, kept } = this.#request;
    const token = query.get("token") ?? "";
    if (token === "") {
      this.#greeting.refuse(text.tokenMissing);
      return;
    }
    const grant = await this.#context.ports.redeemConnectionToken(token, principal, "web_cli");
    if (this.#greeting.gone) return;
    const terminal = new KeptTerminal(this.#context, this.#request, grant);
    const view = this.#viewOf(terminal, transfers);
    terminal.show(view);
    const { session, started } = openSession(this.#context, {
      principal,
      grant,
      kind: { type: "normal", loginFrom: "WT" },
      size: { cols, rows },
      recorded: true,
      isPresented: true,
      target: browserShell,
      client: () => terminal,
    });
    terminal.belongsTo(session);
    kept.add(session.id, terminal);
    void session.ended.then(() => kept.remove(session.id));
    this.#shown = { session, terminal, view };
    const known = await started;
    if (known !== null) {
      await terminal.start(known);
      this.#sharing.begin(session.id);
    }
    await this.#over(session, view);
  }

  async #takeUp({ cols, rows, code, transfers }: TerminalInit): Promise<void> {
    const { principal, query, kept } = this.#request;
    const terminal = kept.find(query.get("target_id") ?? "");
    if (terminal?.claim(code, this.#request) !== true) {
      this.#greeting.refuse(text.resumeRefused);
      return;
    }
    let mayGoOn = false;
    try {
      mayGoOn = await terminal.mayGoOn(principal);
    } catch (error) {
      // Nobody can say now: the client comes again with the same secret.
      log.warn({ err: error }, "whether a session may be taken up again could not be asked");
      terminal.unclaim(code);
      this.#greeting.channel.socket.close(tryAgainLater);
      return;
    }
    const { session } = terminal;
    if (!mayGoOn || session === null || session.endReason !== null) {
      this.#greeting.refuse(text.resumeRefused);
      return;
    }
    if (this.#greeting.gone) return terminal.unclaim(code);
    const view = this.#viewOf(terminal, transfers);
    this.#shown = { session, terminal, view };
    terminal.takeUp(view, { cols, rows });
    this.#sharing.begin(session.id);
    await this.#over(session, view);
  }

  #viewOf(terminal: KeptTerminal, takesPart = false): TerminalView {
    const { principal, transfers } = this.#request;
    const { channel } = this.#greeting;
    const ofView = takesPart ? new ViewTransfers(channel, principal.userId, transfers) : null;
    return terminal.viewFor(this.#greeting, principal, ofView);
  }

  async #over(session: Session, view: TerminalView): Promise<void> {
    await session.ended;
    view.output.flush();
    this.#greeting.channel.close();
  }
}
