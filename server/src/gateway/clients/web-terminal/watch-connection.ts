import { randomUUID } from "node:crypto";
import {
  type ClientFrameType,
  parseTerminalAck,
  parseTerminalInit,
  type TerminalFrame,
} from "@sallyport/contract/messages/terminal";
import type { WebSocket } from "ws";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import type { GatewayContext } from "../../open-session.ts";
import type { LiveSession } from "../../registry.ts";
import type { Watching } from "../../stages/watch.ts";
import type { WatcherScreen } from "../../stages/watcher.ts";
import { text } from "../../texts.ts";
import { channelTimes, TerminalChannel } from "./channel.ts";
import { ClientNotices } from "./client-notices.ts";
import type { TerminalRequest } from "./connection.ts";

const initWithin = 60_000;

/**
 * A browser that watches somebody's session, from `CONNECT` to `CLOSE`; nothing it types goes anywhere.
 * Implements docs/contract/terminal.md, section 7.
 */
export class WatchConnection {
  readonly #context: GatewayContext;
  readonly #request: TerminalRequest;
  readonly #sessionId: string;
  readonly #actor: string;
  readonly #channel: TerminalChannel;
  readonly #notices: ClientNotices;
  readonly #initTimer: NodeJS.Timeout;
  #guard: NodeJS.Timeout | undefined;
  #watching: Watching | null = null;
  #initialised = false;
  #gone = false;

  constructor(context: GatewayContext, socket: WebSocket, request: TerminalRequest) {
    const { principal, query } = request;
    this.#context = context;
    this.#request = request;
    this.#sessionId = query.get("target_id") ?? "";
    this.#actor = `${principal.name}(${principal.username})`;
    this.#channel = new TerminalChannel(
      randomUUID(),
      socket,
      {
        frame: (frame) => this.#frame(frame),
        // Who watches does not type.
        binary: () => undefined,
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
    } catch (error) {
      this.#fail(error);
    }
  }

  #frame(frame: TerminalFrame<ClientFrameType>): void {
    if (frame.id !== this.#channel.id) {
      this.#notices.mistake(text.wrongConnection);
    } else if (frame.type === "TERMINAL_INIT") {
      this.#init(frame.data);
    } else if (frame.type === "TERMINAL_ACK") {
      const acknowledged = parseTerminalAck(frame.data);
      if (acknowledged === null) this.#notices.mistake(text.malformedFrame);
      else this.#watching?.acknowledge(acknowledged.bytes);
    } else if (frame.type === "CLOSE") {
      this.#channel.close();
    } else if (!ignored.has(frame.type)) {
      this.#notices.mistake(text.notSupportedYet);
    }
  }

  #init(data: string): void {
    if (this.#initialised) {
      this.#notices.mistake(text.alreadyInitialised);
    } else if (parseTerminalInit(data) === null) {
      this.#notices.mistake(text.malformedFrame);
    } else {
      this.#initialised = true;
      clearTimeout(this.#initTimer);
      this.#join().catch((error: unknown) => this.#fail(error));
    }
  }

  async #join(): Promise<void> {
    const { ports, registry, guardInterval = 30_000 } = this.#context;
    const { watching } = ports;
    const { principal } = this.#request;
    if (!(await watching.mayWatch(principal, this.#sessionId))) return this.#refuse(text.watchRefused);
    const live = registry.find(this.#sessionId.toLowerCase());
    if (live?.watch == null) return this.#refuse(text.watchElsewhere);
    const session = await watching.present(principal, live.id);
    if (this.#gone) return;
    // Written before the first thing is shown.
    await watching.record(live.id, "watch_joined", this.#actor);
    if (this.#gone) return this.#left(live);
    if (await watching.tellsPeople()) live.tell(withParameters(text.watched, { by: this.#actor }));
    this.#channel.send("TERMINAL_SESSION", {
      session,
      permission: { actions: [] },
      backspaceAsCtrlH: false,
      ctrlCAsCtrlZ: false,
    });
    const joined = live.watch.join(this.#screen());
    this.#watching = {
      acknowledge: (bytes) => joined.acknowledge(bytes),
      leave: () => {
        joined.leave();
        this.#left(live);
      },
    };
    if (this.#gone) this.#closed();
    else this.#guard = setInterval(() => void this.#check(), guardInterval).unref();
  }

  #screen(): WatcherScreen {
    const { socket } = this.#channel;
    return {
      acknowledges: this.#channel.acknowledges,
      send: (data, taken) => socket.send(data, { binary: true, compress: false }, taken),
      resized: ({ cols, rows }) => this.#channel.send("TERMINAL_RESIZE", { Width: cols, Height: rows }),
      paused: (user, reason) =>
        this.#channel.send("TERMINAL_SESSION_PAUSE", { user, ...(reason === "" ? {} : { reason }) }),
      resumed: (user) => this.#channel.send("TERMINAL_SESSION_RESUME", { user }),
      ended: () => this.#channel.close(),
    };
  }

  /** Whether they may still watch; a question that cannot be asked (database away) is asked again. */
  async #check(): Promise<void> {
    const { ports } = this.#context;
    const { principal } = this.#request;
    try {
      const mayGoOn =
        (await ports.stillValid(principal)) && (await ports.watching.mayWatch(principal, this.#sessionId));
      if (!mayGoOn) this.#refuse(text.watchRefused);
    } catch (error) {
      log.warn({ err: error, session: this.#sessionId }, "a watcher's guards could not be asked");
    }
  }

  #left({ id }: LiveSession): void {
    this.#context.ports.watching.record(id, "watch_left", this.#actor).catch((error: unknown) => {
      log.warn({ err: error, session: id }, "that somebody stopped watching was not recorded");
    });
  }

  #closed(): void {
    this.#gone = true;
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#initTimer);
    clearInterval(this.#guard);
    this.#watching?.leave();
    this.#watching = null;
  }

  #refuse(message: Message): void {
    this.#initialised = true;
    this.#stop();
    this.#notices.refuse(message);
  }

  #fail(error: unknown): void {
    log.error({ err: error }, "watching a session failed");
    this.#refuse(text.internal);
  }
}

/** What clients send that has no meaning here: keys, and the size of a window that does not count. */
const ignored: ReadonlySet<ClientFrameType> = new Set([
  "TERMINAL_DATA",
  "TERMINAL_BINARY",
  "TERMINAL_RESIZE",
]);
