import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import * as fs from "node:fs/promises";
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../../../engine/testing/openssh.ts";
import { type SmallDisk, smallDisk } from "../../../engine/testing/small-disk.ts";
import type { FileRecord } from "../../ports.ts";
import { FileManagerClient } from "../../testing/file-manager-client.ts";
import { type GatewayHarness, grantFor, MemoryAreas, startHarness } from "../../testing/harness.ts";
import { hashOf } from "./hash.ts";

const all = ["connect", "upload", "download", "delete"];

/** Where the target's disk is full. */
const disk = opensshMissing() === null ? smallDisk("1m") : null;

describe.skipIf(opensshMissing() !== null)("the file manager, against OpenSSH", () => {
  let target: OpenSshServer;
  let harness: GatewayHarness;
  let folder: string;
  let confined = false;
  const records = new Map<string, FileRecord>();
  /** Gives a file to the account of the target. */
  const give = (file: string): void => {
    if (target.password !== "") execFileSync("chown", ["-h", `${target.username}:`, String(file)]);
  };
  const writeFile = async (file: string, content: string | Buffer): Promise<void> => {
    await fs.writeFile(file, content);
    give(file);
  };
  const mkdir = async (folderPath: string): Promise<void> => {
    await fs.mkdir(folderPath);
    give(folderPath);
  };

  beforeAll(async () => {
    target = await startOpenSsh();
    const areas = new MemoryAreas();
    Object.assign(areas.ports.files, {
      write: async (some: readonly FileRecord[]) => {
        for (const record of some) records.set(record.id, record);
      },
      startFolder: async () => ({ home: folder, isConfined: confined }),
    });
    harness = await startHarness({ areas });
  });
  afterAll(async () => {
    await harness.close();
    await target.stop();
    disk?.remove();
  });
  beforeEach(async () => {
    const made = await mkdtemp(path.join(tmpdir(), "file-manager-"));
    folder = made;
    give(folder);
    records.clear();
    confined = false;
    return () => rm(made, { recursive: true, force: true });
  });

  async function opened(actions = all): Promise<FileManagerClient> {
    const client = await FileManagerClient.open(
      harness.clientFor({ ...grantFor(target), protocol: "sftp", actions }),
    );
    return client;
  }
  const at = (...parts: string[]): string => path.join(folder, ...parts);
  const hash = (...parts: string[]): string => hashOf(Buffer.from(at(...parts)).toString("latin1"));
  /** What is on record, once all of it is: it is stored a moment later. */
  const recorded = async (count: number): Promise<FileRecord[]> => {
    await expect
      .poll(() => [...records.values()].filter(({ dateEnd }) => dateEnd !== null).length, { timeout: 5000 })
      .toBe(count);
    return [...records.values()];
  };
  const write = (
    client: FileManagerClient,
    name: string,
    content: Buffer,
    more: Record<string, string | number> = {},
  ) =>
    client.call(
      "write",
      { target: hash(), name, at: 0, total: content.length, ...more },
      { method: "PUT", body: new Uint8Array(content) },
    );

  test("opens a folder as elFinder asks for it, and lists it as lines", async () => {
    await mkdir(at("docs"));
    await writeFile(at("docs", "a.txt"), "a");
    await writeFile(at("note.txt"), "hello");
    await writeFile(at(".hidden"), "");
    await symlink("docs", at("link"));
    const client = await opened();
    const { body } = await client.call("open", { init: 1, tree: 1 });
    expect(body).toMatchObject({ api: "2.1", cwd: { hash: hash(), mime: "directory", read: 1, write: 1 } });
    const names = body.files
      .filter((entry: { phash?: string }) => entry.phash === hash())
      .map((entry: { name: string }) => entry.name);
    expect(names.sort()).toEqual(["docs", "link", "note.txt"]);
    const { head, entries } = await client.list();
    expect(head).toMatchObject({ path: folder, rights: { upload: true, download: true, delete: true } });
    expect([...entries.keys()].sort()).toEqual([".hidden", "docs", "link", "note.txt"]);
    expect(entries.get("link")).toMatchObject({ mime: "directory", link: 1 });
    expect(entries.get("note.txt")).toMatchObject({ size: 5, mime: "text/plain", mode: "0644" });
    expect((await client.call("tree", { target: hash() })).body.tree).toHaveLength(2);
    expect((await client.call("parents", { target: hash("docs") })).body.tree[0]).toMatchObject({
      isroot: 1,
    });
    expect((await client.call("ls", { target: hash(), "intersect[]": ["docs", "gone"] })).body.list).toEqual({
      [hash("docs")]: "docs",
    });
    expect((await client.call("size", { "targets[]": [hash()] })).body).toMatchObject({
      size: 6,
      fileCnt: 4,
    });
    await client.close();
  });

  test("uploads in pieces as one record with its hash, and sends the content back", async () => {
    const client = await opened();
    const content = randomBytes(1_500_000);
    const half = 700_000;
    const first = await write(client, "big.bin", content.subarray(0, half), { total: content.length });
    expect(first.body).toEqual({ written: half });
    const second = await write(client, "big.bin", content.subarray(half), {
      at: half,
      total: content.length,
    });
    expect(second.body).toEqual({ written: content.length });
    expect((await readFile(at("big.bin"))).equals(content)).toBe(true);
    const got = await client.call("file", { target: hash("big.bin") });
    expect(got.bytes.equals(content)).toBe(true);
    expect(got.headers.get("content-disposition")).toContain("attachment");
    const rest = await client.call(
      "file",
      { target: hash("big.bin") },
      { headers: { range: "bytes=1000000-" } },
    );
    expect(rest.status).toBe(206);
    expect(rest.bytes.equals(content.subarray(1_000_000))).toBe(true);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const [up, down] = await recorded(3);
    expect(up).toMatchObject({ operate: "upload", state: "complete", sha256, size: content.length });
    expect(down).toMatchObject({ operate: "download", state: "complete", sha256 });
    await client.close();
  });

  test("answers why content cannot be read, and goes on", async () => {
    await writeFile(at("note.txt"), "hello");
    // There, and not to be opened by anybody.
    const socket = createServer().listen(at("socket"));
    await once(socket, "listening");
    give(at("socket"));
    const client = await opened();
    try {
      const refused = await client.call("file", { target: hash("socket") });
      expect(refused.headers.get("content-disposition")).toBe(null);
      expect(refused.body).toMatchObject({ error: [expect.any(String)], code: "failed" });
      expect((await client.call("file", { target: hash("note.txt") })).bytes.toString()).toBe("hello");
    } finally {
      await client.close();
      socket.close();
    }
    await recorded(2);
  });

  test("goes on with an upload that broke off, also over another connection", async () => {
    const client = await opened();
    const content = randomBytes(300_000);
    await write(client, "f", content.subarray(0, 100_000), { total: content.length });
    expect(
      (await write(client, "f", content.subarray(0, 10), { at: 5, total: content.length })).body,
    ).toMatchObject({
      code: "offset",
      written: 100_000,
    });
    await client.close();
    expect(await recorded(1)).toMatchObject([{ operate: "upload", state: "partial", reason: "broken_off" }]);
    const again = await opened();
    const { body } = await again.call("stat", { target: hash(), name: "f" });
    expect(body.entry.size).toBe(100_000);
    const rest = await write(again, "f", content.subarray(100_000), { at: 100_000, total: content.length });
    expect(rest.body.written).toBe(content.length);
    expect((await readFile(at("f"))).equals(content)).toBe(true);
    expect((await write(again, "f", content)).body).toMatchObject({ code: "exists" });
    expect((await write(again, "f", content, { mode: "replace" })).body).toMatchObject({ written: 300_000 });
    await again.close();
  });

  test.skipIf(disk === null)(
    "says that the target's disk is full, and goes on when there is room",
    async () => {
      const { resize, folder: full } = disk as SmallDisk;
      folder = full;
      give(folder);
      const content = randomBytes(3_000_000);
      const client = await opened();
      const { body } = await write(client, "big.bin", content);
      const { size } = await stat(at("big.bin"));
      expect(size).toBeLessThan(content.length);
      expect(body).toEqual({
        code: "no_space",
        error: [expect.stringMatching(/^The disk of the target is full. big.bin is incomplete: \d+ bytes/)],
        written: expect.any(Number),
      });
      expect(body.written).toBeLessThanOrEqual(size);
      const ended = () =>
        [...records.values()].filter(
          ({ filename, dateEnd }) => filename === at("big.bin") && dateEnd !== null,
        );
      await expect
        .poll(ended)
        .toMatchObject([{ operate: "upload", state: "failed", reason: expect.stringMatching(/./) }]);
      resize("8m");
      const rest = { at: body.written, total: content.length };
      expect((await write(client, "big.bin", content.subarray(body.written), rest)).body).toEqual({
        written: content.length,
      });
      expect((await readFile(at("big.bin"))).equals(content)).toBe(true);
      await client.close();
    },
  );

  test("takes the forms other clients upload, whole and in chunks", async () => {
    const client = await opened();
    const form = new FormData();
    form.append("target", hash());
    form.append("upload[]", new Blob(["one"]), 'a "b".txt');
    form.append("upload[]", new Blob(["two\r\n--x"]), "ü.txt");
    const whole = await client.call("upload", {}, { method: "POST", body: form });
    expect(whole.body.added.map(({ name }: { name: string }) => name)).toEqual(['a "b".txt', "ü.txt"]);
    expect(await readFile(at("ü.txt"), "utf8")).toBe("two\r\n--x");
    for (const [index, text] of ["abc", "def"].entries()) {
      const chunk = new FormData();
      for (const [name, value] of Object.entries({
        target: hash(),
        chunk: `c.bin.${index}_1.part`,
        cid: "1",
        range: `${index * 3},3,6`,
      }))
        chunk.append(name, value);
      chunk.append("upload[]", new Blob([text]), "blob");
      const { body } = await client.call("upload", {}, { method: "POST", body: chunk });
      expect(body._chunkmerged).toBe(index === 1 ? "c.bin" : undefined);
    }
    const merged = await client.call("upload", { target: hash(), chunk: "c.bin" });
    expect(merged.body.added).toMatchObject([{ name: "c.bin", size: 6 }]);
    await client.close();
  });

  test("makes, renames, copies, moves and removes", async () => {
    const client = await opened();
    await client.call("mkdir", { target: hash(), name: "a" });
    await client.call("mkdir", { target: hash(), "dirs[]": ["/a/b", "/a/b/c"] });
    await client.call("mkfile", { target: hash("a"), name: "empty" });
    expect((await client.call("mkfile", { target: hash("a"), name: "empty" })).body.code).toBe("exists");
    await writeFile(at("a", "b", "f"), "content");
    expect((await client.call("rename", { target: hash("a", "empty"), name: "e" })).body.added[0].name).toBe(
      "e",
    );
    expect((await client.call("rename", { target: hash("a", "e"), name: "b" })).body.code).toBe("exists");
    await mkdir(at("z"));
    const copied = await client.call("paste", { dst: hash("z"), "targets[]": [hash("a")] });
    expect(copied.body).toMatchObject({ added: [{ name: "a" }], files: 2, bytes: 7 });
    expect(await readFile(at("z", "a", "b", "f"), "utf8")).toBe("content");
    const into = await client.call("paste", { dst: hash("a", "b"), "targets[]": [hash("a")] });
    expect(into.body.code).toBe("failed");
    await client.call("paste", { dst: hash("z"), "targets[]": [hash("a", "b", "f")], cut: 1 });
    expect(await readdir(at("a", "b"))).toEqual(["c"]);
    const twice = await client.call("duplicate", { "targets[]": [hash("z", "f")] });
    expect(twice.body.added[0].name).toBe("f (1)");
    await writeFile(at("f"), "other");
    await client.call("paste", { dst: hash("z"), "targets[]": [hash("f")], conflict: "skip" });
    expect(await readFile(at("z", "f"), "utf8")).toBe("content");
    await client.call("paste", { dst: hash("z"), "targets[]": [hash("f")], conflict: "keep" });
    expect((await readdir(at("z"))).sort()).toEqual(["a", "f", "f (1)", "f (2)"]);
    expect((await client.call("search", { target: hash(), q: "F (" })).body.files).toHaveLength(2);
    await client.call("chmod", { "targets[]": [hash("f")], mode: "600" });
    expect((await stat(at("f"))).mode & 0o777).toBe(0o600);
    await symlink("/etc", at("z", "etc"));
    expect((await client.call("rm", { "targets[]": [hash("z")] })).body.removed).toEqual([hash("z")]);
    expect((await readdir(folder)).sort()).toEqual(["a", "f"]);
    expect((await stat("/etc")).isDirectory()).toBe(true);
    await client.close();
  });

  test("sends an archive of what was chosen", async () => {
    await mkdir(at("d"));
    await writeFile(at("d", "one"), "first");
    await writeFile(at("two"), "second");
    const client = await opened();
    const asked = await client.call("zipdl", { "targets[]": [hash("d"), hash("two")] });
    const { file, name, mime } = asked.body.zipdl;
    const sent = await client.call("zipdl", { download: 1, "targets[]": [hash(), file, name, mime] });
    expect(sent.bytes.subarray(0, 2).toString()).toBe("PK");
    const text = sent.bytes.toString("latin1");
    for (const part of ["d/", "d/one", "two", "first", "second"]) expect(text).toContain(part);
    await client.close();
  });

  test("edits texts, and notices that somebody else has", async () => {
    await writeFile(at("t"), "old");
    const [ada, bob] = [await opened(), await opened()];
    const [one, two] = [
      await ada.call("get", { target: hash("t") }),
      await bob.call("get", { target: hash("t") }),
    ];
    expect(one.body.content).toBe("old");
    const put = (client: FileManagerClient, content: string, revision: string) =>
      client.call(
        "put",
        {},
        { method: "POST", body: new URLSearchParams({ target: hash("t"), content, revision }) },
      );
    expect((await put(ada, "new", one.body.revision)).body.changed).toHaveLength(1);
    expect((await put(bob, "own", two.body.revision)).body.code).toBe("changed");
    expect(await readFile(at("t"), "utf8")).toBe("new");
    await writeFile(at("t"), Buffer.from([0xff, 0xfe]));
    expect((await ada.call("get", { target: hash("t") })).body.code).toBe("not_text");
    await Promise.all([ada.close(), bob.close()]);
  });

  test("does what is granted, and nothing else", async () => {
    await writeFile(at("f"), "f");
    const reader = await opened(["connect", "download"]);
    for (const [cmd, parameters] of [
      ["mkdir", { target: hash(), name: "x" }],
      ["mkfile", { target: hash(), name: "x" }],
      ["rename", { target: hash("f"), name: "x" }],
      ["rm", { "targets[]": [hash("f")] }],
      ["chmod", { "targets[]": [hash("f")], mode: "600" }],
      ["paste", { dst: hash(), "targets[]": [hash("f")], conflict: "keep" }],
    ] as const) {
      expect((await reader.call(cmd, parameters)).body.code, cmd).toBe("denied");
    }
    expect((await write(reader, "x", Buffer.from("x"))).body.code).toBe("denied");
    const { entries } = await reader.list();
    expect(entries.get("f")).toMatchObject({ read: 1, write: 0, locked: 1 });
    const writer = await opened(["connect", "upload"]);
    expect((await writer.call("file", { target: hash("f") })).body.code).toBe("denied");
    expect((await writer.call("rm", { "targets[]": [hash("f")] })).body.code).toBe("denied");
    expect(await readdir(folder)).toEqual(["f"]);
    await expect(opened(["connect"])).rejects.toThrow("permission");
    await Promise.all([reader.close(), writer.close()]);
  });

  test("keeps to the folder of a confined account, whatever links say", async () => {
    confined = true;
    await symlink("/etc", at("out"));
    const client = await opened();
    const root = hashOf("/");
    const { entries } = await client.list(root);
    expect([...entries.keys()]).toEqual(["out"]);
    expect((await client.call("list", { target: hashOf("/out") })).body.code).toBe("denied");
    expect((await client.call("file", { target: hashOf("/out/passwd") })).body.code).toBe("denied");
    expect((await client.call("file", { target: hashOf("/../etc/passwd") })).body.code).toBe("not_found");
    await client.close();
  });

  test("takes every name a target can have", async () => {
    const client = await opened();
    const names = [
      "line\nbreak",
      "\u202egpj.exe",
      "ü".repeat(127),
      "  two  ",
      "100%",
      "a\\b",
      '"',
      "\x01\x7f",
    ];
    for (const name of names) {
      const { body } = await client.call("mkfile", { target: hash(), name });
      expect(body.added?.[0].name, JSON.stringify(body)).toBe(name);
    }
    expect((await readdir(folder)).sort()).toEqual([...names].sort());
    const odd = Buffer.concat([Buffer.from(`${folder}/odd-`), Buffer.from([0xff, 0xc3])]);
    await fs.writeFile(odd, "odd");
    const { entries } = await client.list();
    const entry = entries.get("odd-\\xff\\xc3");
    expect((await client.call("file", { target: entry?.hash ?? "" })).bytes.toString()).toBe("odd");
    for (const name of ["", ".", "..", "a/b", "x".repeat(256), "a\0b"]) {
      expect((await client.call("mkfile", { target: hash(), name })).status, name).toBe(400);
    }
    await client.close();
  });

  test("answers nonsense with 4xx", async () => {
    const client = await opened();
    const bad = async (cmd: string, parameters = {}, how = {}) =>
      expect((await client.call(cmd, parameters, how)).status, cmd).toBe(400);
    await bad("nothing");
    await bad("constructor");
    await bad("open", { target: "x" });
    await bad("open", { target: "l1_!!" });
    await bad("list", { target: hashOf(`/${"x".repeat(5000)}`) });
    await bad("rm");
    await bad("write", { target: hash(), name: "f", at: -1, total: 1 }, { method: "PUT", body: "x" });
    await bad("write", { target: hash(), name: "f", at: 0, total: 0 }, { method: "PUT", body: "x" });
    await bad(
      "upload",
      { target: hash() },
      { method: "POST", headers: { "content-type": "multipart/form-data; boundary=b" }, body: "junk" },
    );
    await bad("chmod", { "targets[]": [hash()], mode: "9" });
    expect((await client.call("list", { target: hash("gone") })).body.code).toBe("not_found");
    const other = await fetch(`${harness.url}/koko/elfinder/connector/_/?cmd=open&init=1&sid=${client.sid}`);
    expect(other.status).toBe(401);
    const foreign = await client.call("open", { init: 1 }, { headers: { origin: "https://evil.example" } });
    expect(foreign.status).toBe(403);
    await client.close();
    await bad("open", { init: 1 });
  });

  test("ends with the session, and says why", async () => {
    const client = await opened();
    const [id] = [...harness.areas.sessions.keys()].slice(-1);
    expect(harness.areas.sessions.get(id ?? "")?.record).toMatchObject({ type: "sftp", loginFrom: "WT" });
    expect(harness.areas.command({ action: "kill", sessionId: id ?? "", by: "Root", reason: "" })).toBe(true);
    const frame = await client.frame(({ type }) => type === "TERMINAL_ERROR");
    expect(frame.err).not.toBe("");
    expect((await client.call("open", { init: 1 })).status).toBe(400);
    await client.close();
  });

  test("tells that a folder cannot be written to", async () => {
    await chmod(folder, 0o500);
    const client = await opened();
    expect((await write(client, "x", Buffer.from("x"))).body.code).toBe("denied");
    await client.close();
    await chmod(folder, 0o700);
  });
});
