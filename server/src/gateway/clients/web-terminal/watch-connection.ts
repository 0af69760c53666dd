import type { ClientFrameType, TerminalFrame } from "@sallyport/contract/messages/terminal";
import type { WebSocket } from "ws";
import { withParameters } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import type { GatewayContext } from "../../open-session.ts";
import type { LiveSession } from "../../registry.ts";
import type { Watching } from "../../stages/watch.ts";
import { text } from "../../texts.ts";
import { type GreetedClient, Greeting, type TerminalRequest } from "./greeting.ts";
import { viewerScreen } from "./viewer-screen.ts";

/**
 * A browser that watches somebody's session, from `CONNECT` to `CLOSE`; nothing it types goes anywhere.
 * Implements docs/contract/terminal.md, section 7.
 */
export class WatchConnection implements GreetedClient {
  readonly #context: GatewayContext;
  readonly #request: TerminalRequest;
  readonly #sessionId: string;
  readonly #actor: string;
  readonly #greeting: Greeting;
  #guard: NodeJS.Timeout | undefined;
  #watching: Watching | null = null;

  constructor(context: GatewayContext, socket: WebSocket, request: TerminalRequest) {
    const { principal, query } = request;
    this.#context = context;
    this.#request = request;
    this.#sessionId = query.get("target_id") ?? "";
    this.#actor = `${principal.name}(${principal.username})`;
    this.#greeting = new Greeting(context, socket, request, this);
  }

  /** Greets the client. */
  start(): Promise<void> {
    return this.#greeting.start();
  }

  async init(): Promise<void> {
    const { ports, registry, guardInterval = 30_000 } = this.#context;
    const { watching } = ports;
    const { principal } = this.#request;
    if (!(await watching.mayWatch(principal, this.#sessionId)))
      return this.#greeting.refuse(text.watchRefused);
    const live = registry.find(this.#sessionId.toLowerCase());
    if (live?.watch == null) return this.#greeting.refuse(text.watchElsewhere);
    const session = await watching.present(principal, live.id);
    if (this.#greeting.gone) return;
    // Written before the first thing is shown.
    await watching.record(live.id, "watch_joined", this.#actor);
    if (this.#greeting.gone) return this.#left(live);
    if (await watching.tellsPeople()) live.tell(withParameters(text.watched, { by: this.#actor }));
    this.#greeting.channel.send("TERMINAL_SESSION", {
      session,
      permission: { actions: [] },
      backspaceAsCtrlH: false,
      ctrlCAsCtrlZ: false,
    });
    const joined = live.watch.join(viewerScreen(this.#greeting.channel));
    this.#watching = {
      acknowledge: (bytes) => joined.acknowledge(bytes),
      leave: () => {
        joined.leave();
        this.#left(live);
      },
    };
    if (this.#greeting.gone) this.stop();
    else this.#guard = setInterval(() => void this.#check(), guardInterval).unref();
  }

  frame({ type }: TerminalFrame<ClientFrameType>): void {
    if (!ignored.has(type)) this.#greeting.notices.mistake(text.notSupportedYet);
  }

  /** Who watches does not type. */
  binary(): void {}

  acknowledge(bytes: number): void {
    this.#watching?.acknowledge(bytes);
  }

  stop(): void {
    clearInterval(this.#guard);
    this.#watching?.leave();
    this.#watching = null;
  }

  /** Whether they may still watch; a question that cannot be asked (database away) is asked again. */
  async #check(): Promise<void> {
    const { ports } = this.#context;
    const { principal } = this.#request;
    try {
      const mayGoOn =
        (await ports.stillValid(principal)) && (await ports.watching.mayWatch(principal, this.#sessionId));
      if (!mayGoOn) this.#greeting.refuse(text.watchRefused);
    } catch (error) {
      log.warn({ err: error, session: this.#sessionId }, "a watcher's guards could not be asked");
    }
  }

  #left({ id }: LiveSession): void {
    this.#context.ports.watching.record(id, "watch_left", this.#actor).catch((error: unknown) => {
      log.warn({ err: error, session: id }, "that somebody stopped watching was not recorded");
    });
  }
}

/** What clients send that has no meaning here: keys, and the size of a window that does not count. */
const ignored: ReadonlySet<ClientFrameType> = new Set([
  "TERMINAL_DATA",
  "TERMINAL_BINARY",
  "TERMINAL_RESIZE",
]);
