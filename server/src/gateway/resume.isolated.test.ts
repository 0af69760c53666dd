import { access, chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../engine/testing/openssh.ts";
import { TerminalClient } from "../engine/testing/terminal-client.ts";
import { type GatewayHarness, grantFor, startHarness } from "./testing/harness.ts";

const missing = opensshMissing();
const size = { cols: 80, rows: 24 };

/** A terminal that can be taken up again. */
type Resumable = TerminalClient & { readonly sessionId: string };

describe.skipIf(missing !== null)("a session that outlives its socket", () => {
  let sshd: OpenSshServer;
  let harness: GatewayHarness;

  beforeAll(async () => {
    sshd = await startOpenSsh();
    harness = await startHarness({ guardInterval: 50 });
  });
  afterAll(async () => {
    await harness?.close();
    await sshd?.stop();
  });
  beforeEach(() => {
    harness.areas.keepMinutes = 5;
    harness.areas.permitted = true;
    harness.areas.signedIn = true;
  });

  const open = (): Promise<Resumable> =>
    TerminalClient.session({ ...harness.clientFor(grantFor(sshd)), resumable: true }, size);

  async function takeUp(
    sessionId: string,
    secret: string,
    change: { cookie?: string; origin?: string; from?: string; size?: typeof size } = {},
  ): Promise<TerminalClient> {
    const { cookie = "jms_sessionid=valid", origin = harness.url, from = "127.0.0.1" } = change;
    const client = await TerminalClient.open({
      url: harness.url,
      token: "",
      query: { type: "resume", target_id: sessionId },
      headers: { cookie, origin, "x-forwarded-for": from },
      resumable: true,
    });
    client.init(change.size ?? size, secret);
    return client;
  }

  /** What is said to somebody who cannot take it up. */
  async function refusal(...asked: Parameters<typeof takeUp>): Promise<string> {
    const client = await takeUp(...asked);
    const said = await client.frame("TERMINAL_SESSION").then(
      () => "taken up",
      (error: Error) => error.message,
    );
    await client.closed;
    return said;
  }

  /** The process at the far end. */
  async function shellOf(client: TerminalClient): Promise<string> {
    client.clear();
    client.type("echo pid''=$$.\r");
    const [, id = ""] = /pid=(\d+)\./.exec(await client.see(/pid=\d+\./)) ?? [];
    return id;
  }

  const detached = (count: number) =>
    vi.waitFor(
      () =>
        expect(harness.areas.watchEvents.filter((event) => event === "detached Ada(ada)")).toHaveLength(
          count,
        ),
      { timeout: 10_000 },
    );

  it("goes on in the same process, with the screen as it is, recorded throughout", async () => {
    const first = await open();
    const { secret, seconds } = await first.resumption();
    expect(seconds).toBe(300);
    const shell = await shellOf(first);
    harness.areas.watchEvents.length = 0;
    first.type("sleep 0.3; echo meanwh''ile; touch -- /dev/null; echo at''tached\r");
    await first.see("touch --");
    await first.close(true);
    await detached(1);
    // Written while nobody looked: seen on the screen that is drawn again.
    await vi.waitFor(
      async () => expect((await harness.replay(first.sessionId)).cast).toContain("meanwhile"),
      {
        timeout: 10_000,
      },
    );
    const second = await takeUp(first.sessionId, secret, { size: { cols: 100, rows: 30 } });
    await second.see("meanwhile");
    expect(await shellOf(second)).toBe(shell);
    second.type("stty size\r");
    await second.see("30 100");
    expect(harness.areas.watchEvents).toEqual(["detached Ada(ada)", "reattached Ada(ada)"]);
    second.type("exit\r");
    expect(await second.closed).toBe(1000);
    const stored = await harness.areas.ended(first.sessionId);
    expect(stored.outcome?.reason).toBe("target_closed");
    expect((await harness.replay(first.sessionId)).raw.toString()).toContain("30 100");
  });

  it("moves away from a socket that still stands, which is told", async () => {
    const first = await open();
    const { secret } = await first.resumption();
    const shell = await shellOf(first);
    const second = await takeUp(first.sessionId, secret);
    await first.closed;
    expect(first.frames.at(-2)).toMatchObject({
      type: "TERMINAL_ERROR",
      err: "This session was continued in another window.",
    });
    expect(await shellOf(second)).toBe(shell);
    second.send("CLOSE");
    await second.closed;
    expect((await harness.areas.ended(first.sessionId)).outcome?.reason).toBe("client_closed");
  });

  it("refuses a secret that was used, is wrong, or is somebody else's or another page's", async () => {
    const first = await open();
    const { secret } = await first.resumption();
    const refused =
      "This session cannot be continued here. It has ended, or was continued in another window.";
    expect(await refusal(first.sessionId, "wrong")).toBe(refused);
    expect(await refusal(first.sessionId, "")).toBe(refused);
    expect(await refusal("nonsense", secret)).toBe(refused);
    expect(await refusal(first.sessionId, secret, { cookie: "jms_sessionid=other" })).toBe(refused);
    expect(await refusal(first.sessionId, secret, { origin: "https://sallyport.example" })).toBe(refused);
    await expect(takeUp(first.sessionId, secret, { origin: "https://evil.example" })).rejects.toThrow("403");
    await expect(takeUp(first.sessionId, secret, { cookie: "" })).rejects.toThrow("401");
    const [one, other] = await Promise.all([
      takeUp(first.sessionId, secret),
      takeUp(first.sessionId, secret),
    ]);
    const said = await Promise.allSettled([one, other].map((client) => client.frame("TERMINAL_SESSION")));
    expect(said.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await refusal(first.sessionId, secret)).toBe(refused);
    const winner = said[0]?.status === "fulfilled" ? one : other;
    expect((await winner.resumption()).secret).not.toBe(secret);
    winner.send("CLOSE");
    await winner.closed;
  });

  it("is asked of the access rules where somebody comes back from another address", async () => {
    const [first, second] = [await open(), await open()];
    harness.areas.refusedAddress = "192.0.2.66";
    const { secret } = await first.resumption();
    expect(await refusal(first.sessionId, secret, { from: "192.0.2.66" })).toContain("cannot be continued");
    const back = await takeUp(second.sessionId, (await second.resumption()).secret, { from: "192.0.2.7" });
    await back.frame("TERMINAL_SESSION");
    for (const client of [first, back]) {
      client.send("CLOSE");
      await client.closed;
    }
  });

  it("ends when nobody comes back in time, and a secret that is late is refused", async () => {
    harness.areas.keepMinutes = 0.005;
    const first = await open();
    const { secret } = await first.resumption();
    await first.close(true);
    expect((await harness.areas.ended(first.sessionId)).outcome?.reason).toBe("client_closed");
    expect(await refusal(first.sessionId, secret)).toContain("cannot be continued");
  });

  it("is not kept where policy says so, nor for clients that did not ask", async () => {
    harness.areas.keepMinutes = 0;
    const off = await open();
    await off.see("$");
    await off.close(true);
    expect((await harness.areas.ended(off.sessionId)).outcome?.reason).toBe("client_closed");
    expect(off.frames.some(({ type }) => type === "TERMINAL_RESUME")).toBe(false);
    harness.areas.keepMinutes = 5;
    const plain = await TerminalClient.session(harness.clientFor(grantFor(sshd)), size);
    expect(plain.protocol).toBe("sallyport-ack.v1");
    await plain.see("$");
    await plain.close(true);
    expect((await harness.areas.ended(plain.sessionId)).outcome?.reason).toBe("client_closed");
    expect(plain.frames.some(({ type }) => type === "TERMINAL_RESUME")).toBe(false);
  });

  it("is killed, locked and ended by its limits while nobody is at it", async () => {
    const killed = await open();
    await killed.resumption();
    await killed.close(true);
    harness.areas.command({ sessionId: killed.sessionId, action: "kill", by: "Root", reason: "" });
    expect((await harness.areas.ended(killed.sessionId)).outcome?.reason).toBe("terminated");

    const locked = await open();
    const { secret } = await locked.resumption();
    harness.areas.watchEvents.length = 0;
    await locked.close(true);
    await detached(1);
    harness.areas.command({ sessionId: locked.sessionId, action: "lock", by: "Root", reason: "" });
    const back = await takeUp(locked.sessionId, secret);
    expect(JSON.parse((await back.frame("TERMINAL_SESSION_PAUSE")).data)).toEqual({ user: "Root" });
    back.type("echo ty''ped\r");
    back.send("PING");
    await back.frame("PONG");
    harness.areas.command({ sessionId: locked.sessionId, action: "unlock", by: "Root", reason: "" });
    await back.frame("TERMINAL_SESSION_RESUME");
    await shellOf(back);
    expect(back.transcript.toString()).not.toContain("typed");
    const { secret: next } = await back.resumption();
    harness.areas.permitted = false;
    expect(await refusal(locked.sessionId, next)).toContain("cannot be continued");
    expect((await harness.areas.ended(locked.sessionId)).outcome?.reason).toBe("permission_revoked");
  });

  it("keeps a flood in bounds while nobody reads it", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "flood-"));
    const done = path.join(folder, "done");
    await chmod(folder, 0o777);
    const first = await open();
    const { secret } = await first.resumption();
    first.stopDrawing();
    first.type(`head -c 120000000 /dev/zero | tr '\\0' x; echo; touch ${done}; echo flood is ov''er\r`);
    await first.see("xxxx");
    harness.areas.watchEvents.length = 0;
    await first.close(true);
    await detached(1);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    await vi.waitFor(
      async () => {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
        await access(done);
      },
      { timeout: 40_000, interval: 5 },
    );
    // Far less than what was written; what the collector has not taken yet is in it.
    expect(most).toBeLessThan(64 * 1024 * 1024);
    const second = await takeUp(first.sessionId, secret);
    await second.see("flood is over");
    // The screen, and what was still under way when the command said that it was done.
    expect(second.received).toBeLessThan(16 * 1024 * 1024);
    second.send("CLOSE");
    await second.closed;
    await rm(folder, { recursive: true });
  });
});
