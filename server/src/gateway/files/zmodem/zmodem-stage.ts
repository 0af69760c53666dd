import type { Message } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import type { ClientAdapter, SessionControls, Stage } from "../../session-parts.ts";
import type { FileCopies } from "../copies.ts";
import type { SessionFileLog } from "../records.ts";
import type { FileRights } from "../rights.ts";
import type { FileExchange } from "./exchange.ts";
import { Follower } from "./follower.ts";
import { cancelBytes } from "./frames.ts";
import { ZmodemFailure, ZmodemPeer } from "./peer.ts";
import { FileReceiver } from "./receive-files.ts";
import { FileSender } from "./send-files.ts";
import { zmodemText } from "./texts.ts";
import { type Direction, TransferRecords } from "./transfer-records.ts";
import { StartFinder, type TransferStart } from "./transfer-start.ts";

/** What files over ZMODEM are let pass with. */
export interface ZmodemOptions {
  readonly rights: FileRights;
  /** What is written down of the session. */
  readonly log: SessionFileLog;
  /** Where copies are kept, as things stand. */
  copies(): Promise<FileCopies>;
  /** Who is asked, or speaks the protocol. */
  readonly client: Pick<ClientAdapter, "exchange" | "transferring">;
  /** Whether the connection does not carry every control character. */
  readonly escapesControl: boolean;
  /** Most bytes of one file that a page receives; default: what the protocol can count. */
  readonly largest?: number;
  /** Says something in the person's language. */
  translate(message: Message): string;
}

/** How long another beginning is canceled at once after one that was, in milliseconds; twice as long after each. */
const shortestQuiet = 1000;
const longestQuiet = 60_000;

/** How long frames of a terminal are kept from the target after a transfer, in milliseconds. */
const lateFor = 15_000;

/** What interrupts a program, and takes a line away that it was typed to; a person ends a transfer by it, too. */
const interrupt = 0x03;

/** What a sender ends with. */
const goodbye = Buffer.from("OO");

/** A transfer by the gateway. */
interface Running {
  readonly exchange: FileExchange;
  readonly peer: ZmodemPeer;
  /** Whether the person has agreed: nothing is sent to the target before, and their keys go where they always go. */
  isAgreed: boolean;
  cancel(failure: ZmodemFailure): void;
}

/**
 * Files over ZMODEM in a terminal: `sz` and `rz` on the target. Where the person's page can be asked, the gateway speaks
 * the protocol itself; a terminal that speaks it is followed. Either way rights hold, files are on record, and neither
 * the recording nor the rules about commands see their bytes. Contract: docs/contract/terminal.md, section 9.
 */
export class ZmodemStage implements Stage {
  readonly #options: ZmodemOptions;
  readonly #finder = new StartFinder();
  #session: SessionControls | null = null;
  #running: Running | null = null;
  #follower: Follower | null = null;
  /** The last one that was followed: a terminal may not have heard yet that it is over. */
  #late: { readonly follower: Follower; readonly until: number } | null = null;
  #work: Promise<void> = Promise.resolve();
  #isGoodbyeDue = false;
  #copies: FileCopies | null = null;
  #quiet = 0;
  #quietUntil = 0;

  constructor(options: ZmodemOptions) {
    this.#options = options;
  }

  start(session: SessionControls): void {
    this.#session = session;
  }

  input(data: Buffer): Buffer | null {
    const running = this.#running;
    const byOwner = this.#session?.typist === "";
    if (running !== null) {
      if (byOwner && data.includes(interrupt)) running.cancel(new ZmodemFailure(zmodemText.canceled));
      return running.isAgreed ? null : data;
    }
    const follower = this.#follower;
    if (follower === null) {
      const late = this.#late;
      return byOwner && late !== null && performance.now() < late.until ? late.follower.input(data) : data;
    }
    if (byOwner) return follower.input(data);
    return follower.isAnswered ? null : data;
  }

  takeOutput(data: Buffer): Buffer | null {
    if (this.#running?.isAgreed === true)
      return this.#left(this.#withoutGoodbye(this.#running.peer.take(data)));
    if (this.#follower !== null) {
      this.#follower.output(data);
      return null;
    }
    if (this.#running !== null && data.includes(cancelBytes.subarray(0, 5))) {
      this.#running.cancel(new ZmodemFailure(zmodemText.canceledByTarget, true));
    }
    const found = this.#finder.take(this.#withoutGoodbye(data));
    if (Buffer.isBuffer(found)) return this.#left(found);
    return this.#begin(found);
  }

  async close(): Promise<void> {
    this.#running?.cancel(new ZmodemFailure(zmodemText.canceled, true));
    const follower = this.#follower ?? this.#late?.follower;
    await follower?.close();
    await this.#work;
  }

  /** The two letters many senders end with are no output. */
  #withoutGoodbye(data: Buffer): Buffer {
    if (!this.#isGoodbyeDue || data.length === 0) return data;
    this.#isGoodbyeDue = false;
    return data.subarray(0, 2).equals(goodbye) ? data.subarray(2) : data;
  }

  #left(data: Buffer): Buffer | null {
    return data.length === 0 ? null : data;
  }

  #begin(start: TransferStart): Buffer | null {
    const session = this.#session;
    const shown = Buffer.concat([start.before, start.after]);
    // One that waits for its person is repeated by the program.
    if (session === null || this.#running !== null) return this.#left(shown);
    const refusal = this.#refusalOf(start);
    if (refusal !== null || performance.now() < this.#quietUntil) {
      if (performance.now() >= this.#quietUntil) this.#refuse(session, start, refusal);
      else session.sendPast(cancelBytes, () => undefined);
      return this.#left(shown);
    }
    const exchange = this.#options.client.exchange?.(start.direction) ?? null;
    if (exchange !== null) {
      this.#work = this.#run(session, start, exchange);
      return this.#left(shown);
    }
    if (start.before.length > 0) session.noteOutput(start.before);
    session.showPast(Buffer.concat([start.before, start.bytes]));
    this.#follow(session, start.direction);
    return start.after.length === 0 ? null : this.takeOutput(start.after);
  }

  #refusalOf({ direction, isCommand }: TransferStart): Message | null {
    if (isCommand) return zmodemText.commandRefused;
    if (this.#options.rights[direction]) return null;
    return direction === "download" ? zmodemText.downloadDenied : zmodemText.uploadDenied;
  }

  /** Says no to the program and why to the person, and writes it down; its name is all that is known. */
  #refuse(session: SessionControls, { direction, isCommand }: TransferStart, refusal: Message | null): void {
    session.sendPast(cancelBytes, () => undefined);
    if (!isCommand) this.#options.log.refused(direction, direction === "download" ? "sz" : "rz");
    this.#wasRefused();
    if (refusal !== null) session.print(refusal);
  }

  /** What begins again and again is asked about less and less. */
  #wasRefused(): void {
    const now = performance.now();
    const isLongAgo = now - this.#quietUntil > longestQuiet;
    this.#quiet = isLongAgo
      ? shortestQuiet
      : Math.min(longestQuiet, Math.max(shortestQuiet, this.#quiet * 2));
    this.#quietUntil = now + this.#quiet;
  }

  async #run(session: SessionControls, start: TransferStart, exchange: FileExchange): Promise<void> {
    const peer = new ZmodemPeer(session);
    const running: Running = {
      exchange,
      peer,
      isAgreed: false,
      cancel: (failure) => peer.fail(failure),
    };
    this.#running = running;
    const leave = () => peer.fail(new ZmodemFailure(zmodemText.canceled));
    if (exchange.gone.aborted) leave();
    else exchange.gone.addEventListener("abort", leave, { once: true });
    void session.ended.then(leave);
    let sender: FileSender | null = null;
    let failure: unknown = null;
    try {
      await peer.until(exchange.agreed);
      running.isAgreed = true;
      await this.#prepareCopies();
      const records = this.#records(start.direction, (message) => session.print(message));
      if (start.direction === "download") {
        const { escapesControl, largest } = this.#options;
        const finished = () => {
          this.#isGoodbyeDue = true;
        };
        await new FileReceiver({
          ...{ peer, exchange, records, escapesControl, finished },
          ...(largest === undefined ? {} : { largest }),
        }).run();
      } else {
        sender = new FileSender({ peer, exchange, records }, start.header);
        await sender.run();
      }
      this.#quiet = 0;
    } catch (error) {
      failure = error;
    }
    exchange.gone.removeEventListener("abort", leave);
    peer.forget();
    this.#running = null;
    if (failure === null) exchange.ended();
    else
      this.#failed(session, exchange, {
        failure,
        hasSent: sender?.hasSent === true,
        wasAgreed: running.isAgreed,
      });
  }

  #failed(
    session: SessionControls,
    exchange: FileExchange,
    {
      failure,
      hasSent,
      wasAgreed,
    }: { readonly failure: unknown; readonly hasSent: boolean; readonly wasAgreed: boolean },
  ): void {
    const known = failure instanceof ZmodemFailure ? failure : null;
    if (known === null) log.error({ err: failure, session: session.id }, "a transfer over ZMODEM failed");
    if (known?.isOfTarget !== true) {
      // What was sent may stand in the line of a shell that is there instead of a program: it is taken away.
      const bytes = hasSent ? Buffer.concat([cancelBytes, Buffer.from([interrupt])]) : cancelBytes;
      // A locked session sends nothing before it is unlocked.
      void session.takesInput().then(() => session.sendPast(bytes, () => undefined));
      this.#wasRefused();
    }
    const message = known?.detail ?? zmodemText.malformed;
    exchange.ended(this.#options.translate(message));
    // Nothing has begun before the person agrees: their prompt stays as it is.
    if (wasAgreed) session.print(message);
  }

  #follow(session: SessionControls, direction: Direction): void {
    const { client, escapesControl } = this.#options;
    client.transferring?.(true);
    void this.#prepareCopies();
    // Said when it is over: in its midst the terminal would take it for a part of the protocol.
    const said: Message[] = [];
    const over = () => {
      if (this.#follower === null) return;
      this.#late = { follower: this.#follower, until: performance.now() + lateFor };
      this.#follower = null;
      client.transferring?.(false);
      for (const message of said) session.print(message);
    };
    this.#follower = new Follower({
      session,
      direction,
      records: this.#records(direction, (message) => said.push(message)),
      escapesControl,
      refused: () => said.push(zmodemText.commandRefused),
      over,
    });
  }

  #records(direction: Direction, print: (message: Message) => void): TransferRecords {
    return new TransferRecords(direction, { log: this.#options.log, copies: () => this.#copies, print });
  }

  /** Asks how copies are kept now; without an answer there are none. */
  async #prepareCopies(): Promise<void> {
    try {
      this.#copies = await this.#options.copies();
    } catch (error) {
      log.warn({ err: error }, "whether copies of files are kept could not be asked");
    }
  }
}
