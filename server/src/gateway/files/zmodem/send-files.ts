import { pathBytes } from "../paths.ts";
import type { ChosenFile, FileExchange } from "./exchange.ts";
import { type FrameHeader, frameType, pieceEnd, positionOf } from "./frames.ts";
import { safeName } from "./names.ts";
import { repeatAfter, ZmodemFailure, type ZmodemPeer } from "./peer.ts";
import { refuseOther, SentContent, silence } from "./sent-content.ts";
import { zmodemText } from "./texts.ts";
import type { TransferRecords } from "./transfer-records.ts";

/** How often a receiver that waits for a person is told that somebody is there, in milliseconds. */
const signOfLife = 5_000;

/** What files are sent with. */
export interface SendingOptions {
  readonly peer: ZmodemPeer;
  readonly exchange: FileExchange;
  readonly records: TransferRecords;
}

/** Sends files a person has chosen to a program on the target that receives them. */
export class FileSender {
  readonly #options: SendingOptions;
  #init: FrameHeader;
  #hasSent = false;
  /** Whether the receiver has said, since it was greeted last, that it understood nothing. */
  #isAskedAgain = false;

  /** @param init what the receiver began with */
  constructor(options: SendingOptions, init: FrameHeader) {
    this.#options = options;
    this.#init = init;
  }

  /** Whether names or content were sent to the target. */
  get hasSent(): boolean {
    return this.#hasSent;
  }

  /** @throws ZmodemFailure */
  async run(): Promise<void> {
    const { peer } = this.#options;
    // What is sent first says nothing: who answers it as the protocol has it is no shell.
    await this.#greet();
    const files = await this.#choice();
    for (const [index, file] of files.entries()) await this.#file(index, files.slice(index), file);
    await peer.header(frameType.finish, Buffer.alloc(4));
    await this.#answer([frameType.finish]);
    await peer.send(Buffer.from("OO"));
  }

  async #greet(): Promise<void> {
    const { peer } = this.#options;
    let misunderstood = 0;
    for (const wait of repeatAfter) {
      await peer.frame(frameType.senderInit, Buffer.from([0]), pieceEnd.frameEndsAcknowledged);
      this.#isAskedAgain = false;
      if ((await this.#heard([frameType.acknowledge], wait)) !== null) return;
      // A receiver may begin anew by itself at the moment it is greeted; it does not do so twice.
      if (this.#isAskedAgain) misunderstood += 1;
      if (misunderstood > 1) throw new ZmodemFailure(zmodemText.damaged);
    }
    throw new ZmodemFailure(misunderstood > 0 ? zmodemText.damaged : zmodemText.noAnswer);
  }

  /** What the person chooses; the receiver is kept waiting meanwhile. */
  async #choice(): Promise<readonly ChosenFile[]> {
    const { exchange, peer } = this.#options;
    for (;;) {
      const pause = new Promise<null>((resolve) => setTimeout(() => resolve(null), signOfLife).unref());
      const files = await peer.until(Promise.race([exchange.chosen, pause]));
      if (files !== null) return files;
      await this.#greet();
    }
  }

  /** The next header of one of these types. */
  async #answer(types: readonly number[]): Promise<FrameHeader> {
    const header = await this.#heard(types, silence);
    if (header === null) throw new ZmodemFailure(zmodemText.noAnswer);
    return header;
  }

  /** The same, or null where none comes in time; those that only repeat something are passed over. */
  async #heard(types: readonly number[], timeout: number): Promise<FrameHeader | null> {
    const end = performance.now() + timeout;
    for (;;) {
      const frame = await this.#options.peer.next(Math.max(1, end - performance.now()));
      if (frame === null) return null;
      if (frame.kind === "piece") continue;
      const { header } = frame;
      if (types.includes(header.type)) return header;
      if (header.type === frameType.init || header.type === frameType.negative) this.#isAskedAgain = true;
      if (header.type === frameType.init) this.#init = header;
      else refuseOther(header.type);
    }
  }

  async #file(index: number, left: readonly ChosenFile[], file: ChosenFile): Promise<void> {
    const { exchange, peer, records } = this.#options;
    const name = safeName(file.name);
    // Asked for first: a receiver that has said where to begin does not wait long.
    const content = await peer.until(exchange.content(index));
    const passing = records.begin({ name, recorded: name, size: file.size });
    this.#hasSent = true;
    try {
      await peer.frame(frameType.file, factsOf(name, left), pieceEnd.frameEndsAcknowledged);
      let answer = await this.#answer([frameType.position, frameType.skip]);
      if (answer.type === frameType.position) {
        const start = Math.min(positionOf(answer), file.size);
        answer = await new SentContent(this.#options, { index, file, passing, init: this.#init }).run(
          content,
          start,
        );
      }
      const how = answer.type === frameType.skip ? "skipped" : "complete";
      await passing.end(how);
      exchange.finished(index, how);
    } catch (error) {
      await passing.end("failed");
      exchange.finished(index, "failed");
      throw error;
    }
  }
}

/** Name, size, time and mode of a file, and how many files and bytes are left with it. */
function factsOf(name: string, left: readonly ChosenFile[]): Buffer {
  const [file] = left;
  const bytes = left.reduce((sum, { size }) => sum + size, 0);
  const numbers = [
    String(file?.size ?? 0),
    (file?.modified ?? 0).toString(8),
    "100644",
    "0",
    String(left.length),
    String(bytes),
  ];
  return Buffer.from(`${pathBytes(name)}\0${numbers.join(" ")}\0`, "latin1");
}
