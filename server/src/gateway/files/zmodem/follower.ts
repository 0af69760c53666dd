import type { SessionControls } from "../../session-parts.ts";
import { fileFacts } from "./file-facts.ts";
import { type FrameEvent, FrameReader } from "./frame-reader.ts";
import {
  cancelBytes,
  type FrameHeader,
  frameType,
  headerBytes,
  initFlag,
  pieceBytes,
  positionOf,
} from "./frames.ts";
import type { Direction, FileEnd, PassingFile, TransferRecords } from "./transfer-records.ts";

/** Output without a frame after which the program is taken to be over, in bytes. */
const mostOther = 4096;

/** What is followed. */
export interface FollowerOptions {
  readonly session: SessionControls;
  readonly direction: Direction;
  readonly records: TransferRecords;
  /** Whether the target is to escape every control character: the connection does not carry all of them. */
  readonly escapesControl: boolean;
  /** The target asked for a command to be run. */
  refused(): void;
  /** The transfer is over. */
  over(): void;
}

/** What a sender ends with: twice the same letter. */
const goodbye = Buffer.from("OO");

type Side = "target" | "client";

/**
 * Follows a transfer between a program on the target and a terminal that speaks ZMODEM itself: what passes is on record.
 *
 * Frames of the terminal do not go the way of what is typed, where rules about commands hold; so they are written again,
 * with every control character escaped: a shell instead of the program could run nothing of them. What is no frame is
 * typed like anything else.
 */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #readers: Readonly<Record<Side, FrameReader>>;
  /** The last header of each side. */
  readonly #last: Record<Side, FrameHeader | null> = { target: null, client: null };
  #rest: Buffer[] = [];
  #passing: PassingFile | null = null;
  #position = 0;
  #other = 0;
  #isOver = false;
  /** Whether only the two letters are missing that a sender ends with. */
  #awaitsGoodbye = false;
  /** How many of them a sender on the target has sent. */
  #letters = 0;
  #finishing: Promise<unknown> = Promise.resolve();

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#readers = {
      target: new FrameReader((event) => this.#event("target", event)),
      client: new FrameReader((event) => this.#event("client", event)),
    };
  }

  /** Whether the terminal has answered in the protocol. */
  get isAnswered(): boolean {
    return this.#last.client !== null;
  }

  /** Output of the target: shown as it is, and only what is no frame is given to the stages. */
  output(data: Buffer): void {
    const { session } = this.#options;
    if (this.#awaitsGoodbye && this.#sender === "target") {
      this.#goodbye(data);
      return;
    }
    this.#readers.target.take(data);
    const rest = this.#takeRest();
    this.#other += rest.length;
    if (this.#last.target?.type !== frameType.command) session.showPast(data);
    if (rest.length > 0) session.noteOutput(rest);
    if (this.#other > mostOther || (this.#awaitsGoodbye && rest.length > 0)) this.#end();
  }

  /** Input of the person's terminal; answers what of it is typed. Once all is over, frames that come late are dropped. */
  input(data: Buffer): Buffer | null {
    this.#readers.client.take(data);
    const rest = this.#takeRest();
    if (rest.length === 0) return null;
    if (!this.#awaitsGoodbye || this.#isOver) return rest;
    const isGoodbye = this.#sender === "client" && goodbye.subarray(0, rest.length).equals(rest);
    if (isGoodbye) this.#send(rest);
    this.#end();
    return isGoodbye ? null : rest;
  }

  /** The letters a sender on the target ends with are for the terminal alone; what is behind them is output. */
  #goodbye(data: Buffer): void {
    const { session } = this.#options;
    const due = goodbye.length - this.#letters;
    let length = 0;
    while (length < due && data[length] === goodbye[length]) length += 1;
    this.#letters += length;
    if (length < due && data.length === length) {
      session.showPast(data);
      return;
    }
    // A sender that empties its terminal before it leaves loses them at times, and the terminal would wait for them.
    session.showPast(goodbye.subarray(-due));
    this.#end();
    const rest = data.subarray(length);
    if (rest.length === 0) return;
    session.showPast(rest);
    session.noteOutput(rest);
  }

  /** The session is over. */
  async close(): Promise<void> {
    this.#end();
    await this.#finishing;
  }

  #takeRest(): Buffer {
    const rest = Buffer.concat(this.#rest);
    this.#rest = [];
    return rest;
  }

  #send(data: Buffer): void {
    this.#options.session.sendPast(data, () => undefined);
  }

  #event(side: Side, event: FrameEvent): void {
    switch (event.kind) {
      case "rest":
        this.#rest.push(event.data);
        return;
      default:
        if (!this.#isOver) this.#frame(side, event);
    }
  }

  #frame(side: Side, event: Exclude<FrameEvent, { kind: "rest" }>): void {
    switch (event.kind) {
      case "cancel":
        if (side === "client") this.#send(cancelBytes);
        this.#end();
        return;
      case "broken":
        this.#cancel();
        return;
      case "damaged":
        // Of a header nothing is known: both sides repeat what they miss.
        if (event.part === "piece") this.#cancel();
        return;
      case "header":
        this.#last[side] = event.header;
        this.#other = 0;
        if (side === "client") this.#send(this.#writtenAnew(event.header));
        this.#header(side, event.header);
        return;
      case "piece": {
        this.#other = 0;
        const head = this.#last[side];
        if (side === "client") this.#send(pieceBytes(event.data, event.end, formatOf(head)));
        if (side === this.#sender) this.#piece(head, event.data);
      }
    }
  }

  get #sender(): Side {
    return this.#options.direction === "download" ? "target" : "client";
  }

  #writtenAnew(header: FrameHeader): Buffer {
    const { type } = header;
    const content = Buffer.from(header.content);
    if (type === frameType.init && this.#options.escapesControl) {
      content[3] = (content[3] ?? 0) | initFlag.escapesControl;
    }
    return headerBytes(type, content, formatOf(header));
  }

  #header(side: Side, header: FrameHeader): void {
    const { type } = header;
    if (type === frameType.command) {
      this.#options.refused();
      this.#cancel();
    } else if (side === this.#sender) {
      if (type === frameType.data) this.#position = positionOf(header);
      else if (type === frameType.endOfFile) this.#passing?.ended(positionOf(header));
    } else if (type === frameType.skip) this.#finish("skipped");
    else if (type === frameType.init && this.#last[this.#sender]?.type === frameType.endOfFile) {
      this.#finish("complete");
    } else if (type === frameType.finish) this.#awaitsGoodbye = true;
  }

  #piece(head: FrameHeader | null, data: Buffer): void {
    if (head?.type === frameType.data) {
      this.#passing?.pass(this.#position, data);
      this.#position += data.length;
    } else if (head?.type === frameType.file) {
      // Sent again before it was answered, it is still the same.
      this.#passing ??= this.#options.records.begin(fileFacts(data));
    }
  }

  #finish(how: FileEnd): void {
    const passing = this.#passing;
    this.#passing = null;
    if (passing !== null) this.#finishing = Promise.all([this.#finishing, passing.end(how)]);
  }

  /** Both sides are told that it does not go on. */
  #cancel(): void {
    this.#send(cancelBytes);
    this.#options.session.showPast(cancelBytes);
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#finish("failed");
    this.#options.over();
  }
}

/** A header in digits has a checksum of 16 bits behind it, as one in bytes. */
const formatOf = (header: FrameHeader | null): "binary16" | "binary32" =>
  header?.format === "binary32" ? "binary32" : "binary16";
