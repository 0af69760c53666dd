import { withParameters } from "../../../engine/i18n/index.ts";
import type { ChosenFile, FileExchange } from "./exchange.ts";
import {
  type FrameHeader,
  frameType,
  headerBytes,
  initFlag,
  pieceBytes,
  pieceEnd,
  positionBytes,
  positionOf,
} from "./frames.ts";
import { safeName } from "./names.ts";
import { ZmodemFailure, type ZmodemPeer } from "./peer.ts";
import { RecentContent } from "./recent-content.ts";
import { zmodemText } from "./texts.ts";
import type { PassingFile } from "./transfer-records.ts";

/** How long the target may say nothing, in milliseconds. */
export const silence = 30_000;

/** Bytes of one piece; the protocol allows no more. */
const pieceLength = 1024;

/** How often the receiver may ask for something again in one file. */
const mostRepeats = 20;

/** What content is sent with. */
interface SentContentOptions {
  readonly peer: ZmodemPeer;
  readonly exchange: Pick<FileExchange, "progress">;
}

/** A file whose content is sent. */
interface SentFile {
  readonly index: number;
  readonly file: ChosenFile;
  readonly passing: PassingFile;
  /** What the receiver has announced. */
  readonly init: FrameHeader;
}

/** The content of one file on its way. */
export class SentContent {
  readonly #options: SentContentOptions;
  readonly #sent: SentFile;
  readonly #recent = new RecentContent();
  /** Bytes the receiver takes before it wants to be asked; infinite where it reads on meanwhile. */
  readonly #stretch: number;
  readonly #format: "binary16" | "binary32";
  #repeats = 0;
  /** The header by which the receiver ended the file. */
  #end: FrameHeader | null = null;
  /** Up to where the receiver has acknowledged. */
  #acknowledged = -1;

  constructor(options: SentContentOptions, sent: SentFile) {
    this.#options = options;
    this.#sent = sent;
    const { content } = sent.init;
    const flags = content[3] ?? 0;
    const streams = (flags & initFlag.fullDuplex) !== 0 && (flags & initFlag.overlapsWriting) !== 0;
    const length = content.readUInt16LE(0);
    this.#stretch = streams && length === 0 ? Number.POSITIVE_INFINITY : length || pieceLength;
    this.#format = (flags & initFlag.crc32) === 0 ? "binary16" : "binary32";
  }

  /** Sends all from `start` on; answers the header by which the receiver ends the file. */
  async run(content: AsyncIterable<Buffer>, start: number): Promise<FrameHeader> {
    const { exchange, peer } = this.#options;
    const { file, index, passing } = this.#sent;
    let position = 0;
    this.#recent.begin(start);
    await this.#begin(start);
    for await (const data of nextOf(content, peer)) {
      const from = position;
      position += data.length;
      if (position > file.size) break;
      const wanted = data.subarray(Math.max(0, start - from));
      if (wanted.length === 0) continue;
      passing.pass(position - wanted.length, wanted);
      this.#recent.add(wanted);
      await this.#send(position - wanted.length, wanted);
      exchange.progress(index, position);
      await this.#hear();
      if (this.#end !== null) return this.#end;
    }
    if (position !== file.size) {
      throw new ZmodemFailure(withParameters(zmodemText.contentLost, { name: safeName(file.name) }));
    }
    passing.ended(position);
    return this.#finish(position);
  }

  async #begin(position: number): Promise<void> {
    const { peer } = this.#options;
    if (this.#stretch === Number.POSITIVE_INFINITY) {
      await peer.send(headerBytes(frameType.data, positionBytes(position), this.#format));
    }
  }

  /** Sends content, in pieces; a receiver that does not read on is waited for after each stretch. */
  async #send(position: number, data: Buffer): Promise<void> {
    const { peer } = this.#options;
    const isWaitedFor = this.#stretch !== Number.POSITIVE_INFINITY;
    const stretch = isWaitedFor ? this.#stretch : data.length;
    for (let at = 0; at < data.length; at += stretch) {
      const part = data.subarray(at, at + stretch);
      const pieces: Buffer[] = [];
      if (isWaitedFor) {
        pieces.push(headerBytes(frameType.data, positionBytes(position + at), this.#format));
      }
      for (let from = 0; from < part.length; from += pieceLength) {
        const isLast = from + pieceLength >= part.length;
        const end = isWaitedFor && isLast ? pieceEnd.frameEndsAcknowledged : pieceEnd.goesOn;
        pieces.push(pieceBytes(part.subarray(from, from + pieceLength), end, this.#format));
      }
      await peer.send(Buffer.concat(pieces));
      if (isWaitedFor) await this.#awaitReceipt(position + at + part.length);
      if (this.#end !== null) return;
    }
  }

  async #awaitReceipt(position: number): Promise<void> {
    while (this.#acknowledged !== position && this.#end === null) {
      const frame = await this.#options.peer.next(silence);
      if (frame === null) throw new ZmodemFailure(zmodemText.noAnswer);
      if (frame.kind === "header") await this.#take(frame.header);
    }
  }

  /** Takes what the receiver has said meanwhile. */
  async #hear(): Promise<void> {
    const { peer } = this.#options;
    for (let frame = peer.poll(); frame !== null && this.#end === null; frame = peer.poll()) {
      if (frame.kind === "header") await this.#take(frame.header);
    }
  }

  async #take(header: FrameHeader): Promise<void> {
    if (header.type === frameType.acknowledge) this.#acknowledged = positionOf(header);
    else if (header.type === frameType.position) await this.#again(positionOf(header));
    else if (header.type === frameType.skip) this.#end = header;
    else refuseOther(header.type);
  }

  /** The receiver wants what is behind a position once more. */
  async #again(position: number): Promise<void> {
    this.#repeats += 1;
    const recent = this.#recent.from(position);
    if (recent === null || this.#repeats > mostRepeats) throw new ZmodemFailure(zmodemText.malformed);
    await this.#begin(position);
    await this.#send(position, recent);
  }

  /** Says that that was all, until the receiver has it. */
  async #finish(position: number): Promise<FrameHeader> {
    const { peer } = this.#options;
    const isStreamed = this.#stretch === Number.POSITIVE_INFINITY;
    for (let tries = 0; tries <= mostRepeats; tries++) {
      const last = isStreamed
        ? pieceBytes(Buffer.alloc(0), pieceEnd.frameEnds, this.#format)
        : Buffer.alloc(0);
      await peer.send(
        Buffer.concat([last, headerBytes(frameType.endOfFile, positionBytes(position), "binary16")]),
      );
      for (;;) {
        const frame = await peer.next(silence);
        if (frame === null) throw new ZmodemFailure(zmodemText.noAnswer);
        if (frame.kind === "piece") continue;
        if (frame.header.type === frameType.init) return frame.header;
        await this.#take(frame.header);
        if (this.#end !== null) return this.#end;
        if (frame.header.type === frameType.position) break;
      }
    }
    throw new ZmodemFailure(zmodemText.malformed);
  }
}

/** Content as it comes, unless the transfer does not go on. */
async function* nextOf(content: AsyncIterable<Buffer>, peer: ZmodemPeer): AsyncGenerator<Buffer> {
  const source = content[Symbol.asyncIterator]();
  for (;;) {
    const next = await peer.until(source.next());
    if (next.done === true) return;
    yield next.value;
  }
}

/** Passes over a header that is of no interest to a sender; throws for what ends the transfer. */
export function refuseOther(type: number): void {
  if (type === frameType.abort || type === frameType.fileError) {
    throw new ZmodemFailure(zmodemText.canceledByTarget);
  }
  // A sender's headers: what answers is no receiver, but a terminal that shows what it is sent.
  if (type === frameType.file || type === frameType.data || type === frameType.senderInit) {
    throw new ZmodemFailure(zmodemText.noAnswer);
  }
  if (type === frameType.command) throw new ZmodemFailure(zmodemText.commandRefused);
}
