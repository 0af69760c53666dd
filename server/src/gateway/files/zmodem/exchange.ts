import type { FileEnd } from "./transfer-records.ts";

/** A file as the target names it. */
export interface OfferedFile {
  /** Without folders and without characters that show nothing. */
  readonly name: string;
  /** In bytes, as the target says; null where it does not. */
  readonly size: number | null;
}

/** A file somebody has chosen to send. */
export interface ChosenFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Seconds since 1970; 0 where that is not known. */
  readonly modified: number;
}

/** Where the content of an accepted file goes. */
export interface FileSink {
  /** Null, or what settles when more is taken. */
  write(data: Buffer): Promise<void> | null;
  /** That was all; settles when it has left. */
  end(): Promise<void>;
  /** What was written is not all of it. */
  breakOff(): void;
}

/**
 * The person's side of a transfer: nothing is sent to the target, and nothing taken from it, that they have not agreed to.
 * Promises stay open where the person does nothing; `gone` ends the transfer.
 */
export interface FileExchange {
  /** Aborted when the person cancels, or their page is gone: nothing else settles then. */
  readonly gone: AbortSignal;
  /** Settles when the person agrees that a transfer begins. */
  readonly agreed: Promise<void>;
  /** Settles with the files they have chosen to send. */
  readonly chosen: Promise<readonly ChosenFile[]>;
  /** Offers a file; null where they do not want it. */
  offer(index: number, file: OfferedFile): Promise<FileSink | null>;
  /** The content of the chosen file with this number. */
  content(index: number): Promise<AsyncIterable<Buffer>>;
  /** So many bytes of a file have passed. */
  progress(index: number, bytes: number): void;
  /** A file is done with. */
  finished(index: number, how: FileEnd): void;
  /** The transfer is over; `message`: why it did not go on, in the person's language. */
  ended(message?: string): void;
}
