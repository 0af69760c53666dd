import type { ClientFrameType, TerminalFrame, TerminalInit } from "@sallyport/contract/messages/terminal";
import type { WebSocket } from "ws";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import type { GatewayContext } from "../../open-session.ts";
import type { SharePermission } from "../../ports.ts";
import type { LiveSession } from "../../registry.ts";
import type { Watching } from "../../stages/watch.ts";
import { text } from "../../texts.ts";
import { type GreetedClient, Greeting, type TerminalRequest } from "./greeting.ts";
import { viewerScreen } from "./viewer-screen.ts";

/** How long somebody who only reads is not told again that what they type goes nowhere, in milliseconds. */
const quietFor = 10_000;

/** The longest time a timer can be set for, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Somebody's part in a session. */
interface Part {
  readonly recordId: string;
  readonly live: LiveSession;
  readonly watching: Watching;
  permission: SharePermission;
}

/**
 * A browser that takes part in somebody's session by a link, from `CONNECT` to `CLOSE`. Implements
 * docs/contract/sharing.md, section 6.
 */
export class ShareConnection implements GreetedClient {
  readonly #context: GatewayContext;
  readonly #request: TerminalRequest;
  readonly #actor: string;
  readonly #greeting: Greeting;
  readonly #leaves: (() => void)[] = [];
  #ends: NodeJS.Timeout | undefined;
  #part: Part | null = null;
  #checking: Promise<void> | null = null;
  #again = false;
  #hasTyped = false;
  #toldReadOnly = Number.NEGATIVE_INFINITY;

  constructor(context: GatewayContext, socket: WebSocket, request: TerminalRequest) {
    this.#context = context;
    this.#request = request;
    this.#actor = `${request.principal.name}(${request.principal.username})`;
    this.#greeting = new Greeting(context, socket, request, this);
  }

  /** Greets the client. */
  start(): Promise<void> {
    return this.#greeting.start();
  }

  async init({ code }: TerminalInit): Promise<void> {
    const { ports, registry } = this.#context;
    const { principal, query } = this.#request;
    const find = (id: string) => registry.find(id.toLowerCase());
    const { recordId, sessionId, permission } = await ports.sharing.join(principal, {
      id: query.get("target_id") ?? "",
      code,
      isHere: (id) => find(id)?.watch != null,
    });
    try {
      const session = await ports.watching.present(principal, sessionId);
      const live = find(sessionId);
      if (!this.#greeting.gone && live?.watch != null) {
        this.#begin({ recordId, live, permission }, session);
        return;
      }
      this.#recordLeft(recordId, sessionId);
      if (live === undefined) this.#greeting.refuse(text.watchElsewhere);
    } catch (error) {
      this.#recordLeft(recordId, sessionId);
      throw error;
    }
  }

  frame({ type, data }: TerminalFrame<ClientFrameType>): void {
    if (type === "TERMINAL_DATA") this.binary(Buffer.from(data, "utf8"));
    else if (type === "TERMINAL_BINARY") this.binary(Buffer.from(data, "latin1"));
    // The window of the session's person is what counts.
    else if (type !== "TERMINAL_RESIZE") this.#greeting.notices.mistake(text.notSupportedYet);
  }

  binary(data: Buffer): void {
    const part = this.#part;
    if (part === null || data.length === 0) return;
    if (part.permission !== "writable") {
      this.#sayReadOnly();
      return;
    }
    if (!this.#hasTyped) {
      this.#hasTyped = true;
      const { id } = part.live;
      this.#context.ports.sharing.typed(id, this.#actor).catch((error: unknown) => {
        log.warn({ err: error, session: id }, "that somebody typed was not recorded");
      });
    }
    const { channel } = this.#greeting;
    const isTaken = part.live.type(this.#actor, data, () => {
      channel.reading = true;
    });
    if (!isTaken) channel.reading = false;
  }

  acknowledge(bytes: number): void {
    this.#part?.watching.acknowledge(bytes);
  }

  stop(): void {
    this.#leave(false);
  }

  #begin(joined: Omit<Part, "watching">, session: object): void {
    const { ports, guardInterval = 30_000 } = this.#context;
    const { principal } = this.#request;
    const { live, recordId, permission } = joined;
    const { channel } = this.#greeting;
    const writable = permission === "writable";
    channel.send("TERMINAL_SESSION", {
      session,
      permission: { actions: writable ? ["connect"] : [] },
      backspaceAsCtrlH: false,
      ctrlCAsCtrlZ: false,
    });
    live.tell(this.#says(writable ? text.joinedWritable : text.joinedReadonly));
    const watching = live.watch?.join(viewerScreen(channel)) ?? null;
    if (watching === null) return;
    this.#part = { ...joined, watching };
    live.room.join(
      {
        user_id: principal.userId,
        user: this.#actor,
        created: new Date().toISOString(),
        remote_addr: principal.remoteAddress,
        terminal_id: recordId,
        primary: false,
        writable,
      },
      ({ type, data }) => channel.send(type, data),
    );
    const look = () => this.#check();
    const guard = setInterval(look, guardInterval).unref();
    this.#leaves.push(
      () => clearInterval(guard),
      () => clearTimeout(this.#ends),
      ports.onPermissionsChanged(look),
      ports.sharing.onChanged((id) => (id === null || id === live.id ? look() : undefined)),
    );
    // What changed before changes were listened to.
    look();
  }

  #says(message: Message): Message {
    return withParameters(message, { by: this.#actor });
  }

  #sayReadOnly(): void {
    const now = performance.now();
    if (now - this.#toldReadOnly < quietFor) return;
    this.#toldReadOnly = now;
    this.#greeting.channel.send("ERROR", "", translate(text.readOnly, this.#request.principal.language));
  }

  /** Looks whether they may go on, and how; one look at a time. */
  #check(): void {
    if (this.#checking !== null) {
      this.#again = true;
      return;
    }
    this.#checking = this.#look()
      // A question that cannot be asked (database away) is asked again.
      .catch((error: unknown) =>
        log.warn({ err: error }, "the guards of a shared session could not be asked"),
      )
      .finally(() => {
        this.#checking = null;
        if (!this.#again) return;
        this.#again = false;
        this.#check();
      });
  }

  async #look(): Promise<void> {
    const { ports } = this.#context;
    const part = this.#part;
    if (part === null) return;
    if (!(await ports.stillValid(this.#request.principal))) return this.#end(text.signInEnded);
    const standing = await ports.sharing.standing(part.recordId);
    if (this.#part !== part) return;
    if ("over" in standing) {
      if (standing.over === "removed") this.#leave(true);
      return this.#end(standing.says);
    }
    clearTimeout(this.#ends);
    const left = Math.max(0, standing.ends.getTime() - Date.now());
    this.#ends = setTimeout(() => this.#check(), Math.min(left, longestTimer)).unref();
    if (standing.permission === part.permission) return;
    part.permission = standing.permission;
    this.#toldReadOnly = Number.NEGATIVE_INFINITY;
    const writable = standing.permission === "writable";
    part.live.room.permit(part.recordId, writable);
    part.live.tell(this.#says(writable ? text.mayType : text.mayNotType));
  }

  #end(message: Message): void {
    this.#greeting.refuse(message);
  }

  #leave(isRemoved: boolean): void {
    for (const leave of this.#leaves.splice(0)) leave();
    const part = this.#part;
    this.#part = null;
    if (part === null) return;
    part.watching.leave();
    part.live.room.leave(part.recordId, isRemoved);
    part.live.tell(this.#says(isRemoved ? text.guestRemoved : text.guestLeft));
    if (!isRemoved) this.#recordLeft(part.recordId, part.live.id);
  }

  #recordLeft(recordId: string, sessionId: string): void {
    this.#context.ports.sharing.leave(recordId).catch((error: unknown) => {
      log.warn({ err: error, session: sessionId }, "that somebody left a shared session was not recorded");
    });
  }
}
