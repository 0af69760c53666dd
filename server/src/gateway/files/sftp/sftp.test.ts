import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FileRecord } from "../../ports.ts";
import type { RemoteAccount } from "../place.ts";
import { FileRecords, SessionFileLog } from "../records.ts";
import type { FileRights } from "../rights.ts";
import { straightView } from "../straight-view.ts";
import { readNames } from "./names.ts";
import {
  MalformedPacket,
  PacketCursor,
  PacketReader,
  packet,
  packetType,
  statusCode,
  string,
  uint32,
} from "./packets.ts";
import { codeOf, RemoteFiles, type Reply } from "./remote-files.ts";
import { SftpServer } from "./server.ts";

const program = "/usr/lib/openssh/sftp-server";
const everything: FileRights = { upload: true, download: true, delete: true };
const noAttributes = uint32(0);
const flags = { read: 1, write: 2 | 8 | 16, update: 2 };

let folder: string;
const processes: ChildProcess[] = [];
const records = new Map<string, FileRecord>();

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sftp-test-"));
  records.clear();
});
afterEach(async () => {
  for (const child of processes.splice(0)) child.kill();
  await rm(folder, { recursive: true, force: true });
});

/** A client, our server, and behind it the files of an account; what it writes down is in `records`. */
async function connect(
  target: RemoteFiles,
  { rights = everything, home = folder, isConfined = false }: Partial<RemoteAccount> = {},
) {
  const extensions = await target.start();
  const log = new SessionFileLog(
    { put: (record) => records.set(record.id, record) },
    {
      sessionId: "s",
      principal: { userId: "u", remoteAddress: "10.0.0.1" } as never,
      grant: {
        asset: { id: "a", organization: { id: "o" } },
        userDisplay: "Ada(ada)",
        assetDisplay: "web",
        accountDisplay: "root",
      } as never,
    },
  );
  const account: RemoteAccount = { files: target, rights, log, copies: null, extensions, home, isConfined };
  const broken: Error[] = [];
  const idle = new FileRecords(async () => undefined);
  const server: SftpServer = new SftpServer(straightView(account), idle, {
    write: (data) => {
      client.receive(data);
    },
    hold: () => undefined,
    explain: String,
    broken: (error) => broken.push(error),
  });
  const client: RemoteFiles = new RemoteFiles(
    (data) => server.receive(data),
    (error) => broken.push(error),
  );
  const offered = await client.start();
  return { client, server, broken, offered };
}

/** The SFTP server of OpenSSH. */
function realTarget(): RemoteFiles {
  const child = spawn(program, ["-d", folder], { stdio: ["pipe", "pipe", "inherit"] });
  processes.push(child);
  const files = new RemoteFiles(
    (data) => child.stdin?.write(data),
    () => undefined,
  );
  child.stdout?.on("data", (data: Buffer) => files.receive(data));
  return files;
}

const opened = ({ type, body }: Reply): Buffer => {
  expect(type).toBe(packetType.handle);
  return new PacketCursor(body).string();
};
const told = () =>
  [...records.values()].map(({ operate, filename, state, reason }) => ({ operate, filename, state, reason }));

describe.skipIf(!existsSync(program))("against the SFTP server of OpenSSH", () => {
  const connectReal = (account?: Partial<RemoteAccount>) => connect(realTarget(), account);

  async function put(client: RemoteFiles, name: string, content: Buffer, piece = 32_000) {
    const handle = opened(await client.ask(packetType.open, string(name), uint32(flags.write), noAttributes));
    const writes: Promise<Reply>[] = [];
    for (let at = 0; at < content.length; at += piece) {
      const data = content.subarray(at, at + piece);
      writes.push(client.ask(packetType.write, string(handle), uint32(0), uint32(at), string(data)));
    }
    for (const reply of await Promise.all(writes)) expect(codeOf(reply)).toBe(statusCode.ok);
    expect(codeOf(await client.ask(packetType.close, string(handle)))).toBe(statusCode.ok);
  }

  async function get(client: RemoteFiles, name: string, length: number, piece = 32_000): Promise<Buffer> {
    const handle = opened(await client.ask(packetType.open, string(name), uint32(flags.read), noAttributes));
    const reads: Promise<Reply>[] = [];
    for (let at = 0; at <= length; at += piece) {
      reads.push(client.ask(packetType.read, string(handle), uint32(0), uint32(at), uint32(piece)));
    }
    const pieces = (await Promise.all(reads)).map(({ type, body }) =>
      type === packetType.data ? new PacketCursor(body).string() : Buffer.alloc(0),
    );
    await client.ask(packetType.close, string(handle));
    return Buffer.concat(pieces);
  }

  test("carries files both ways and hashes them as they pass", async () => {
    const { client, offered } = await connectReal();
    const content = randomBytes(700_000);
    const sha256 = createHash("sha256").update(content).digest("hex");
    await put(client, "plan.bin", content);
    expect((await readFile(path.join(folder, "plan.bin"))).equals(content)).toBe(true);
    expect((await get(client, `${folder}/x/../plan.bin`, content.length)).equals(content)).toBe(true);
    const common = {
      state: "complete",
      reason: "",
      size: content.length,
      sha256,
      filename: `${folder}/plan.bin`,
    };
    expect([...records.values()]).toMatchObject([
      { operate: "upload", ...common },
      { operate: "download", ...common },
    ]);
    expect([...offered.keys()]).toContain("posix-rename@openssh.com");
    expect([...offered.keys()]).not.toContain("copy-data");
  });

  test("says that there is no hash of what was written or read in pieces", async () => {
    const { client } = await connectReal();
    await writeFile(path.join(folder, "log"), "0123456789");
    const handle = opened(
      await client.ask(packetType.open, string("log"), uint32(flags.update), noAttributes),
    );
    await client.ask(packetType.write, string(handle), uint32(0), uint32(10), string("more"));
    await client.ask(packetType.close, string(handle));
    const reading = opened(
      await client.ask(packetType.open, string("log"), uint32(flags.read), noAttributes),
    );
    await client.ask(packetType.read, string(reading), uint32(0), uint32(4), uint32(100));
    await client.ask(packetType.close, string(reading));
    expect([...records.values()]).toMatchObject([
      { operate: "upload", state: "complete", reason: "random_access", size: 4, sha256: null },
      { operate: "download", state: "partial", reason: "random_access", size: 10, sha256: null },
    ]);
  });

  test("tells a part of a file from the whole, and what broke off", async () => {
    const { client, server } = await connectReal();
    await writeFile(path.join(folder, "big"), randomBytes(10_000));
    const handle = opened(await client.ask(packetType.open, string("big"), uint32(flags.read), noAttributes));
    await client.ask(packetType.read, string(handle), uint32(0), uint32(0), uint32(5000));
    await client.ask(packetType.close, string(handle));
    const writing = opened(
      await client.ask(packetType.open, string("new"), uint32(flags.write), noAttributes),
    );
    await client.ask(packetType.write, string(writing), uint32(0), uint32(0), string("half"));
    await server.end();
    expect([...records.values()]).toMatchObject([
      { operate: "download", state: "partial", size: 5000, sha256: null },
      { operate: "upload", state: "partial", reason: "broken_off", size: 4 },
    ]);
  });

  test("does nothing that is not granted, and writes it down", async () => {
    await writeFile(path.join(folder, "kept"), "kept");
    const { client } = await connectReal({ rights: { upload: false, download: true, delete: false } });
    const denied = async (type: number, ...parts: Buffer[]) =>
      expect(codeOf(await client.ask(type, ...parts))).toBe(statusCode.permissionDenied);
    await denied(packetType.open, string("kept"), uint32(flags.write), noAttributes);
    await denied(packetType.open, string("kept"), uint32(flags.read | flags.update), noAttributes);
    await denied(packetType.mkdir, string("folder"), noAttributes);
    await denied(packetType.remove, string("kept"));
    await denied(packetType.rmdir, string("."));
    await denied(packetType.rename, string("kept"), string("gone"));
    await denied(packetType.extended, string("posix-rename@openssh.com"), string("kept"), string("gone"));
    await denied(packetType.extended, string("hardlink@openssh.com"), string("kept"), string("gone"));
    await denied(packetType.symlink, string("kept"), string("link"));
    await denied(packetType.setstat, string("kept"), noAttributes);
    const handle = opened(
      await client.ask(packetType.open, string("kept"), uint32(flags.read), noAttributes),
    );
    await denied(packetType.fsetstat, string(handle), noAttributes);
    await denied(packetType.write, string(handle), uint32(0), uint32(0), string("other"));
    expect(await readFile(path.join(folder, "kept"), "utf8")).toBe("kept");
    const refused = told().filter(({ state }) => state === "failed");
    expect(refused).toHaveLength(11);
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(["denied"]));
    const writer = await connectReal({ rights: { upload: true, download: false, delete: false } });
    expect(
      codeOf(await writer.client.ask(packetType.open, string("kept"), uint32(flags.read), noAttributes)),
    ).toBe(statusCode.permissionDenied);
  });

  test("writes down what is done to names", async () => {
    const { client } = await connectReal();
    const ok = async (type: number, ...parts: Buffer[]) =>
      expect(codeOf(await client.ask(type, ...parts))).toBe(0);
    await ok(packetType.mkdir, string("a"), noAttributes);
    await ok(packetType.rename, string("a"), string("b"));
    await put(client, "b/f", Buffer.from("f"));
    await ok(packetType.extended, string("posix-rename@openssh.com"), string("b/f"), string("b/g"));
    await ok(packetType.symlink, string("g"), string("b/link"));
    await ok(packetType.remove, string("b/link"));
    await ok(packetType.remove, string("b/g"));
    await ok(packetType.rmdir, string("b"));
    expect(codeOf(await client.ask(packetType.rmdir, string("b")))).toBe(statusCode.noSuchFile);
    const at = (name: string) => `${folder}/${name}`;
    const done = { state: "complete", reason: "" };
    expect(told()).toEqual([
      { operate: "mkdir", filename: at("a"), ...done },
      { operate: "rename_dir", filename: `${at("a")}=>${at("b")}`, ...done },
      { operate: "upload", filename: at("b/f"), ...done },
      { operate: "rename", filename: `${at("b/f")}=>${at("b/g")}`, ...done },
      { operate: "symlink", filename: `${at("b/link")}=>g`, ...done },
      { operate: "delete", filename: at("b/link"), ...done },
      { operate: "delete", filename: at("b/g"), ...done },
      { operate: "rmdir", filename: at("b"), ...done },
      { operate: "rmdir", filename: at("b"), state: "failed", reason: "no_such_file" },
    ]);
  });

  test("leaves no way out of a folder files are confined to", async () => {
    const root = path.join(folder, "root");
    await mkdir(path.join(root, "inner"), { recursive: true });
    await writeFile(path.join(folder, "secret"), "secret");
    await writeFile(path.join(root, "own"), "own");
    await symlink("/etc", path.join(root, "abroad"));
    await symlink("../secret", path.join(root, "escape"));
    await symlink("../nothing", path.join(root, "dangling"));
    await symlink("inner", path.join(root, "within"));
    const { client } = await connectReal({ home: root, isConfined: true });
    const code = async (type: number, ...parts: Buffer[]) => codeOf(await client.ask(type, ...parts));
    for (const name of ["escape", "abroad/passwd", "dangling", "/abroad", "inner/../escape"]) {
      expect(await code(packetType.open, string(name), uint32(flags.read), noAttributes)).toBe(3);
      expect(await code(packetType.open, string(name), uint32(flags.write), noAttributes)).toBe(3);
      expect(await code(packetType.stat, string(name))).toBe(3);
      expect(await code(packetType.opendir, string(name))).toBe(3);
    }
    expect(await code(packetType.remove, string("abroad/passwd"))).toBe(3);
    expect(await code(packetType.mkdir, string("abroad/x"), noAttributes)).toBe(3);
    expect(await code(packetType.rename, string("own"), string("abroad/x"))).toBe(3);
    expect(await code(packetType.symlink, string("/etc/passwd"), string("bad"))).toBe(3);
    expect(await code(packetType.symlink, string("../../secret"), string("inner/bad"))).toBe(3);
    // What is written as a path out of it stays within.
    expect((await get(client, "../../../../own", 3)).toString()).toBe("own");
    await put(client, "within/new", Buffer.from("new"));
    expect(await readFile(path.join(root, "inner/new"), "utf8")).toBe("new");
    expect(await code(packetType.lstat, string("escape"))).toBe(0);
    expect(await code(packetType.remove, string("escape"))).toBe(0);
    expect(await readFile(path.join(folder, "secret"), "utf8")).toBe("secret");
  });

  test("passes names of any bytes, and what the target says of its limits", async () => {
    const { client } = await connectReal();
    const name = Buffer.from([0xff, 0x1b, 0x5b, 0x41, 0x0a, 0xc3, 0xa9]);
    await put(client, name.toString("latin1"), Buffer.from("x"));
    const handle = opened(await client.ask(packetType.opendir, string(".")));
    const { body } = await client.ask(packetType.readdir, string(handle));
    const entry = readNames(new PacketCursor(body)).find((candidate) => candidate.name.endsWith("\xa9"));
    expect(Buffer.from(entry?.name ?? "", "latin1").equals(name)).toBe(true);
    expect(entry?.line).not.toContain("\x1b");
    const limits = await client.ask(packetType.extended, string("limits@openssh.com"));
    expect(limits.body.readBigUInt64BE(8)).toBe(261_120n);
  });

  test("refuses what is no path, no handle and no request", async () => {
    const { client, broken } = await connectReal();
    expect(codeOf(await client.ask(packetType.stat, string("a\0b")))).toBe(statusCode.badMessage);
    expect(codeOf(await client.ask(packetType.stat, string("x".repeat(5000))))).toBe(statusCode.badMessage);
    expect(codeOf(await client.ask(packetType.read, string("nope"), uint32(0), uint32(0), uint32(1)))).toBe(
      4,
    );
    expect(codeOf(await client.ask(packetType.close, string("")))).toBe(4);
    expect(codeOf(await client.ask(packetType.read, uint32(99)))).toBe(statusCode.badMessage);
    expect(codeOf(await client.ask(77))).toBe(statusCode.unsupported);
    expect(codeOf(await client.ask(packetType.extended, string("copy-data")))).toBe(statusCode.unsupported);
    expect(broken).toEqual([]);
    await chmod(folder, 0o700);
  });
});

describe("a target that lies", () => {
  /** A target that answers as `answer` says. */
  function lyingTarget(answer: (type: number, id: number, cursor: PacketCursor) => Buffer | null) {
    const misbehaved: Error[] = [];
    const reader = new PacketReader((type, body) => {
      const cursor = new PacketCursor(body);
      if (type === packetType.init) {
        files.receive(packet(packetType.version, null, uint32(3)));
        return;
      }
      const data = answer(type, cursor.uint32(), cursor);
      if (data !== null) files.receive(data);
    });
    const files: RemoteFiles = new RemoteFiles(
      (data) => queueMicrotask(() => reader.push(data)),
      (error) => misbehaved.push(error),
    );
    return { files, misbehaved };
  }
  const handleOf = (id: number) => packet(packetType.handle, id, string("h"));
  const namesOf = (id: number, ...names: string[]) =>
    packet(
      packetType.name,
      id,
      uint32(names.length),
      ...names.flatMap((name) => [string(name), string("l\x1b[2J"), uint32(0)]),
    );

  test("lists no name that leads elsewhere, and no folder without an end", async () => {
    let more = 0;
    const { files } = lyingTarget((type, id) => {
      if (type === packetType.opendir) return handleOf(id);
      more += 1;
      return more === 1
        ? namesOf(id, "../../.ssh/authorized_keys", "a/b", "", "ok", "nul\0")
        : namesOf(id, "/etc");
    });
    const { client } = await connect(files);
    const handle = opened(await client.ask(packetType.opendir, string(".")));
    const { body } = await client.ask(packetType.readdir, string(handle));
    expect(readNames(new PacketCursor(body))).toMatchObject([{ name: "ok", line: "l?[2J" }]);
    const end = await client.ask(packetType.readdir, string(handle));
    expect(codeOf(end)).toBe(statusCode.failure);
  });

  test("sends no more than was asked for", async () => {
    const { files } = lyingTarget((type, id) =>
      type === packetType.open ? handleOf(id) : packet(packetType.data, id, string(Buffer.alloc(100))),
    );
    const { client } = await connect(files);
    // The size it is asked for behind the client's back is of a kind that was not asked for.
    const reply = await client.ask(packetType.open, string("f"), uint32(1), noAttributes);
    expect(reply.type).toBe(packetType.handle);
    const read = await client.ask(packetType.read, string(opened(reply)), uint32(0), uint32(0), uint32(10));
    expect([packetType.data, statusCode.ok]).not.toContain(
      read.type === packetType.data ? read.type : codeOf(read),
    );
  });

  test.each<[string, (id: number) => Buffer]>([
    ["another id", (id) => packet(packetType.status, id + 7, uint32(0), string(""), string(""))],
    ["another kind", (id) => packet(packetType.data, id, string("x"))],
    ["a packet too long", () => uint32(0x7fff_ffff)],
    ["an empty packet", () => uint32(0)],
    ["names beyond its end", (id) => packet(packetType.name, id, uint32(1_000_000))],
  ])("is cut off, or its answer refused: %s", async (_what, reply) => {
    const { files, misbehaved } = lyingTarget((_type, id) => reply(id));
    const { client } = await connect(files);
    const answer = await client.ask(packetType.readlink, string("link"));
    expect(codeOf(answer)).not.toBe(statusCode.ok);
    expect(misbehaved.length).toBeLessThanOrEqual(1);
  });

  test("brings nothing down, whatever it sends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.nat(255), async (bytes, type) => {
        const { files } = lyingTarget((_type, id) => packet(type, id, Buffer.from(bytes)));
        const { client, broken } = await connect(files);
        const replies = await Promise.all([
          client.ask(packetType.stat, string("a")),
          client.ask(packetType.realpath, string("b")),
          client.ask(packetType.opendir, string("c")),
        ]);
        expect(replies).toHaveLength(3);
        expect(broken).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

test("packets come out whole however the stream is cut", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 64 })),
      (bodies, cuts) => {
        const stream = Buffer.concat(bodies.map((body, index) => packet(200, index, Buffer.from(body))));
        const seen: string[] = [];
        const reader = new PacketReader((type, body) =>
          seen.push(`${type}:${body.subarray(4).toString("hex")}`),
        );
        for (let at = 0; at < stream.length; ) {
          const next = at + (cuts.next().value ?? 1);
          reader.push(stream.subarray(at, next));
          at = next;
        }
        expect(seen).toEqual(bodies.map((body) => `200:${Buffer.from(body).toString("hex")}`));
      },
    ),
  );
  const reader = new PacketReader(() => undefined);
  expect(() => reader.push(Buffer.from([0, 5, 0, 0, 1]))).toThrow(MalformedPacket);
});
