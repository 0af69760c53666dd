import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../engine/testing/openssh.ts";
import { TerminalClient } from "../engine/testing/terminal-client.ts";
import { frameType, headerBytes, pieceBytes, pieceEnd } from "./files/zmodem/frames.ts";
import type { FileRecord } from "./ports.ts";
import { type GatewayHarness, grantFor, startHarness } from "./testing/harness.ts";
import { ZmodemPage } from "./testing/zmodem-page.ts";

const missing = opensshMissing() ?? (existsSync("/usr/bin/rz") ? null : "lrzsz is not installed");

const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");

/** Every byte, and so many more. */
const someBytes = (length: number) =>
  Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), randomBytes(length)]);

describe.skipIf(missing !== null)(
  `files over ZMODEM with sz and rz${missing === null ? "" : `: ${missing}`}`,
  () => {
    let sshd: OpenSshServer;
    let harness: GatewayHarness;
    let folder: string;
    const file = (name: string) => path.join(folder, name);

    beforeAll(async () => {
      sshd = await startOpenSsh();
      harness = await startHarness();
      folder = await mkdtemp(path.join(tmpdir(), "zmodem-"));
      await chmod(folder, 0o777);
    });
    afterAll(async () => {
      await harness?.close();
      await sshd?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    async function open(actions = ["connect", "upload", "download"], transfers = true) {
      const options = harness.clientFor({ ...grantFor(sshd), actions });
      const client = await TerminalClient.session({ ...options, transfers });
      client.type(`PS1='ready> '; cd ${folder}; bind 'set enable-bracketed-paste off'; clear\r`);
      await client.see(/ready> $/);
      client.clear();
      return { client, page: new ZmodemPage(client, options) };
    }
    const recordsOf = (sessionId: string): FileRecord[] =>
      [...harness.areas.fileRecords.values()].filter((record) => record.sessionId === sessionId);
    /** What is on record of a session, once all of it is over. */
    const recorded = (sessionId: string, count: number) =>
      vi.waitFor(
        () => {
          const records = recordsOf(sessionId);
          expect(records.filter(({ state }) => state !== "running")).toHaveLength(count);
          return records.map(({ operate, filename, state, reason, size, sha256: hash }) => ({
            ...{ operate, filename, state, reason, size },
            hash,
          }));
        },
        { timeout: 5000, interval: 50 },
      );
    /** Has a shell drop what it was sent. */
    async function interrupt(client: TerminalClient) {
      client.clear();
      client.type("\u0003");
      await client.see(/\^C[\s\S]*ready> \W*$/);
    }

    /** That a shell reads commands again; it may still ring the bell about what ended a transfer. */
    async function isUsable(client: TerminalClient): Promise<void> {
      await client.see(/ready> \W*$/);
      client.clear();
      client.type("echo still he''re\r");
      const said = await client.see(/(still here|command not found)\r\nready> \W*$/);
      // A shell that is just being interrupted drops the first letter of what is typed meanwhile.
      if (/bash: cho: /.test(said)) await isUsable(client);
      else expect(said).toContain("still here");
    }

    it("downloads several files, one of them empty, one with every byte, and records that they passed", async () => {
      const large = someBytes(2_000_000);
      await writeFile(file("empty"), "");
      await writeFile(file("large.bin"), large);
      const { client, page } = await open();
      client.type("sz empty large.bin\r");
      await page.agree();
      expect(await page.fetchNext()).toEqual({ name: "empty", size: 0, content: Buffer.alloc(0) });
      const got = await page.fetchNext();
      expect(got).toMatchObject({ name: "large.bin", size: large.length });
      expect(sha256(got.content)).toBe(sha256(large));
      expect(await page.next("ended")).not.toHaveProperty("message");
      await isUsable(client);
      expect(await recorded(client.sessionId, 2)).toEqual([
        {
          ...{ operate: "download", filename: "empty", state: "complete", reason: "", size: 0 },
          hash: sha256(Buffer.alloc(0)),
        },
        {
          ...{
            operate: "download",
            filename: "large.bin",
            state: "complete",
            reason: "",
            size: large.length,
          },
          hash: sha256(large),
        },
      ]);
      client.type("exit\r");
      await client.closed;
      await harness.areas.ended(client.sessionId);
      const { raw, cast } = await harness.replay(client.sessionId);
      expect(cast).toContain(`ZMODEM: large.bin was downloaded, ${large.length} bytes.`);
      expect(raw.length).toBeLessThan(5000);
    });

    it("uploads several files, and skips one that is there", async () => {
      const large = someBytes(2_000_000);
      await writeFile(file("there"), "before");
      const { client, page } = await open();
      client.type("rz\r");
      const transfer = await page.agree();
      const news = await page.send(transfer, [
        { name: "../../up.bin", size: large.length, modified: 1_700_000_000, content: large },
        { name: "there", size: 3, modified: 0, content: Buffer.from("new") },
        { name: "nothing", size: 0, modified: 0, content: Buffer.alloc(0) },
      ]);
      expect(news.filter(({ event }) => event === "finished" || event === "ended")).toEqual([
        { transfer, event: "finished", file: 0, how: "complete" },
        { transfer, event: "finished", file: 1, how: "skipped" },
        { transfer, event: "finished", file: 2, how: "complete" },
        { transfer, event: "ended" },
      ]);
      await isUsable(client);
      expect(sha256(await readFile(file("up.bin")))).toBe(sha256(large));
      expect(await readFile(file("there"), "utf8")).toBe("before");
      expect(await readFile(file("nothing"), "utf8")).toBe("");
      expect(await recorded(client.sessionId, 3)).toMatchObject([
        { operate: "upload", filename: "up.bin", state: "complete", size: large.length, hash: sha256(large) },
        { operate: "upload", filename: "there", state: "failed", reason: "skipped", hash: null },
        { operate: "upload", filename: "nothing", state: "complete", size: 0 },
      ]);
      await client.close();
    });

    it("writes nothing that was not agreed to: a file that is skipped, a transfer that is canceled", async () => {
      await writeFile(file("one"), "1");
      await writeFile(file("two"), someBytes(1_000_000));
      const { client, page } = await open();
      client.type("sz one two\r");
      const transfer = await page.agree();
      const offered = await page.next("offered");
      page.answer({ transfer, act: "skip", file: offered.file });
      const next = await page.next("offered");
      expect(next.name).toBe("two");
      page.answer({ transfer, act: "cancel" });
      expect(await page.next("ended")).toMatchObject({ message: "ZMODEM: the transfer was canceled." });
      await isUsable(client);

      client.type("sleep 1; rz\r");
      const upload = await page.next("asked");
      expect(upload.direction).toBe("upload");
      client.type("\u0003");
      await page.next("ended");
      await isUsable(client);
      expect(recordsOf(client.sessionId)).toEqual([]);
      await client.close();
    });

    it("says of a file that is broken off how much of it has passed", async () => {
      await writeFile(file("broken"), someBytes(8_000_000));
      const { client, page } = await open();
      client.type("sz broken\r");
      const transfer = await page.agree();
      const { file: number } = await page.next("offered");
      const leave = new AbortController();
      const response = await page.request(transfer, number, { signal: leave.signal });
      await response.body?.getReader().read();
      leave.abort();
      await page.next("ended");
      await isUsable(client);
      const [record] = await recorded(client.sessionId, 1);
      expect(record).toMatchObject({ state: "partial", reason: "broken_off", hash: null });
      await client.close();
    });

    it("cancels without the right, says so, and keeps it on record", async () => {
      await writeFile(file("secret"), "words");
      const { client, page } = await open(["connect"]);
      client.type("sz secret\r");
      await client.see(
        "sz was canceled: your permission does not include downloading files from this asset.",
      );
      await isUsable(client);
      client.type("sleep 1.1; rz\r");
      await client.see("rz was canceled: your permission does not include uploading files to this asset.");
      await isUsable(client);
      expect(page.news).toEqual([]);
      expect(await recorded(client.sessionId, 2)).toMatchObject([
        { operate: "download", filename: "sz", state: "failed", reason: "denied" },
        { operate: "upload", filename: "rz", state: "failed", reason: "denied" },
      ]);
      await client.close();
    });

    it("asks about the bytes a transfer begins with in a text, and sends a shell nothing it would run", async () => {
      await writeFile(file("begins"), "**\x18B00000000000000\r\x8a\x11", "latin1");
      await writeFile(file("receives"), "**\x18B0100000023be50\r\x8a\x11", "latin1");
      const { client, page } = await open();
      client.type("cat begins\r");
      await page.next("asked");
      // Whoever takes no notice of it works on.
      client.type("echo he''re\r");
      await client.see("here\r\n");
      page.answer({ transfer: page.news[0]?.transfer ?? "", act: "cancel" });
      await page.next("ended");
      await isUsable(client);

      // A script that answers as rz does, and leaves what is sent then to the shell.
      const acknowledged = headerBytes(frameType.acknowledge, Buffer.from([1, 0, 0, 0]), "binary16");
      const position = headerBytes(frameType.position, Buffer.alloc(4), "binary16");
      await writeFile(file("answers"), Buffer.concat([acknowledged, position]));
      client.type("sleep 1; cat receives; sleep 1; cat answers\r");
      const transfer = await page.agree();
      const content = Buffer.from(";touch run-by-shell;\r\ntouch run-by-line\r\n");
      const news = page.send(transfer, [
        { name: "x;touch run-by-name", size: content.length, modified: 0, content },
      ]);
      await client.see(/touch run-by-name/);
      client.type("\u0003");
      await news;
      await interrupt(client);
      await isUsable(client);
      for (const name of ["run-by-shell", "run-by-line", "run-by-name"])
        expect(existsSync(file(name))).toBe(false);
      await client.close();
    });

    it("asks the session's person alone, and lets nobody else fetch what they accept", async () => {
      await writeFile(file("mine"), "mine");
      const { client, page } = await open();
      const options = harness.clientFor(grantFor(sshd));
      const query = { type: "monitor", target_id: client.sessionId };
      const watcher = await TerminalClient.session({ ...options, transfers: true, query });
      client.type("sz mine\r");
      const transfer = await page.agree();
      const { file: number } = await page.next("offered");
      const statusOf = async (headers: Record<string, string>, method = "GET", at = number) =>
        (await page.request(transfer, at, { method, headers })).status;
      expect(await statusOf({ cookie: "" })).toBe(401);
      expect(await statusOf({ cookie: "jms_sessionid=other" })).toBe(404);
      expect(await statusOf({ origin: "https://elsewhere.example" })).toBe(403);
      expect(await statusOf({ "sec-fetch-site": "same-site" })).toBe(403);
      expect(await statusOf({}, "DELETE")).toBe(405);
      expect(await statusOf({}, "GET", number + 1)).toBe(404);
      expect(await statusOf({}, "PUT")).toBe(404);
      expect(await (await page.request(transfer, number)).text()).toBe("mine");
      await page.next("ended");
      expect(await statusOf({})).toBe(404);
      await isUsable(client);
      await watcher.see("still here");
      expect(watcher.frames.map(({ type }) => type)).not.toContain("TERMINAL_TRANSFER");
      await watcher.close();
      await client.close();
    });

    describe("with a terminal that speaks it itself", () => {
      /** Joins a program of this machine to the terminal, as a terminal with ZMODEM does. */
      async function speak(client: TerminalClient, program: string, args: string[], sent: readonly Buffer[]) {
        const cwd = file("local");
        const child = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "ignore"] });
        // It ends when it has everything, whatever the target says after that.
        child.stdin.on("error", () => undefined);
        for (const data of sent) child.stdin.write(data);
        client.onRaw = (data) => void child.stdin.write(data);
        child.stdout.on("data", (data: Buffer) => client.sendRaw(data));
        // This sz leaves out the letters it ends with; the local rz would wait for them.
        await client.see(/bytes\.\r\nready> $/);
        client.onRaw = undefined;
        child.kill();
      }

      it("follows what passes: it is on record, and neither typed nor recorded", async () => {
        const content = someBytes(300_000);
        await writeFile(file("followed-down"), content);
        await mkdir(file("local"));
        await writeFile(file("local/followed-up"), content);
        const { client } = await open(undefined, false);
        client.type("mkdir -p in; sz followed-down\r");
        await client.see("**\u0018B00");
        await speak(client, "rz", ["-y"], [Buffer.from("**\x18B00000000000000\r\x8a\x11", "latin1")]);
        await isUsable(client);
        client.type("cd in; rz -y\r");
        await client.see("**\u0018B01");
        await speak(
          client,
          "sz",
          ["followed-up"],
          [Buffer.from("**\x18B0100000023be50\r\x8a\x11", "latin1")],
        );
        await isUsable(client);
        expect(sha256(await readFile(file("local/followed-down")))).toBe(sha256(content));
        expect(sha256(await readFile(file("in/followed-up")))).toBe(sha256(content));
        expect(await recorded(client.sessionId, 2)).toMatchObject([
          { operate: "download", filename: "followed-down", state: "complete", hash: sha256(content) },
          { operate: "upload", filename: "followed-up", state: "complete", hash: sha256(content) },
        ]);
        expect(
          client.frames.filter(({ type }) => type === "TERMINAL_ACTION").map(({ data }) => data),
        ).toEqual(["ZMODEM_START", "ZMODEM_END", "ZMODEM_START", "ZMODEM_END"]);
        client.type("exit\r");
        await client.closed;
        const stored = await harness.areas.ended(client.sessionId);
        expect((await harness.replay(client.sessionId)).raw.length).toBeLessThan(5000);
        expect(stored.commands.map(({ input }) => input)).toContain("cd in; rz -y");
      });

      it("lets no line of a file reach a shell that is there in the place of rz", async () => {
        const { client } = await open(undefined, false);
        client.type("cat receives\r");
        await client.see("**\u0018B01");
        const name = headerBytes(frameType.file, Buffer.alloc(4), "binary16");
        client.sendRaw(
          Buffer.concat([
            name,
            // As no sender of ours writes it: the line breaks are bytes of the content.
            pieceBytes(Buffer.from("x\0 3"), pieceEnd.frameEndsAcknowledged, "binary16"),
            headerBytes(frameType.data, Buffer.alloc(4), "binary16"),
            pieceBytes(Buffer.from("\rtouch run-by-content\r"), pieceEnd.frameEnds, "binary16"),
          ]),
        );
        client.sendRaw(Buffer.concat([Buffer.alloc(8, 0x18), Buffer.alloc(8, 8)]));
        await client.see("x was not transferred completely");
        await interrupt(client);
        await isUsable(client);
        expect(existsSync(file("run-by-content"))).toBe(false);
        await client.close();
      });
    });
  },
);
