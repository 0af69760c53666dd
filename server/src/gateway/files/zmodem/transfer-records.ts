import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { FileCopies } from "../copies.ts";
import type { SessionFileLog } from "../records.ts";
import { Transfer } from "../transfer.ts";
import { zmodemText } from "./texts.ts";

/** Which way files go: from the target or to it. */
export type Direction = "download" | "upload";

/** How a file ended: whole, or not wanted by the side it was offered to, or given up on the way. */
export type FileEnd = "complete" | "skipped" | "failed";

/** A file that passes. */
export interface PassingFile {
  /** Content passed; it must not be changed afterwards. */
  pass(offset: number, data: Buffer): void;
  /** There is nothing behind `offset`. */
  ended(offset: number): void;
  /** It is over; the first call counts. */
  end(how: FileEnd): Promise<void>;
}

/** Where transfers are written down, and said. */
interface TransferRecordsOptions {
  readonly log: SessionFileLog;
  /** Where copies are kept, as far as that is known; null: nowhere. */
  copies(): FileCopies | null;
  /** Says something in the session and its recording. */
  print(message: Message): void;
}

/** Writes down the files that pass in one direction, and says so in the session and its recording. */
export class TransferRecords {
  readonly #direction: Direction;
  readonly #options: TransferRecordsOptions;

  constructor(direction: Direction, options: TransferRecordsOptions) {
    this.#direction = direction;
    this.#options = options;
  }

  /**
   * A file begins to pass.
   *
   * @param recorded what it is called in the record
   */
  begin(file: {
    readonly name: string;
    readonly recorded: string;
    readonly size: number | null;
  }): PassingFile {
    const { log, copies, print } = this.#options;
    const direction = this.#direction;
    const { name, recorded, size } = file;
    const transfer = new Transfer({
      entry: log.begin(direction, recorded),
      wholeFile: true,
      copies: copies(),
      expected: size,
    });
    let passed = 0;
    let isOver = false;
    return {
      pass(offset, data) {
        passed = offset + data.length;
        transfer.pass(offset, data);
      },
      ended: (offset) => transfer.ended(offset),
      async end(how) {
        if (isOver) return;
        isOver = true;
        if (how === "skipped") transfer.failed("skipped");
        print(saidOf(how, direction, { name, size: String(passed) }));
        await transfer.finish(how === "complete", direction);
      },
    };
  }
}

function saidOf(how: FileEnd, direction: Direction, names: { name: string; size: string }): Message {
  const { name } = names;
  if (how === "skipped") return withParameters(zmodemText.skipped, { name });
  if (how === "failed") return withParameters(zmodemText.interrupted, { name });
  return withParameters(direction === "download" ? zmodemText.downloaded : zmodemText.uploaded, names);
}
