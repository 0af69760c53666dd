import type { FileView, RemoteAccount } from "../../files/file-view.ts";
import type { FileRecords } from "../../files/records.ts";
import { isDirectory, isLink, readAttributes } from "../../files/sftp/attributes.ts";
import { readNames } from "../../files/sftp/names.ts";
import { PacketCursor, packetType, statusCode, string, uint32 } from "../../files/sftp/packets.ts";
import { codeOf, RemoteFiles, type Reply } from "../../files/sftp/remote-files.ts";
import { SftpServer } from "../../files/sftp/server.ts";
import { FlowGate } from "../../flow.ts";
import { failureOf } from "./failure.ts";

/** What is known of a file. */
export interface FileFacts {
  readonly kind: "file" | "folder" | "link";
  readonly size: number;
  /** In seconds since 1970; 0 when nobody knows. */
  readonly modified: number;
  /** Mode bits; null when nobody knows. */
  readonly mode: number | null;
  readonly owner: { readonly user: number; readonly group: number } | null;
}

/** An entry of a folder. */
export interface FolderEntry extends FileFacts {
  /** Bytes, one character each. */
  readonly name: string;
  /** Names of owner and group, as the target's own listing has them. */
  readonly ownerNames: string;
}

/** Pieces of a folder that are asked for ahead. */
const listAhead = 4;

/** What is in flight of one file, in bytes, and the pieces it is cut into. */
const window = 2 * 1024 * 1024;
const largePiece = 255 * 1024;
const smallPiece = 32 * 1024;

/**
 * Deals with files as a client of our own SFTP server: every right, record, hash and copy is therefore the very one
 * that an SSH client meets. Paths are absolute.
 */
export class FilesClient {
  readonly #server: SftpServer;
  readonly #remote: RemoteFiles;
  readonly #gate: FlowGate;
  #held: Buffer[] = [];

  constructor(
    view: FileView,
    records: Pick<FileRecords, "isBehind" | "relieved">,
    explain: (error: unknown) => string,
  ) {
    this.#gate = new FlowGate((held) => {
      if (held) return;
      for (const packet of this.#held.splice(0)) this.#send(packet);
    });
    this.#server = new SftpServer(view, records, {
      write: (data) => this.#remote.receive(data),
      hold: (name, held) => this.hold(name, held),
      explain,
      broken: () => this.#remote.end(),
    });
    this.#remote = new RemoteFiles(
      (data) => this.#send(data),
      () => undefined,
    );
  }

  /** Greets our own server, which answers at once. */
  async start(): Promise<void> {
    await this.#remote.start();
  }

  /** Holds requests back under a name, or lets them go. */
  hold(name: string, held: boolean): void {
    this.#gate.set(name, held);
  }

  /** Nothing more is asked; what was open is on record as broken off. */
  async end(): Promise<void> {
    this.#remote.end();
    await this.#server.end();
  }

  /** @param follow whether a symbolic link is followed; null where there is nothing */
  async facts(path: string, follow: boolean): Promise<FileFacts | null> {
    const reply = await this.#remote.ask(follow ? packetType.stat : packetType.lstat, string(path));
    if (reply.type === packetType.attributes) return factsIn(reply.body);
    if (codeOf(reply) === statusCode.noSuchFile) return null;
    throw failureOf(reply);
  }

  /** Entries of a folder, in pieces as they come. */
  async *list(path: string): AsyncGenerator<FolderEntry[]> {
    const handle = this.#handleIn(await this.#remote.ask(packetType.opendir, string(path)));
    const ahead: Promise<Reply>[] = [];
    try {
      for (;;) {
        while (ahead.length < listAhead) ahead.push(this.#remote.ask(packetType.readdir, string(handle)));
        const reply = await (ahead.shift() as Promise<Reply>);
        if (reply.type !== packetType.name) {
          if (codeOf(reply) !== statusCode.endOfFile) throw failureOf(reply);
          return;
        }
        yield entriesIn(reply.body);
      }
    } finally {
      await Promise.all(ahead);
      await this.#remote.ask(packetType.close, string(handle));
    }
  }

  /** Does what takes a path alone, or a path and attributes. */
  async change(
    what: "mkdir" | "rmdir" | "remove" | "setstat",
    path: string,
    attributes: Buffer = uint32(0),
  ): Promise<void> {
    const more = what === "mkdir" || what === "setstat" ? [attributes] : [];
    this.#done(await this.#remote.ask(packetType[what], string(path), ...more));
  }

  /** Renames; onto nothing that is there. */
  async rename(from: string, to: string): Promise<void> {
    this.#done(await this.#remote.ask(packetType.rename, string(from), string(to)));
  }

  /** @param flags as in an SFTP packet */
  async open(path: string, flags: number): Promise<Buffer> {
    return this.#handleIn(await this.#remote.ask(packetType.open, string(path), uint32(flags), uint32(0)));
  }

  async close(handle: Buffer): Promise<void> {
    this.#done(await this.#remote.ask(packetType.close, string(handle)));
  }

  /** Closes what was not read or written to its end. */
  abandon(handle: Buffer): Promise<void> {
    return this.#server.abandon(handle);
  }

  /** Bytes somebody like this account may still write where a path is; null when the target does not say. */
  async space(path: string): Promise<number | null> {
    const name = "statvfs@openssh.com";
    const reply = await this.#remote.ask(packetType.extended, string(name), string(path));
    if (reply.type !== packetType.extendedReply || reply.body.length < 40) return null;
    return Number(reply.body.readBigUInt64BE(8) * reply.body.readBigUInt64BE(32));
  }

  /** The content from a place on, in order; ends where the file does, or after `length` bytes. */
  async *read(handle: Buffer, { from, length, piece }: ReadRange): AsyncGenerator<Buffer> {
    const asked: { readonly at: number; readonly wanted: number; readonly reply: Promise<Reply> }[] = [];
    let next = from;
    const end = from + length;
    try {
      for (;;) {
        while (asked.length * piece < window && next < end) {
          const wanted = Math.min(piece, end - next);
          asked.push({ at: next, wanted, reply: this.#readAt(handle, next, wanted) });
          next += wanted;
        }
        const first = asked.shift();
        if (first === undefined) return;
        let missing = first.wanted;
        let reply = await first.reply;
        while (missing > 0) {
          if (reply.type !== packetType.data) {
            if (codeOf(reply) === statusCode.endOfFile) return;
            throw failureOf(reply);
          }
          const data = new PacketCursor(reply.body).string();
          if (data.length === 0) return;
          yield data;
          missing -= data.length;
          if (missing > 0) reply = await this.#readAt(handle, first.at + first.wanted - missing, missing);
        }
      }
    } finally {
      await Promise.all(asked.map(({ reply }) => reply));
    }
  }

  /**
   * Writes content from a place on.
   *
   * @param onWritten told how far it has come, each time more is on the target
   * @throws FileFailure with what the target says; what `content` throws
   */
  async write(
    handle: Buffer,
    content: AsyncIterable<Buffer>,
    { at, piece, onWritten }: WriteRange,
  ): Promise<void> {
    const asked: Promise<void>[] = [];
    let next = at;
    const settleFirst = async () => void (await asked.shift());
    const put = async (data: Buffer): Promise<void> => {
      while (asked.length * piece >= window) await settleFirst();
      const end = next + data.length;
      const written = this.#writeAt(handle, next, data).then(() => onWritten(end));
      // It is waited for in its turn; until then it must not count as unhandled.
      written.catch(() => undefined);
      asked.push(written);
      next = end;
    };
    try {
      for await (const data of pieces(content, piece)) await put(data);
      while (asked.length > 0) await settleFirst();
    } finally {
      await Promise.allSettled(asked);
    }
  }

  #readAt(handle: Buffer, at: number, length: number): Promise<Reply> {
    return this.#remote.ask(packetType.read, string(handle), ...offset(at), uint32(length));
  }

  async #writeAt(handle: Buffer, at: number, data: Buffer): Promise<void> {
    this.#done(
      await this.#remote.ask(packetType.write, string(handle), ...offset(at), uint32(data.length), data),
    );
  }

  #send(packet: Buffer): void {
    if (this.#gate.held) this.#held.push(packet);
    else this.#server.receive(packet);
  }

  #done(reply: Reply): void {
    if (codeOf(reply) !== statusCode.ok) throw failureOf(reply);
  }

  #handleIn(reply: Reply): Buffer {
    if (reply.type !== packetType.handle) throw failureOf(reply);
    return Buffer.from(new PacketCursor(reply.body).string());
  }
}

/** What is read of a file, and how large the pieces are. */
export interface ReadRange {
  readonly from: number;
  readonly length: number;
  readonly piece: number;
}

/** Where something is written, and how. */
export interface WriteRange {
  readonly at: number;
  readonly piece: number;
  onWritten(end: number): void;
}

/** How large pieces of a file may be: targets that say nothing of it take what the first clients sent. */
export const pieceOf = ({ extensions }: Pick<RemoteAccount, "extensions">): number =>
  extensions.has("limits@openssh.com") ? largePiece : smallPiece;

const offset = (at: number): Buffer[] => [uint32(Math.floor(at / 2 ** 32)), uint32(at % 2 ** 32)];

/** Cuts and joins content into pieces of one length; the last may be shorter. */
async function* pieces(content: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (size + rest.length >= length) {
      waiting.push(rest.subarray(0, length - size));
      rest = rest.subarray(length - size);
      yield Buffer.concat(waiting, length);
      waiting = [];
      size = 0;
    }
    if (rest.length === 0) continue;
    waiting.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(waiting, size);
}

function factsIn(body: Buffer): FileFacts {
  const attributes = readAttributes(new PacketCursor(body));
  const { size, modified, permissions, owner } = attributes;
  return {
    kind: isDirectory(attributes) ? "folder" : isLink(attributes) ? "link" : "file",
    size: size ?? 0,
    modified: modified ?? 0,
    mode: permissions === null ? null : permissions & 0o7777,
    owner,
  };
}

function entriesIn(body: Buffer): FolderEntry[] {
  return readNames(new PacketCursor(body))
    .filter(({ name }) => name !== "." && name !== "..")
    .map(({ name, line, attributes }) => {
      const [, , user = "", group = ""] = line.trim().split(/ +/);
      return { name, ownerNames: `${user}:${group}`, ...factsIn(attributes) };
    });
}
