import { chmod } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { type Language, type Message, translate } from "../../../../../engine/i18n/index.ts";
import { isObject } from "../../../../../engine/json.ts";
import { playbookRunText as text } from "../../playbook-texts.ts";
import { asciiJson, type HostLink } from "./host-link.ts";

/** Most connections of Ansible at once, and characters of what it says first. */
const mostConnections = 64;
const longestHead = 1_048_576;
/** Bytes of one program's output that may wait for Ansible. */
const highWaterMark = 33_554_432;

/** What Ansible says first: what runs where, and how much it reads. */
interface Head {
  readonly host: string;
  readonly command: string;
  readonly size: number;
}

/** Where Ansible reaches the hosts of its run, and nothing else. */
export interface HostSocketOptions {
  readonly path: string;
  readonly language: Language;
  /** The session of a host; null: it is none of this run. */
  readonly linkOf: (host: string) => HostLink | null;
  /** Why a session was not opened. */
  readonly reasonOf: (link: HostLink) => Promise<Message>;
}

/** Opens the socket; whoever reaches its folder may use it, which is the sandbox alone. */
export async function openHostSocket(options: HostSocketOptions): Promise<{ close(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    serve(options, socket).catch(() => socket.destroy());
  });
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(options.path, resolve));
  await chmod(options.path, 0o666);
  return {
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function serve(options: HostSocketOptions, socket: Socket): Promise<void> {
  const answer = (told: Record<string, unknown>): void => {
    if (!socket.destroyed) socket.write(`${asciiJson(told)}\n`);
    if (socket.writableLength > highWaterMark) socket.destroy();
  };
  const fail = (reason: Message): void => {
    answer({ failure: translate(reason, options.language) });
    socket.end();
  };
  const pieces = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const { head, rest } = await readHead(pieces);
  if (head === null) return fail(text.badRequest);
  const link = options.linkOf(head.host);
  if (link === null) return fail(text.notOfRun);
  let program: Awaited<ReturnType<HostLink["run"]>>;
  try {
    program = await link.run(head.command, {
      said: (name, said) => answer({ [name]: said }),
      ended: (code) => {
        answer({ code });
        socket.end();
      },
      failed: fail,
    });
  } catch {
    return fail(await options.reasonOf(link));
  }
  let left = head.size;
  for (let piece: Buffer | undefined = rest; left > 0; ) {
    if (piece.length > 0) await program.send(piece.subarray(0, left));
    left -= piece.length;
    if (left <= 0) break;
    const next = await pieces.next();
    if (next.done === true) return;
    piece = next.value;
  }
  await program.begin();
}

async function readHead(
  pieces: AsyncIterator<Buffer>,
): Promise<{ readonly head: Head | null; readonly rest: Buffer }> {
  let data = Buffer.alloc(0);
  for (;;) {
    const end = data.indexOf(10);
    if (end >= 0) return { head: headOf(data.toString("latin1", 0, end)), rest: data.subarray(end + 1) };
    const next = await pieces.next();
    if (next.done === true || data.length > longestHead) return { head: null, rest: Buffer.alloc(0) };
    data = Buffer.concat([data, next.value]);
  }
}

function headOf(line: string): Head | null {
  const told: unknown = JSON.parse(line);
  if (!isObject(told)) return null;
  const { host, command, size } = told;
  const isWhole = typeof host === "string" && typeof command === "string" && Number.isSafeInteger(size);
  return isWhole && Number(size) >= 0 ? { host, command, size: Number(size) } : null;
}
