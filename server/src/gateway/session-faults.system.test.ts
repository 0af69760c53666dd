import { readdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import ssh2 from "ssh2";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../engine/testing/openssh.ts";
import { smallDisk } from "../engine/testing/small-disk.ts";
import { TerminalClient } from "../engine/testing/terminal-client.ts";
import { type GatewayHarness, grantFor, startHarness } from "./testing/harness.ts";

describe.skipIf(opensshMissing() !== null)("a session in trouble", () => {
  let sshd: OpenSshServer;
  let harness: GatewayHarness;
  beforeAll(async () => {
    sshd = await startOpenSsh();
    harness = await startHarness();
  });
  afterAll(async () => {
    await harness?.close();
    await sshd?.stop();
  });

  it("is finished when the browser goes away without a word", async () => {
    const client = await TerminalClient.session(harness.clientFor(grantFor(sshd)));
    await client.close(true);
    expect((await harness.areas.ended(client.sessionId)).outcome?.reason).toBe("client_closed");
    expect(harness.gateway.sessions).toBe(0);
  });

  it("is stored as failed when the browser goes away while connecting", async () => {
    const server = new ssh2.Server({ hostKeys: [sshd.privateKey] }, (client) =>
      client.on("error", () => undefined),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const client = await TerminalClient.open(harness.clientFor(grantFor({ ...sshd, port })));
    client.init({ cols: 80, rows: 24 });
    await client.see("Connecting to");
    await client.close(true);
    const stored = [...harness.areas.sessions.values()].at(-1);
    expect((await harness.areas.ended(stored?.record.id ?? "")).failed).toBe("client_closed");
    await expect(harness.replay(stored?.record.id ?? "")).rejects.toThrow("ENOENT");
    server.close();
  });

  it("does not lose its end when storing fails for a while", async () => {
    const { finish } = harness.areas.ports.sessions;
    let failures = 2;
    harness.areas.ports.sessions.finish = async (id, outcome) => {
      failures -= 1;
      if (failures >= 0) throw new Error("database away");
      await finish(id, outcome);
    };
    const client = await TerminalClient.session(harness.clientFor(grantFor(sshd)));
    await client.close();
    expect((await harness.areas.ended(client.sessionId)).outcome?.reason).toBe("client_closed");
    harness.areas.ports.sessions.finish = finish;
  });

  it("shows a general text for a fault, and nothing of the fault; no recording is left", async () => {
    const recordings = async () =>
      (await readdir(harness.dataFolder, { recursive: true })).filter((name) => name.endsWith(".rec"));
    const before = await recordings();
    const { open } = harness.areas.ports.sessions;
    harness.areas.ports.sessions.open = async () => {
      throw new Error("relation sessions does not exist");
    };
    const client = await TerminalClient.open(harness.clientFor(grantFor(sshd)));
    client.init({ cols: 80, rows: 24 });
    await expect(client.frame("TERMINAL_SESSION")).rejects.toThrow("error in the gateway");
    await client.closed;
    expect(JSON.stringify(client.frames)).not.toContain("relation");
    await vi.waitFor(async () => expect(await recordings()).toEqual(before));
    harness.areas.ports.sessions.open = open;
  });

  it("ends when the disk of the recordings is full, rather than run unrecorded", async ({ skip }) => {
    const disk = smallDisk("512k");
    if (disk === null) return skip("no small file system can be mounted here");
    const full = await startHarness({ dataFolder: disk.folder });
    try {
      const client = await TerminalClient.session(full.clientFor(grantFor(sshd)));
      client.type("head -c 20000000 /dev/urandom | base64\r");
      await client.see("can no longer be recorded");
      await client.closed;
      const { outcome } = await full.areas.ended(client.sessionId);
      expect(outcome).toMatchObject({ reason: "recording_failed", hasReplay: true, recording: null });
      expect((await full.replay(client.sessionId)).raw.length).toBeGreaterThan(100_000);
      const next = await TerminalClient.open(full.clientFor(grantFor(sshd)));
      next.init({ cols: 80, rows: 24 });
      await expect(next.frame("TERMINAL_SESSION")).rejects.toThrow("can no longer be recorded");
    } finally {
      await full.close();
      disk.remove();
    }
  });

  it("is ended by a target that ignores the flow control", async () => {
    const server = new ssh2.Server({ hostKeys: [sshd.privateKey] }, (connection) => {
      connection.on("error", () => undefined);
      connection.on("authentication", (context) => context.accept());
      connection.on("session", (accept) => {
        const session = accept();
        session.on("pty", (acceptPty) => acceptPty?.());
        session.on("shell", (acceptShell) => {
          const channel = acceptShell();
          const { outgoing } = channel as unknown as { outgoing: { window: number } };
          const flood = () => {
            outgoing.window = 2 ** 31;
            for (let at = 0; at < 10; at += 1) channel.write(Buffer.alloc(30_001, "x"));
            setTimeout(flood, 5).unref();
          };
          setTimeout(flood, 300);
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const client = await TerminalClient.session(
      harness.clientFor(
        grantFor({ ...sshd, port }, { asset: { id: "66666666-6666-4666-8666-666666666666" } }),
      ),
    );
    client.stopDrawing();
    await client.see("more data than allowed");
    await client.closed;
    expect((await harness.areas.ended(client.sessionId)).outcome?.reason).toBe("target_misbehaved");
    server.close();
  });

  it("speaks the charset chosen for the target, and records its raw bytes", async () => {
    const grant = { ...grantFor(sshd), connectOptions: { charset: "gbk" } };
    const client = await TerminalClient.session(harness.clientFor(grant));
    client.type(
      "stty -echo; PS1=; echo rea''dy; read x; echo \"$x\" | od -An -tx1; echo -e '\\xc4\\xe3\\xba\\xc3'\r",
    );
    await client.see("ready\r\n");
    client.type("世界\r");
    expect(await client.see("你好")).toContain("ca c0 bd e7");
    await client.close();
    await harness.areas.ended(client.sessionId);
    const { raw, cast } = await harness.replay(client.sessionId);
    expect(raw.includes(Buffer.from([0xc4, 0xe3, 0xba, 0xc3]))).toBe(true);
    expect(cast).toContain("你好");
  });
});
