import type { Message } from "../../../engine/i18n/index.ts";
import type { SessionControls } from "../../session-parts.ts";
import { FrameReader } from "./frame-reader.ts";
import { type FrameFormat, type FrameHeader, headerBytes, pieceBytes } from "./frames.ts";
import { zmodemText } from "./texts.ts";

/** A header, or data behind one. */
export type Frame =
  | { readonly kind: "header"; readonly header: FrameHeader }
  | { readonly kind: "piece"; readonly data: Buffer; readonly end: number };

/** Why a transfer does not go on. */
export class ZmodemFailure extends Error {
  /** What the person reads. */
  readonly detail: Message;
  /** Whether the target gave it up itself, so that nothing has to be said to it. */
  readonly isOfTarget: boolean;

  constructor(detail: Message, isOfTarget = false) {
    super("a transfer over ZMODEM failed");
    this.detail = detail;
    this.isOfTarget = isOfTarget;
  }
}

/** Bytes that may wait to be looked at before the target is held, and at which it goes on. */
const highWaterMark = 512 * 1024;
const lowWaterMark = 128 * 1024;

/**
 * How long an answer is waited for before something is said again, in milliseconds: a program that has just been started
 * may not read yet.
 */
export const repeatAfter = [1000, 2000, 4000, 8000, 15_000, 30_000] as const;

const nothing = Buffer.alloc(0);

/** Most headers that bring nothing on: a target that sends them without end is given up. */
const mostIdleHeaders = 200;

/** The program on the target that speaks ZMODEM: what it sends, in order, and what is sent to it. */
export class ZmodemPeer {
  readonly #session: SessionControls;
  readonly #reader = new FrameReader((event) => {
    if (event.kind === "rest") this.#rest.push(event.data);
    else if (event.kind === "cancel") this.fail(new ZmodemFailure(zmodemText.canceledByTarget, true));
    else if (event.kind === "broken") this.fail(new ZmodemFailure(zmodemText.malformed));
    // The line does that to whatever is repeated, too.
    else if (event.kind === "damaged") this.fail(new ZmodemFailure(zmodemText.damaged));
    else this.#add(event);
  });
  #rest: Buffer[] = [];
  #frames: Frame[] = [];
  #waiting = 0;
  #idleHeaders = 0;
  #failure: ZmodemFailure | null = null;
  #wake: () => void = () => undefined;
  /** Who waits for something, and is told when the transfer does not go on. */
  readonly #awaiting = new Set<(failure: ZmodemFailure) => void>();

  constructor(session: SessionControls) {
    this.#session = session;
  }

  /** Output of the target; answers what of it belongs to no transfer. */
  take(data: Buffer): Buffer {
    this.#reader.take(data);
    if (this.#rest.length === 0) return nothing;
    // Bytes of the flow control of a line, which programs send beside their headers.
    const rest = Buffer.concat(this.#rest).filter((byte) => byte !== 0x11 && byte !== 0x13);
    this.#rest = [];
    return Buffer.from(rest);
  }

  /** The transfer does not go on: whoever waits for the target is told. */
  fail(failure: ZmodemFailure): void {
    this.#failure ??= failure;
    this.#wake();
    for (const reject of this.#awaiting) reject(failure);
  }

  /** Settles as the promise does, or rejects when the transfer does not go on before that. */
  until<T>(promise: Promise<T>): Promise<T> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#awaiting.add(reject);
      const settle = () => this.#awaiting.delete(reject);
      promise.then(resolve, reject).then(settle, settle);
    });
  }

  /** The next frame where one is there; null: none. @throws ZmodemFailure */
  poll(): Frame | null {
    if (this.#failure !== null) throw this.#failure;
    const frame = this.#frames.shift();
    if (frame === undefined) return null;
    if (frame.kind === "piece") this.#waiting -= frame.data.length;
    if (this.#waiting < lowWaterMark) this.#session.hold("zmodem", false);
    return frame;
  }

  /** The next frame; null where the target says nothing for so long, in milliseconds. @throws ZmodemFailure */
  async next(timeout: number): Promise<Frame | null> {
    for (;;) {
      const frame = this.poll();
      if (frame !== null) return frame;
      const isLate = await this.#wait(timeout);
      // While the session is locked the target is told nothing, and cannot go on.
      if (isLate && !this.#session.dropsInput()) return this.poll();
    }
  }

  /** Sends a header. */
  header(type: number, content: Buffer, format: FrameFormat = "binary16"): Promise<void> {
    return this.send(headerBytes(type, content, format));
  }

  /** Sends a header with one piece of data behind it. */
  frame(type: number, data: Buffer, end: number): Promise<void> {
    const head = headerBytes(type, Buffer.alloc(4), "binary16");
    return this.send(Buffer.concat([head, pieceBytes(data, end, "binary16")]));
  }

  /** Sends bytes; settles when the target takes more. */
  async send(data: Buffer): Promise<void> {
    if (this.#session.dropsInput()) await this.until(this.#session.takesInput());
    if (this.#failure !== null) throw this.#failure;
    let drained: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => {
      drained = resolve;
    });
    if (!this.#session.sendPast(data, drained)) await this.until(taken);
  }

  /** What has come and was not looked at is of no interest any more. */
  forget(): void {
    this.#frames = [];
    this.#waiting = 0;
    this.#session.hold("zmodem", false);
  }

  #add(frame: Frame): void {
    if (frame.kind === "piece") {
      this.#idleHeaders = 0;
      this.#waiting += frame.data.length;
      if (this.#waiting > highWaterMark) this.#session.hold("zmodem", true);
    } else {
      this.#idleHeaders += 1;
      if (this.#idleHeaders > mostIdleHeaders) {
        this.fail(new ZmodemFailure(zmodemText.malformed));
        return;
      }
    }
    this.#frames.push(frame);
    this.#wake();
  }

  #wait(timeout: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), timeout);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });
  }
}
