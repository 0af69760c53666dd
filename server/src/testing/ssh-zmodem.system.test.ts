import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { zmodemText } from "../gateway/files/zmodem/texts.ts";
import {
  gatewayMissing,
  isMissing,
  permit,
  plainClient,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";

const missing = gatewayMissing() || isMissing("rz");

/** What `sz` says first, and what `rz` does: a terminal that knows ZMODEM starts the other one. */
const begins = { download: "**\x18B00", upload: "**\x18B01" } as const;

/** OpenSSH's client with a terminal, in a program that hands ZMODEM to lrzsz, as terminals with ZMODEM do. */
class ZmodemTerminal {
  readonly #ssh: ChildProcessWithoutNullStreams;
  #seen = "";
  #waiting: (() => void)[] = [];
  #peer: ChildProcessWithoutNullStreams | null = null;

  constructor(gateway: SshGateway, login: string) {
    const args = [...plainClient, "-o", "LogLevel=ERROR", "-o", "EscapeChar=none"];
    const asked = { SSH_ASKPASS: path.join(gateway.folder, "askpass"), SSH_ASKPASS_REQUIRE: "force" };
    this.#ssh = spawn("ssh", [...args, "-tt", "-p", String(gateway.port), login], {
      env: { PATH: process.env.PATH, HOME: "/nonexistent", TERM: "xterm", ...asked },
    });
    this.#ssh.stdin.on("error", () => undefined);
    this.#ssh.stdout.on("data", (data: Buffer) => {
      if (this.#peer?.exitCode === null) this.#peer.stdin.write(data);
      this.#seen += data.toString("latin1");
      for (const look of this.#waiting.splice(0)) look();
    });
  }

  type(text: string): void {
    this.#seen = "";
    this.#ssh.stdin.write(text);
  }

  /** Waits for a text since something was typed. */
  async see(text: string): Promise<string> {
    const late = AbortSignal.timeout(15_000);
    while (!this.#seen.includes(text)) {
      if (late.aborted) throw new Error(`not seen: ${text}, but ${JSON.stringify(this.#seen.slice(-500))}`);
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        late.addEventListener("abort", () => resolve(), { once: true });
      });
    }
    return this.#seen;
  }

  /** Runs lrzsz on this side, from its beginning on; answers its exit status. */
  async transfer(way: keyof typeof begins, folder: string, args: readonly string[]): Promise<number | null> {
    const seen = await this.see(begins[way]);
    const peer = spawn(way === "download" ? "rz" : "sz", args, { cwd: folder });
    this.#peer = peer;
    peer.stdin.on("error", () => undefined);
    peer.stdin.write(Buffer.from(seen.slice(seen.indexOf(begins[way])), "latin1"));
    peer.stdout.on("data", (data: Buffer) => this.#ssh.stdin.write(data));
    return new Promise((resolve) => peer.once("close", resolve));
  }

  end(): Promise<unknown> {
    const gone = new Promise((resolve) => this.#ssh.once("close", resolve));
    this.#ssh.stdin.end("exit\n");
    return gone;
  }
}

const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");

describe.skipIf(missing)("ZMODEM with OpenSSH's client, and lrzsz at both ends", () => {
  let gateway: SshGateway;
  let there: string;
  let here: string;
  /** Every byte of a file is in it, and what a terminal would take for something else. */
  const content = Buffer.concat([
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    Buffer.from("\r\n~.\r\n\x1b[6n\x18\x18\x18\x18"),
    randomBytes(300_000),
  ]);

  beforeAll(async () => {
    gateway = await startSshGateway();
    [there, here] = [path.join(gateway.folder, "there"), path.join(gateway.folder, "here")];
    await chmod(gateway.folder, 0o755);
    const asked = `#!/bin/sh\necho '${gateway.user.password}'\n`;
    await writeFile(path.join(gateway.folder, "askpass"), asked, { mode: 0o755 });
    for (const folder of [there, here]) {
      await mkdir(folder);
      await chmod(folder, 0o777);
    }
    await permit(gateway.product, {
      users: [gateway.user.id],
      assets: [gateway.assetId],
      accounts: ["@ALL"],
      actions: ["connect", "upload", "download"],
    });
  }, 60_000);
  afterAll(() => gateway?.close());

  async function open(): Promise<ZmodemTerminal> {
    const terminal = new ZmodemTerminal(gateway, `${gateway.direct}@127.0.0.1`);
    await terminal.see("$");
    terminal.type(`PS1='rea''dy> '; cd ${there}\n`);
    await terminal.see("ready> ");
    return terminal;
  }
  /** Of what is typed before it, the program that restores the terminal lets nothing through. */
  async function isUsable(terminal: ZmodemTerminal): Promise<void> {
    await terminal.see("ready> ");
    terminal.type("echo still-$((40+2))\n");
    await terminal.see("still-42");
  }
  const recordOf = (filename: string) =>
    vi.waitFor(
      async () => {
        const { rows } = await gateway.product.database.pool.query(
          "select operate, state, reason, size::integer, sha256 from ftp_logs where filename = $1 and state <> 'running'",
          [filename],
        );
        expect(rows).toHaveLength(1);
        return rows[0];
      },
      { timeout: 5_000, interval: 50 },
    );

  it("downloads a file, which is on record with its hash", async () => {
    await writeFile(path.join(there, "down.bin"), content, { mode: 0o644 });
    const terminal = await open();
    terminal.type("sz down.bin\n");
    expect(await terminal.transfer("download", here, ["--binary"])).toBe(0);
    await isUsable(terminal);
    expect(sha256(await readFile(path.join(here, "down.bin")))).toBe(sha256(content));
    expect(await recordOf("down.bin")).toMatchObject({
      ...{ operate: "download", state: "complete", size: content.length, sha256: sha256(content) },
    });
    await terminal.end();
  });

  it("uploads a file, which is on record with its hash", async () => {
    await writeFile(path.join(here, "up.bin"), content);
    const terminal = await open();
    terminal.type("rz --binary\n");
    expect(await terminal.transfer("upload", here, ["--binary", "up.bin"])).toBe(0);
    await isUsable(terminal);
    expect(sha256(await readFile(path.join(there, "up.bin")))).toBe(sha256(content));
    expect(await recordOf("up.bin")).toMatchObject({
      ...{ operate: "upload", state: "complete", size: content.length, sha256: sha256(content) },
    });
    await terminal.end();
  });

  it("passes nothing without the right to, says so, and leaves the shell usable", async () => {
    const { administrator } = gateway.product;
    const { body } = await administrator.call("GET", "perms/asset-permissions/?limit=10");
    for (const { id } of body.results) {
      const changed = await administrator.call("PATCH", `perms/asset-permissions/${id}/`, {
        actions: ["connect"],
      });
      expect(changed.status).toBe(200);
    }
    await writeFile(path.join(there, "kept.bin"), "not to be had", { mode: 0o644 });
    await writeFile(path.join(here, "refused.bin"), "not to be had");
    for (const [typed, told] of [
      ["sz kept.bin", zmodemText.downloadDenied.en],
      ["rz --binary", zmodemText.uploadDenied.en],
    ] as const) {
      const terminal = await open();
      terminal.type(`${typed}\n`);
      await terminal.see(told);
      await isUsable(terminal);
      await terminal.end();
    }
    expect(await readdir(there)).not.toContain("refused.bin");
    // Its name is not known when it is refused.
    for (const [filename, operate] of [
      ["sz", "download"],
      ["rz", "upload"],
    ] as const) {
      expect(await recordOf(filename)).toMatchObject({ operate, state: "failed", sha256: null });
    }
  });
});
