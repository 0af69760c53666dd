import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, statfs, symlink, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FileRecord } from "../../ports.ts";
import { connectSftp, noAttributes, opened } from "../../testing/sftp.ts";
import type { RemoteAccount } from "../file-view.ts";
import { readNames } from "./names.ts";
import { PacketCursor, packetType, statusCode, string, uint32 } from "./packets.ts";
import { codeOf, RemoteFiles, type Reply } from "./remote-files.ts";

const program = "/usr/lib/openssh/sftp-server";
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

const told = () =>
  [...records.values()].map(({ operate, filename, state, reason }) => ({ operate, filename, state, reason }));

describe.skipIf(!existsSync(program))("against the SFTP server of OpenSSH", () => {
  const connectReal = (account?: Partial<RemoteAccount>) =>
    connectSftp(realTarget(), { home: folder, ...account }, records);

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
    expect([...offered.keys()]).toContain("copy-data");
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

  test("copies, links, measures and expands as the target does, and says so only where it can", async () => {
    await writeFile(path.join(folder, "from"), "0123456789");
    const { client, offered } = await connectReal();
    const extend = (name: string, ...parts: Buffer[]) =>
      client.ask(packetType.extended, string(name), ...parts);
    const open = async (name: string, flag: number) =>
      opened(await client.ask(packetType.open, string(name), uint32(flag), noAttributes));
    const within = (...numbers: number[]) => Buffer.concat(numbers.flatMap((at) => [uint32(0), uint32(at)]));
    const [from, to] = [await open("from", flags.read), await open("to", flags.write)];
    const copied = await extend("copy-data", string(from), within(2, 5), string(to), within(3));
    expect(codeOf(copied)).toBe(statusCode.ok);
    expect(await readFile(path.join(folder, "to"), "latin1")).toBe("\0\0\u000023456");
    expect(codeOf(await extend("copy-data", string(to), within(0, 1), string(from), within(0)))).toBe(3);
    expect((await extend("fsync@openssh.com", string(to))).type).toBe(packetType.status);
    const { bsize, blocks } = await statfs(folder);
    for (const reply of [
      await extend("statvfs@openssh.com", string("from")),
      await extend("fstatvfs@openssh.com", string(to)),
    ]) {
      expect(reply.type).toBe(packetType.extendedReply);
      expect([reply.body.readBigUInt64BE(0), reply.body.readBigUInt64BE(16)]).toEqual([
        BigInt(bsize),
        BigInt(blocks),
      ]);
    }
    expect(codeOf(await extend("statvfs@openssh.com", string("nothing")))).toBe(statusCode.noSuchFile);
    expect(codeOf(await extend("hardlink@openssh.com", string("from"), string("hard")))).toBe(statusCode.ok);
    expect((await stat(path.join(folder, "hard"))).ino).toBe((await stat(path.join(folder, "from"))).ino);
    const expanded = async (name: string) => {
      const { body } = await extend("expand-path@openssh.com", string(name));
      return readNames(new PacketCursor(body))[0]?.name;
    };
    // The server of OpenSSH takes the folder it was started in for the home.
    expect(await expanded("~")).toBe(folder);
    expect(await expanded("~/x")).toBe(`${folder}/x`);
    const { username, homedir } = userInfo();
    expect(await expanded(`~${username}/x`)).toBe(`${homedir}/x`);
    expect(await expanded("from")).toBe(`${folder}/from`);
    const names = ["copy-data", "expand-path@openssh.com", "hardlink@openssh.com", "statvfs@openssh.com"];
    expect([...offered.keys()]).toEqual(expect.arrayContaining(names));

    const confined = await connectReal({ isConfined: true });
    expect([...confined.offered.keys()]).not.toContain("expand-path@openssh.com");
    const outside = confined.client.ask(packetType.extended, string("expand-path@openssh.com"), string("~"));
    expect(codeOf(await outside)).toBe(statusCode.unsupported);
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
    expect(codeOf(await client.ask(packetType.extended, string("vendor-id")))).toBe(statusCode.unsupported);
    expect(codeOf(await client.ask(packetType.extended, string("copy-data")))).toBe(statusCode.badMessage);
    expect(broken).toEqual([]);
    await chmod(folder, 0o700);
  });
});
