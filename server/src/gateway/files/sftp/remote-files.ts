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

/** What a target answers to one request. */
export interface Reply {
  readonly type: number;
  /** What follows the id. */
  readonly body: Buffer;
  /** The packet it came in, to be passed on as it is; left out where it is made here. */
  readonly whole?: Buffer;
}

/** Types a reply may have beside a status. */
const replyTypes: ReadonlyMap<number, number> = new Map([
  [packetType.open, packetType.handle],
  [packetType.opendir, packetType.handle],
  [packetType.read, packetType.data],
  [packetType.readdir, packetType.name],
  [packetType.realpath, packetType.name],
  [packetType.readlink, packetType.name],
  [packetType.lstat, packetType.attributes],
  [packetType.stat, packetType.attributes],
  [packetType.fstat, packetType.attributes],
  [packetType.extended, packetType.extendedReply],
]);

/** Whether a reply may have this type; `expand-path@openssh.com` alone of the extensions brings a name. */
const isReplyTo = (asked: number, type: number): boolean =>
  type === replyTypes.get(asked) || (asked === packetType.extended && type === packetType.name);

interface Pending {
  readonly type: number;
  readonly onReply: (reply: Reply) => void;
}

/** A status as a target would send it. */
export function statusReply(code: number, message = ""): Reply {
  return { type: packetType.status, body: Buffer.concat([uint32(code), string(message), string("")]) };
}

/** The code of a reply; `ok` for one that brings what was asked for. */
export const codeOf = ({ type, body }: Reply): number =>
  type === packetType.status ? body.readUInt32BE(0) : statusCode.ok;

/**
 * Asks a target, many questions at a time, over the bytes of its SFTP channel. Trusts nothing of what comes back: an
 * answer nobody asked for, of a kind that was not asked for, or longer than a packet may be ends it.
 */
export class RemoteFiles {
  readonly #write: (data: Buffer) => void;
  readonly #onMisbehaviour: (error: Error) => void;
  readonly #reader = new PacketReader((type, body, whole) => this.#receive(type, body, whole));
  readonly #pending = new Map<number, Pending>();
  readonly #ready: Promise<ReadonlyMap<string, string>>;
  #settle: (extensions: ReadonlyMap<string, string> | null) => void = () => undefined;
  #known: ReadonlyMap<string, string> | null = null;
  #lastId = 0;
  #isOver = false;

  /**
   * @param write sends bytes to the target
   * @param onMisbehaviour the target broke the protocol: the connection is of no more use
   */
  constructor(write: (data: Buffer) => void, onMisbehaviour: (error: Error) => void) {
    this.#write = write;
    this.#onMisbehaviour = onMisbehaviour;
    this.#ready = new Promise((resolve, reject) => {
      this.#settle = (extensions) => {
        if (extensions === null) reject(new MalformedPacket("the target offers no SFTP version 3"));
        else resolve(extensions);
      };
    });
    this.#ready.catch(() => undefined);
  }

  /** Requests that have not been answered. */
  get outstanding(): number {
    return this.#pending.size;
  }

  /** Says hello; the extensions of the target by name once it has. Rejects when it does not speak version 3. */
  start(): Promise<ReadonlyMap<string, string>> {
    this.#write(packet(packetType.init, null, uint32(3)));
    return this.#ready;
  }

  /** Bytes of the target. */
  receive(chunk: Buffer): void {
    if (this.#isOver) return;
    try {
      this.#reader.push(chunk);
    } catch (error) {
      if (!(error instanceof MalformedPacket || error instanceof RangeError)) throw error;
      this.end();
      this.#onMisbehaviour(error);
    }
  }

  /** Asks; `onReply` is called once, in the order of the answers, also when the connection ends. */
  request(type: number, parts: readonly Buffer[], onReply: (reply: Reply) => void): void {
    const id = this.#expect(type, onReply);
    if (id !== null) this.#write(packet(type, id, ...parts));
  }

  /** Asks what a whole packet says, as it is but for its id; it belongs to the target from now on. */
  forward(type: number, whole: Buffer, onReply: (reply: Reply) => void): void {
    const id = this.#expect(type, onReply);
    if (id !== null) this.#write(renumbered(whole, id));
  }

  /** Asks, and waits for the answer. */
  ask(type: number, ...parts: readonly Buffer[]): Promise<Reply> {
    return new Promise((resolve) => this.request(type, parts, resolve));
  }

  /** The connection is over: what was not answered is answered so. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#settle(null);
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { onReply } of pending) onReply(statusReply(statusCode.connectionLost, "Connection lost"));
  }

  /** The id of a question of this type; null when nobody is there to answer it, which `onReply` has been told then. */
  #expect(type: number, onReply: (reply: Reply) => void): number | null {
    if (this.#isOver) {
      onReply(statusReply(statusCode.connectionLost, "Connection lost"));
      return null;
    }
    do this.#lastId = (this.#lastId + 1) >>> 0;
    while (this.#pending.has(this.#lastId));
    this.#pending.set(this.#lastId, { type, onReply });
    return this.#lastId;
  }

  #receive(type: number, body: Buffer, whole: Buffer): void {
    if (this.#isOver) return;
    if (this.#known === null) {
      this.#known = readVersion(type, body);
      this.#settle(this.#known);
      return;
    }
    const cursor = new PacketCursor(body);
    const id = cursor.uint32();
    const pending = this.#pending.get(id);
    if (pending === undefined) throw new MalformedPacket("an answer to no question");
    const reply = { type, body: cursor.rest(), whole };
    if (type === packetType.status) cursor.uint32();
    else if (!isReplyTo(pending.type, type)) throw new MalformedPacket(`an answer of type ${type}`);
    this.#pending.delete(id);
    pending.onReply(reply);
  }
}

/** Most extensions a target may name. */
const mostExtensions = 100;

function readVersion(type: number, body: Buffer): ReadonlyMap<string, string> {
  const cursor = new PacketCursor(body);
  if (type !== packetType.version || cursor.uint32() < 3) throw new MalformedPacket("no SFTP version 3");
  const extensions = new Map<string, string>();
  while (cursor.rest().length > 0 && extensions.size < mostExtensions) {
    const name = cursor.path();
    extensions.set(name, cursor.path());
  }
  return extensions;
}
