import { withParameters } from "../../../engine/i18n/index.ts";
import { baseOf } from "../../files/paths.ts";
import { openFlag } from "../../files/sftp/packets.ts";
import { badRequest, FileFailure } from "./failure.ts";
import type { FilesClient } from "./files-client.ts";
import { shownName } from "./hash.ts";
import { managerText } from "./texts.ts";

/** A file that is being uploaded by several requests. */
interface Upload {
  readonly handle: Buffer;
  /** How far it has come without a gap, and all in order. */
  next: number;
  /** Whether a request is writing. */
  isBusy: boolean;
}

/** A piece of an upload. */
export interface UploadPiece {
  readonly path: string;
  readonly content: AsyncIterable<Buffer>;
  /** Where in the file it belongs. */
  readonly at: number;
  /** Bytes of the whole file. */
  readonly total: number;
  /** Whether what is there may be written over. */
  readonly replaces: boolean;
  readonly pieceSize: number;
  /** Told how far it has come. */
  onWritten?(end: number): void;
}

/** Most files of one connection that are being uploaded at a time. */
const mostUploads = 64;

/**
 * Files that come in pieces, each with a request of its own. A file stays open between them, so that it is one upload on
 * record, with its hash.
 */
export class Uploads {
  readonly #client: FilesClient;
  readonly #open = new Map<string, Upload>();

  constructor(client: FilesClient) {
    this.#client = client;
  }

  /**
   * Writes a piece; closes the file with its last one.
   *
   * @returns how far the file has come, in bytes
   * @throws FileFailure `offset` with where to go on, `exists`, `no_space`, and what the target says
   */
  async put({ path, content, at, total, replaces, pieceSize, onWritten }: UploadPiece): Promise<number> {
    const upload = await this.#take(path, at, replaces);
    upload.isBusy = true;
    let isWhole = false;
    try {
      await this.#client.write(upload.handle, content, {
        at,
        piece: pieceSize,
        onWritten: (end) => {
          upload.next = end;
          onWritten?.(end);
        },
      });
      isWhole = upload.next >= total;
    } catch (error) {
      throw await this.#failed(path, upload, error);
    } finally {
      upload.isBusy = false;
    }
    if (isWhole) await this.finish(path);
    return upload.next;
  }

  /** The file has come as a whole; a disk that is full may say so only now. */
  async finish(path: string): Promise<void> {
    const upload = this.#open.get(path);
    if (upload === undefined) return;
    this.#open.delete(path);
    try {
      await this.#client.close(upload.handle);
    } catch (error) {
      throw await this.#explained(path, upload, error);
    }
  }

  /** The person does not want it any more: what has come stays where it is. */
  async cancel(path: string): Promise<void> {
    const upload = this.#open.get(path);
    if (upload === undefined) return;
    this.#open.delete(path);
    await this.#client.abandon(upload.handle);
  }

  async #take(path: string, at: number, replaces: boolean): Promise<Upload> {
    const known = this.#open.get(path);
    if (known !== undefined) {
      if (known.isBusy || (at !== 0 && at !== known.next)) throw wrongPlace(known.next);
      if (at === known.next) return known;
      await this.cancel(path);
    }
    if (this.#open.size >= mostUploads) throw badRequest("uploads");
    const handle = at === 0 ? await this.#begin(path, replaces) : await this.#goOn(path, at);
    const upload: Upload = { handle, next: at, isBusy: false };
    this.#open.set(path, upload);
    return upload;
  }

  async #begin(path: string, replaces: boolean): Promise<Buffer> {
    const whole = openFlag.write | openFlag.create;
    if (replaces) return this.#client.open(path, whole | openFlag.truncate);
    try {
      return await this.#client.open(path, whole | openFlag.exclusive);
    } catch (error) {
      // Servers have no word of their own for it.
      if (!(error instanceof FileFailure) || (await this.#client.facts(path, false)) === null) throw error;
      throw existsFailure(path);
    }
  }

  async #goOn(path: string, at: number): Promise<Buffer> {
    const facts = await this.#client.facts(path, true);
    if (facts === null || facts.size < at) throw wrongPlace(facts?.size ?? 0);
    return this.#client.open(path, openFlag.write);
  }

  /** What is told of a piece that was not written; the file is closed where nothing more can come of it. */
  async #failed(path: string, upload: Upload, error: unknown): Promise<unknown> {
    // Whoever broke off may go on: the file stays open as long as the connection.
    if (!(error instanceof FileFailure)) return error;
    this.#open.delete(path);
    await this.#client.abandon(upload.handle);
    return this.#explained(path, upload, error);
  }

  async #explained(path: string, { next }: Upload, error: unknown): Promise<unknown> {
    if (!(error instanceof FileFailure) || error.code !== "failed") return error;
    const about = { name: shownName(baseOf(path)), size: String(next) };
    const isFull = (await this.#client.space(path).catch(() => null)) === 0;
    const message = isFull ? managerText.diskFull : managerText.writeFailed;
    return new FileFailure("no_space", withParameters(message, about), { written: next });
  }
}

const wrongPlace = (next: number): FileFailure =>
  new FileFailure("offset", withParameters(managerText.otherPlace, { size: String(next) }), {
    written: next,
  });

/** A name that is taken. */
export const existsFailure = (path: string): FileFailure =>
  new FileFailure("exists", withParameters(managerText.exists, { name: shownName(baseOf(path)) }));
