import { log } from "../../../engine/log.ts";
import type { FileView } from "../file-view.ts";
import type { FileRecords } from "../records.ts";
import { type Answer, status } from "./answers.ts";
import { extendPath, offeredExtensions } from "./extensions.ts";
import {
  abandonHandle,
  abandonHandles,
  changeHandle,
  closeHandle,
  copyData,
  extendHandle,
  readFile,
  readFolder,
  statHandle,
  writeFile,
} from "./handle-operations.ts";
import { openFile } from "./open-file.ts";
import { OpenHandles } from "./open-handles.ts";
import {
  MalformedPacket,
  PacketCursor,
  PacketReader,
  packet,
  packetType,
  renumbered,
  statusCode,
  string,
  uint32,
} from "./packets.ts";
import {
  changePair,
  changePath,
  makeLink,
  openFolder,
  readLink,
  realName,
  statPath,
} from "./path-operations.ts";

/** What the server needs of its client. */
export interface SftpClientSide {
  /** Sends. */
  write(data: Buffer): void;
  /** Holds requests back under a name, or lets them come. */
  hold(name: string, held: boolean): void;
  /** Why something could not be reached, in the person's language. */
  explain(error: unknown): string;
  /** The client broke the protocol. */
  broken(error: Error): void;
}

/** Requests of one client that may wait for their answers; more are not read. OpenSSH has 64. */
const mostOutstanding = 256;

/**
 * Speaks SFTP version 3 with one client. Every request is passed on as soon as it is read, and every answer as soon as it
 * comes: nothing is stored on the way, and as many requests are in flight behind as the client has before.
 */
export class SftpServer {
  readonly #view: FileView;
  readonly #records: Pick<FileRecords, "isBehind" | "relieved">;
  readonly #client: SftpClientSide;
  readonly #handles = new OpenHandles();
  readonly #reader = new PacketReader((type, body, whole) => this.#receive(type, body, whole));
  #greeted = false;
  #outstanding = 0;
  #isOver = false;

  constructor(view: FileView, records: Pick<FileRecords, "isBehind" | "relieved">, client: SftpClientSide) {
    this.#view = view;
    this.#records = records;
    this.#client = client;
  }

  /** Bytes of the client. */
  receive(chunk: Buffer): void {
    if (this.#isOver) return;
    try {
      this.#reader.push(chunk);
    } catch (error) {
      if (!(error instanceof MalformedPacket)) throw error;
      this.#client.broken(error);
    }
  }

  /** The client has given up an open file; it is on record as broken off. */
  abandon(handle: Buffer): Promise<void> {
    return abandonHandle(this.#handles, handle);
  }

  /** The client is gone; what it had open is on record as broken off. */
  async end(): Promise<void> {
    this.#isOver = true;
    await abandonHandles(this.#handles);
  }

  #receive(type: number, body: Buffer, whole: Buffer): void {
    if (this.#isOver) return;
    if (!this.#greeted) {
      if (type !== packetType.init) throw new MalformedPacket("no greeting");
      this.#greeted = true;
      const extensions = offeredExtensions(this.#view).flatMap(([name, data]) => [
        string(name),
        string(data),
      ]);
      this.#client.write(packet(packetType.version, null, uint32(3), ...extensions));
      return;
    }
    const cursor = new PacketCursor(body);
    const id = cursor.uint32();
    this.#outstanding += 1;
    if (this.#outstanding >= mostOutstanding) this.#client.hold("requests", true);
    if (this.#records.isBehind) this.#awaitRecords();
    const answer = (reply: Answer): void => this.#answer(id, reply);
    const failed = (error: unknown): void => {
      const isMalformed = error instanceof MalformedPacket;
      if (!isMalformed) log.info({ err: error, type }, "an SFTP request failed");
      answer(
        isMalformed ? status(statusCode.badMessage) : status(statusCode.failure, this.#client.explain(error)),
      );
    };
    try {
      if (type === packetType.read) readFile(this.#handles, cursor, answer);
      else if (type === packetType.write) writeFile(this.#handles, { cursor, whole }, answer);
      else this.#dispatch(type, cursor).then(answer, failed);
    } catch (error) {
      failed(error);
    }
  }

  #dispatch(type: number, cursor: PacketCursor): Promise<Answer> {
    const [view, handles] = [this.#view, this.#handles];
    switch (type) {
      case packetType.open:
        return openFile(view, handles, cursor);
      case packetType.close:
        return closeHandle(handles, cursor);
      case packetType.fstat:
        return statHandle(handles, cursor);
      case packetType.fsetstat:
        return changeHandle(handles, cursor);
      case packetType.opendir:
        return openFolder(view, handles, cursor);
      case packetType.readdir:
        return readFolder(handles, cursor);
      case packetType.stat:
      case packetType.lstat:
        return statPath(view, type, cursor);
      case packetType.mkdir:
      case packetType.rmdir:
      case packetType.remove:
      case packetType.setstat:
        return changePath(view, type, cursor);
      case packetType.rename:
        return changePair(view, cursor, {
          operate: "rename",
          send: ({ account }, from, to) => account.files.ask(packetType.rename, string(from), string(to)),
        });
      case packetType.symlink:
        return makeLink(view, cursor);
      case packetType.readlink:
        return readLink(view, cursor);
      case packetType.realpath:
        return realName(view, cursor);
      case packetType.extended:
        return this.#extended(cursor);
      default:
        return Promise.resolve(status(statusCode.unsupported));
    }
  }

  #extended(cursor: PacketCursor): Promise<Answer> {
    const name = cursor.path();
    if (name === "copy-data") return copyData(this.#handles, cursor);
    return name === "fsync@openssh.com" || name === "fstatvfs@openssh.com"
      ? extendHandle(this.#handles, name, cursor)
      : extendPath(this.#view, name, cursor);
  }

  #answer(id: number, { type, body, whole }: Answer): void {
    this.#outstanding -= 1;
    if (this.#isOver) return;
    if (this.#outstanding === mostOutstanding - 1) this.#client.hold("requests", false);
    this.#client.write(whole === undefined ? packet(type, id, body) : renumbered(whole, id));
  }

  #awaitRecords(): void {
    this.#client.hold("records", true);
    void this.#records.relieved().then(() => this.#client.hold("records", false));
  }
}
