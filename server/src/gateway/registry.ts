import type { Message } from "../engine/i18n/index.ts";
import { log } from "../engine/log.ts";
import type { SessionCommand, SessionsPort } from "./ports.ts";
import type { ShareRoom } from "./share-room.ts";
import type { WatchStage } from "./stages/watch.ts";

/** A running session as the gateway's registry knows it. */
export interface LiveSession {
  readonly id: string;
  /** Shows it to those who watch; null where there is nothing to see. */
  readonly watch: WatchStage | null;
  /** Those who joined it by a link. */
  readonly room: ShareRoom;
  /**
   * Input of somebody who joined; after false `drained` is called when more is taken.
   * @param typist how they are called
   */
  type(typist: string, data: Buffer, drained: () => void): boolean;
  /** Shows its person a line of the gateway. */
  tell(message: Message): void;
  applyControl(command: SessionCommand): void;
  /** Ends it because the gateway stops; settles when its recording is closed and its end is stored. */
  shutDown(): Promise<void>;
}

/** How often live sessions are reported unless the gateway says otherwise, in milliseconds. */
export const heartbeatInterval = 30_000;

/** The sessions running in this gateway: reports them alive and hands commands to them. */
export class SessionRegistry {
  readonly #sessions = new Map<string, LiveSession>();
  readonly #port: Pick<SessionsPort, "heartbeat" | "onControl">;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;

  /** @param interval how often the heartbeat is sent, in milliseconds */
  constructor(port: Pick<SessionsPort, "heartbeat" | "onControl">, interval = heartbeatInterval) {
    this.#port = port;
    this.#unsubscribe = port.onControl((command) => this.#control(command));
    this.#timer = setInterval(() => this.#beat(), interval);
    this.#timer.unref();
    this.#beat();
  }

  /** Number of running sessions. */
  get size(): number {
    return this.#sessions.size;
  }

  add(session: LiveSession): void {
    this.#sessions.set(session.id, session);
  }

  /** A session that runs here. */
  find(id: string): LiveSession | undefined {
    return this.#sessions.get(id);
  }

  remove(id: string): void {
    this.#sessions.delete(id);
  }

  /** Ends every session and waits for them. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    await Promise.allSettled([...this.#sessions.values()].map((session) => session.shutDown()));
  }

  #control(command: SessionCommand): boolean {
    const session = this.#sessions.get(command.sessionId);
    session?.applyControl(command);
    return session !== undefined;
  }

  #beat(): void {
    this.#port.heartbeat([...this.#sessions.keys()]).catch((error: unknown) => {
      log.warn({ err: error }, "session heartbeat failed");
    });
  }
}
