import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type SignInPeer, startTelnetd, telnetdMissing } from "../engine/testing/telnetd.ts";
import { zmodemText } from "../gateway/files/zmodem/texts.ts";
import {
  createTelnetTarget,
  gatewayMissing,
  isMissing,
  permit,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";
import { ZmodemTerminal } from "./zmodem-terminal.ts";

const missing = gatewayMissing() || isMissing("rz");

/** What is connected to; the gateway speaks telnet to the second, whatever the client speaks. */
const targets = [
  { protocol: "ssh", asset: "box", isMissing: false },
  { protocol: "telnet", asset: "dial", isMissing: telnetdMissing() },
];

const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");

describe.skipIf(missing)("ZMODEM with OpenSSH's client, and lrzsz at both ends", () => {
  let gateway: SshGateway;
  let peer: SignInPeer | null = null;
  let permission: string;
  let there: string;
  let here: string;
  /** Every byte and every pair of bytes that telnet means something by, and what a terminal would take for something else. */
  const content = Buffer.concat([
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    Buffer.from(Array.from({ length: 512 }, (_, at) => (at % 2 === 0 ? 0xff : at >> 1))),
    Buffer.from("\r\n\r\0\r~.\r\n\x1b[6n\x18\x18\x18\x18"),
    randomBytes(300_000),
  ]);

  beforeAll(async () => {
    gateway = await startSshGateway();
    const { folder, product, user } = gateway;
    const assets = [gateway.assetId];
    if (!telnetdMissing()) {
      peer = await startTelnetd();
      assets.push(await createTelnetTarget(product, peer));
    }
    [there, here] = [path.join(folder, "there"), path.join(folder, "here")];
    await chmod(folder, 0o755);
    const asked = `#!/bin/sh\necho '${user.password}'\n`;
    await writeFile(path.join(folder, "askpass"), asked, { mode: 0o755 });
    for (const made of [there, here]) {
      await mkdir(made);
      await chmod(made, 0o777);
    }
    // What every target of the gateway begins with grants the connection alone.
    permission = await permit(product, { users: [user.id], assets, accounts: ["@ALL"] });
  }, 60_000);
  afterAll(async () => {
    await gateway?.close();
    await peer?.stop();
  });

  async function allow(actions: readonly string[]): Promise<void> {
    const url = `perms/asset-permissions/${permission}/`;
    expect((await gateway.product.administrator.call("PATCH", url, { actions })).status).toBe(200);
  }
  async function open(protocol: string, asset: string): Promise<ZmodemTerminal> {
    const terminal = new ZmodemTerminal(
      gateway,
      `${gateway.user.username}#${protocol}#operator#${asset}@127.0.0.1`,
    );
    await terminal.see("$ ");
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
  const recordOf = (asset: string, filename: string) =>
    vi.waitFor(
      async () => {
        const { rows } = await gateway.product.database.pool.query(
          `select operate, state, reason, size::integer, sha256 from ftp_logs
          where filename = $1 and asset like $2 || '(%' and state <> 'running'`,
          [filename, asset],
        );
        expect(rows).toHaveLength(1);
        return rows[0];
      },
      { timeout: 5_000, interval: 50 },
    );

  for (const { protocol, asset, isMissing: isTargetMissing } of targets) {
    describe.skipIf(isTargetMissing)(`to a target over ${protocol}`, () => {
      it("downloads a file, which is on record with its hash", async () => {
        await allow(["connect", "upload", "download"]);
        const name = `down-${protocol}`;
        await writeFile(path.join(there, name), content, { mode: 0o644 });
        const terminal = await open(protocol, asset);
        terminal.type(`sz ${name}\n`);
        expect(await terminal.transfer("download", here, ["--binary"])).toBe(0);
        await isUsable(terminal);
        expect(sha256(await readFile(path.join(here, name)))).toBe(sha256(content));
        expect(await recordOf(asset, name)).toMatchObject({
          ...{ operate: "download", state: "complete", size: content.length, sha256: sha256(content) },
        });
        await terminal.end();
      });

      it("uploads a file, which is on record with its hash", async () => {
        await allow(["connect", "upload", "download"]);
        const name = `up-${protocol}`;
        await writeFile(path.join(here, name), content);
        const terminal = await open(protocol, asset);
        terminal.type("rz --binary\n");
        expect(await terminal.transfer("upload", here, ["--binary", name])).toBe(0);
        await isUsable(terminal);
        expect(sha256(await readFile(path.join(there, name)))).toBe(sha256(content));
        expect(await recordOf(asset, name)).toMatchObject({
          ...{ operate: "upload", state: "complete", size: content.length, sha256: sha256(content) },
        });
        await terminal.end();
      });

      it("passes nothing without the right to, says so, and leaves the shell usable", async () => {
        await allow(["connect"]);
        await writeFile(path.join(there, "kept.bin"), "not to be had", { mode: 0o644 });
        await writeFile(path.join(here, "refused.bin"), "not to be had");
        for (const [typed, told] of [
          ["sz kept.bin", zmodemText.downloadDenied.en],
          ["rz --binary", zmodemText.uploadDenied.en],
        ] as const) {
          const terminal = await open(protocol, asset);
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
          expect(await recordOf(asset, filename)).toMatchObject({ operate, state: "failed", sha256: null });
        }
      });
    });
  }
});
