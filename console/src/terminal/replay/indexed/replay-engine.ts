import { IDLE_LIMIT } from "../speeds.ts";
import type { ReplayIndex, ReplayPart } from "./replay-api.ts";

/** What a recording is played on. */
export interface ReplayScreen {
  /** An empty screen of this size. */
  reset(columns: number, rows: number): void;
  resize(columns: number, rows: number): void;
  /** Resolves when it is drawn. */
  write(text: string): Promise<void>;
}

/** Where playing stands. */
export interface EngineState {
  readonly playing: boolean;
  /** Seconds of the recording. */
  readonly position: number;
  /** A part is being read. */
  readonly waiting: boolean;
  /** Why a part could not be read; playing stopped. */
  readonly error: unknown;
}

/** What the engine plays with. */
export interface EngineOptions {
  readonly index: Pick<ReplayIndex, "duration" | "parts">;
  readonly screen: ReplayScreen;
  readonly load: (part: number, signal: AbortSignal) => Promise<ReplayPart>;
}

/** How often what is due is shown, in milliseconds. */
const TICK = 50;
/** Parts kept in memory. */
const KEPT = 6;

/**
 * Plays a recording part by part: only what is near the position is read and kept. A position is shown from the screen
 * its part begins with, so that any is as near as any other.
 */
export class ReplayEngine {
  readonly #options: EngineOptions;
  readonly #listeners = new Set<() => void>();
  readonly #parts = new Map<number, Promise<ReplayPart>>();
  readonly #stop = new AbortController();
  #state: EngineState = { playing: false, position: 0, waiting: false, error: null };
  #speed = 1;
  #skipIdle = true;
  /** The part on the screen; its events before `#next` were written. */
  #current: { readonly number: number; readonly part: ReplayPart } | null = null;
  #next = 0;
  #shownAt = 0;
  #seeks = 0;
  #busy = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #ticked = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  get state(): EngineState {
    return this.#state;
  }

  /** Calls `listener` after each change. @returns ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setSpeed(speed: number): void {
    this.#speed = speed;
  }

  setSkipIdle(on: boolean): void {
    this.#skipIdle = on;
  }

  play(): void {
    if (this.#state.playing || this.#stop.signal.aborted) return;
    if (this.#state.position >= this.#options.index.duration) void this.seek(0);
    this.#change({ playing: true, error: null });
    this.#ticked = performance.now();
    this.#timer = setInterval(() => void this.#tick(), TICK);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#change({ playing: false });
  }

  toggle(): void {
    if (this.#state.playing) this.pause();
    else this.play();
  }

  /** Shows a moment. Resolves when it is on the screen, or another was asked for. */
  async seek(seconds: number): Promise<void> {
    const { index, screen } = this.#options;
    const position = Math.min(index.duration, Math.max(0, seconds));
    const seek = ++this.#seeks;
    this.#change({ position, error: null, waiting: true });
    const number = Math.max(
      0,
      index.parts.findLastIndex(([begins]) => begins <= position),
    );
    try {
      const part = index.parts.length === 0 ? null : await this.#load(number);
      if (seek !== this.#seeks) return;
      if (part !== null) {
        screen.reset(part.columns, part.rows);
        this.#current = { number, part };
        this.#next = 0;
        this.#shownAt = index.parts[number]?.[0] ?? 0;
        await Promise.all([screen.write(part.screen), this.#showUntil(position)]);
      }
      if (seek !== this.#seeks) return;
      this.#ticked = performance.now();
      this.#change({ waiting: false });
      this.#ahead(number + 1);
    } catch (error) {
      if (seek === this.#seeks) this.#fail(error);
    }
  }

  /** Ends it for good. */
  dispose(): void {
    clearInterval(this.#timer);
    this.#seeks += 1;
    this.#stop.abort();
    this.#listeners.clear();
    this.#parts.clear();
  }

  async #tick(): Promise<void> {
    const now = performance.now();
    const passed = ((now - this.#ticked) / 1000) * this.#speed;
    this.#ticked = now;
    // What is drawn slower than it is due holds the clock.
    if (this.#busy || this.#state.waiting || !this.#state.playing) return;
    const seek = this.#seeks;
    this.#busy = true;
    try {
      await this.#advance(this.#state.position + passed, seek);
    } catch (error) {
      if (seek === this.#seeks) this.#fail(error);
    } finally {
      this.#busy = false;
    }
  }

  async #advance(target: number, seek: number): Promise<void> {
    const { duration, parts } = this.#options.index;
    const following = this.#following();
    const idle = this.#skipIdle && target > this.#shownAt + IDLE_LIMIT && following > target;
    const position = Math.min(duration, idle ? following : target);
    this.#change({ position });
    for (;;) {
      await this.#showUntil(position);
      if (seek !== this.#seeks) return;
      const number = (this.#current?.number ?? -1) + 1;
      const begins = parts[number]?.[0];
      if (begins === undefined || begins > position) break;
      this.#change({ waiting: true });
      const part = await this.#load(number);
      if (seek !== this.#seeks) return;
      this.#current = { number, part };
      this.#next = 0;
      this.#change({ waiting: false });
      this.#ahead(number + 1);
    }
    if (position >= duration) this.pause();
  }

  /** When something happens next. */
  #following(): number {
    const { duration, parts } = this.#options.index;
    if (this.#current === null) return duration;
    const { number, part } = this.#current;
    return part.events[this.#next]?.[0] ?? parts[number + 1]?.[0] ?? duration;
  }

  /** Writes what the part on the screen shows up to a moment. */
  async #showUntil(position: number): Promise<void> {
    const { screen } = this.#options;
    const events = this.#current?.part.events ?? [];
    let text = "";
    let written: Promise<void> | undefined;
    const flush = () => {
      if (text !== "") written = screen.write(text);
      text = "";
    };
    for (; this.#next < events.length; this.#next += 1) {
      const [time, kind, data] = events[this.#next] as ReplayPart["events"][number];
      if (time > position) break;
      this.#shownAt = time;
      if (kind === "o") {
        text += data;
      } else if (kind === "r") {
        flush();
        const [columns, rows] = data.split("x").map(Number);
        // A size counts from where it stands in the output.
        await written;
        if (columns !== undefined && rows !== undefined) screen.resize(columns, rows);
      }
    }
    flush();
    await written;
  }

  #load(number: number): Promise<ReplayPart> {
    const known = this.#parts.get(number);
    // The one used last is forgotten last.
    this.#parts.delete(number);
    const part = known ?? this.#options.load(number, this.#stop.signal);
    this.#parts.set(number, part);
    part.catch(() => {
      if (this.#parts.get(number) === part) this.#parts.delete(number);
    });
    for (const old of this.#parts.keys()) {
      if (this.#parts.size <= KEPT) break;
      this.#parts.delete(old);
    }
    return part;
  }

  /** Reads a part before it is needed. */
  #ahead(number: number): void {
    if (number < this.#options.index.parts.length) this.#load(number).catch(() => undefined);
  }

  #fail(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    clearInterval(this.#timer);
    this.#change({ playing: false, waiting: false, error });
  }

  #change(changes: Partial<EngineState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
