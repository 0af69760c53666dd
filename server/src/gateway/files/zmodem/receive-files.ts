import { TRANSFER_LARGEST_FILE } from "@sallyport/contract/messages/terminal-transfer";
import { withParameters } from "../../../engine/i18n/index.ts";
import type { FileExchange, FileSink, OfferedFile } from "./exchange.ts";
import { fileFacts } from "./file-facts.ts";
import { frameType, initFlag, pieceEnd, positionBytes, positionOf } from "./frames.ts";
import { type Frame, repeatAfter, ZmodemFailure, type ZmodemPeer } from "./peer.ts";
import { zmodemText } from "./texts.ts";
import type { PassingFile, TransferRecords } from "./transfer-records.ts";

/** How long the target may say nothing, in milliseconds. */
const silence = 60_000;

/** How often a sender that waits for a person is told that somebody is there, in milliseconds. */
const signOfLife = 20_000;

/** How often a piece may be out of place in one file. */
const mostRepeats = 20;

/** What files are received with. */
export interface ReceivingOptions {
  readonly peer: ZmodemPeer;
  readonly exchange: FileExchange;
  readonly records: TransferRecords;
  /** Whether the target is to escape every control character: the connection does not carry all of them. */
  readonly escapesControl: boolean;
  /** Most bytes of one file; default: what the protocol can count. */
  readonly largest?: number;
  /** The sender is told that all has come; it says goodbye and ends. */
  finished(): void;
}

/** Receives files from a program on the target that sends them; settles when it has sent all. */
export class FileReceiver {
  readonly #options: Required<ReceivingOptions>;
  #index = 0;

  constructor(options: ReceivingOptions) {
    this.#options = { largest: TRANSFER_LARGEST_FILE, ...options };
  }

  /** @throws ZmodemFailure */
  async run(): Promise<void> {
    const { peer } = this.#options;
    await this.#tellReady();
    for (;;) {
      const frame = await this.#awaitSender();
      if (frame.kind === "piece") continue;
      const { type, content } = frame.header;
      if (type === frameType.file) await this.#file();
      else if (type === frameType.finish) {
        this.#options.finished();
        await peer.header(frameType.finish, Buffer.alloc(4));
        return;
      } else if (type === frameType.requestInit && content[3] === 0) await this.#tellReady();
      else if (type === frameType.senderInit) {
        await this.#piece();
        await peer.header(frameType.acknowledge, positionBytes(1));
      } else refuseOther(type, content);
    }
  }

  async #awaitSender(): Promise<Frame> {
    for (const wait of repeatAfter) {
      const frame = await this.#options.peer.next(wait);
      if (frame !== null) return frame;
      await this.#tellReady();
    }
    throw new ZmodemFailure(zmodemText.noAnswer);
  }

  #tellReady(): Promise<void> {
    const { peer, escapesControl } = this.#options;
    const flags =
      initFlag.fullDuplex |
      initFlag.overlapsWriting |
      initFlag.crc32 |
      (escapesControl ? initFlag.escapesControl : 0);
    return peer.header(frameType.init, Buffer.from([0, 0, 0, flags]));
  }

  /** The piece of data behind the header that has just come. */
  async #piece(): Promise<Buffer> {
    const frame = await this.#options.peer.next(silence);
    if (frame?.kind !== "piece") throw new ZmodemFailure(zmodemText.malformed);
    return frame.data;
  }

  async #file(): Promise<void> {
    const { exchange, peer, records } = this.#options;
    const facts = fileFacts(await this.#piece());
    const { name, size } = facts;
    this.#refuseLarge(name, size ?? 0);
    const index = this.#index;
    this.#index += 1;
    const sink = await this.#offered(index, { name, size });
    if (sink === null) {
      exchange.finished(index, "skipped");
      await peer.header(frameType.skip, Buffer.alloc(4));
      return;
    }
    const passing = records.begin(facts);
    try {
      await this.#content(index, { sink, passing, size, name });
      await peer.until(sink.end());
      await passing.end("complete");
      exchange.finished(index, "complete");
    } catch (error) {
      sink.breakOff();
      await passing.end("failed");
      exchange.finished(index, "failed");
      throw error;
    }
    await this.#tellReady();
  }

  /** Positions in a file have 32 bits: what is longer never ends, and would fill the person's disk. */
  #refuseLarge(name: string, size: number): void {
    if (size <= this.#options.largest) return;
    throw new ZmodemFailure(withParameters(zmodemText.tooLarge, { name }));
  }

  /** Asks the person, and keeps the sender waiting meanwhile. */
  async #offered(index: number, file: OfferedFile): Promise<FileSink | null> {
    const { exchange, peer } = this.#options;
    const timer = setInterval(() => void this.#tellReady().catch(() => undefined), signOfLife);
    try {
      return await peer.until(exchange.offer(index, file));
    } finally {
      clearInterval(timer);
      peer.forget();
    }
  }

  async #content(
    index: number,
    { sink, passing, size, name }: OfferedFile & { readonly sink: FileSink; readonly passing: PassingFile },
  ): Promise<void> {
    const { exchange, peer } = this.#options;
    let position = 0;
    let repeats = 0;
    let isInPlace = false;
    const again = async () => {
      repeats += 1;
      isInPlace = false;
      if (repeats > mostRepeats) throw new ZmodemFailure(zmodemText.malformed);
      await peer.header(frameType.position, positionBytes(position));
    };
    await again();
    for (;;) {
      const frame = await peer.next(silence);
      if (frame === null) throw new ZmodemFailure(zmodemText.noAnswer);
      if (frame.kind === "header") {
        const { type, content } = frame.header;
        isInPlace = false;
        if (type === frameType.data) {
          isInPlace = positionOf(frame.header) === position;
          if (!isInPlace) await again();
        } else if (type === frameType.endOfFile) {
          if (positionOf(frame.header) !== position) continue;
          passing.ended(position);
          return;
        } else if (type === frameType.file) await again();
        else refuseOther(type, content);
        continue;
      }
      if (!isInPlace) continue;
      const { data, end } = frame;
      if (size !== null && position + data.length > size) {
        throw new ZmodemFailure(withParameters(zmodemText.tooLong, { name }));
      }
      this.#refuseLarge(name, position + data.length);
      passing.pass(position, data);
      position += data.length;
      const taken = sink.write(data);
      if (taken !== null) await peer.until(taken);
      exchange.progress(index, position);
      if (end === pieceEnd.goesOnAcknowledged || end === pieceEnd.frameEndsAcknowledged) {
        await peer.header(frameType.acknowledge, positionBytes(position));
      }
    }
  }
}

/** Refuses what is no part of receiving files; headers that only repeat something are passed over. */
function refuseOther(type: number, content: Buffer): void {
  if (type === frameType.command || (type === frameType.requestInit && content[3] !== 0)) {
    throw new ZmodemFailure(zmodemText.commandRefused);
  }
  if (type === frameType.abort || type === frameType.fileError) {
    throw new ZmodemFailure(zmodemText.canceledByTarget);
  }
  // A receiver's headers: what answers is no sender, but a terminal that shows what it is sent.
  if (type === frameType.init || type === frameType.position || type === frameType.skip) {
    throw new ZmodemFailure(zmodemText.noAnswer);
  }
}
