import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import type { CharsetCodec } from "../../engine/charset.ts";
import type { Stage } from "../session-parts.ts";
import { LiveScreen } from "./live-screen.ts";
import { stretch, Watcher, type WatcherScreen } from "./watcher.ts";

/** Output that is kept undrawn while nobody watches: in bytes, and for how many milliseconds. */
const highWaterMark = 256 * 1024;
const longestUndrawn = 200;

/** A watcher's way to leave, and to say what they have drawn. */
export interface Watching {
  acknowledge(bytes: number): void;
  leave(): void;
}

/**
 * Shows a session to those who watch it: the screen as it is when they join, then what comes. Nothing here holds the
 * session: who cannot follow misses something and sees the screen again as it is then.
 */
export class WatchStage implements Stage {
  readonly #live: LiveScreen;
  readonly #charset: CharsetCodec | null;
  readonly #watchers = new Set<Watcher>();
  #fresh: Buffer[] = [];
  #turn: NodeJS.Immediate | null = null;
  #again: NodeJS.Timeout | null = null;
  #drawing: NodeJS.Timeout | null = null;
  #paused: { readonly by: string; readonly reason: string } | null = null;
  #isOver = false;

  readonly #hasTerminal: boolean;

  constructor(options: {
    readonly size: TerminalSize;
    /** What translates the target's output, of its own; null where that is UTF-8. */
    readonly charset: CharsetCodec | null;
    /** Whether the target writes for a terminal, which begins its lines itself. */
    readonly hasTerminal: boolean;
  }) {
    this.#live = new LiveScreen(options.size);
    this.#charset = options.charset;
    this.#hasTerminal = options.hasTerminal;
  }

  /** Somebody begins to watch. */
  join(screen: WatcherScreen): Watching {
    const watcher = new Watcher(screen);
    if (this.#isOver) {
      screen.ended();
      return { acknowledge: () => undefined, leave: () => undefined };
    }
    this.#watchers.add(watcher);
    if (this.#paused !== null) screen.paused(this.#paused.by, this.#paused.reason);
    this.#schedule();
    return {
      acknowledge: (bytes) => {
        watcher.acknowledge(bytes);
        if (!watcher.follows) this.#schedule();
      },
      leave: () => this.#watchers.delete(watcher),
    };
  }

  /** What brings a terminal of the session's size to show what the session shows now. */
  picture(): Buffer {
    return this.#live.draw();
  }

  /** Who has paused the session, and why; null while it runs. */
  get pause(): { readonly by: string; readonly reason: string } | null {
    return this.#paused;
  }

  output(data: Buffer): void {
    const shown = this.#charset === null ? data : this.#charset.toScreen(data);
    this.#take(this.#hasTerminal ? shown : withCarriageReturns(shown));
  }

  message(data: Buffer): void {
    this.#take(data);
  }

  resize(size: TerminalSize): void {
    this.#pass();
    this.#live.resize(size);
    for (const { screen } of this.#watchers) screen.resized(size);
  }

  /** The session was paused, or goes on. */
  paused(by: string, reason: string): void {
    this.#paused = { by, reason };
    for (const { screen } of this.#watchers) screen.paused(by, reason);
  }

  resumed(by: string): void {
    this.#paused = null;
    for (const { screen } of this.#watchers) screen.resumed(by);
  }

  close(): void {
    this.#pass();
    this.#isOver = true;
    if (this.#turn !== null) clearImmediate(this.#turn);
    for (const timer of [this.#again, this.#drawing]) if (timer !== null) clearTimeout(timer);
    const watchers = [...this.#watchers];
    this.#watchers.clear();
    for (const { screen } of watchers) screen.ended();
  }

  #take(data: Buffer): void {
    this.#live.write(data);
    if (this.#watchers.size > 0) this.#fresh.push(data);
    if (this.#watchers.size > 0 || this.#live.waiting > highWaterMark) this.#schedule();
    // A session at rest keeps its screen, and no output beside it.
    this.#drawing ??= setTimeout(() => {
      this.#drawing = null;
      this.#live.catchUp();
    }, longestUndrawn).unref();
  }

  /** Watchers get what comes behind the person, in a turn of its own. */
  #schedule(): void {
    if (this.#isOver) return;
    this.#turn ??= setImmediate(() => {
      this.#turn = null;
      this.#pass();
    });
  }

  #pass(): void {
    const fresh = this.#fresh.length === 1 ? this.#fresh[0] : Buffer.concat(this.#fresh);
    this.#fresh = [];
    if (this.#live.waiting > highWaterMark) this.#live.catchUp();
    const now = performance.now();
    let picture: Buffer | null = null;
    let isAwaited = false;
    for (const watcher of this.#watchers) {
      if (watcher.follows && fresh !== undefined && fresh.length > 0) watcher.pass(fresh, now);
      if (watcher.isReady(now)) {
        picture ??= this.#live.draw();
        watcher.show(picture, this.#live.size, now);
      }
      isAwaited ||= !watcher.follows;
    }
    if (!isAwaited || this.#isOver) return;
    this.#again ??= setTimeout(() => {
      this.#again = null;
      this.#pass();
    }, stretch).unref();
  }
}

/** Lines of a program without a terminal, as a terminal takes them. */
const withCarriageReturns = (data: Buffer): Buffer =>
  Buffer.from(data.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");
