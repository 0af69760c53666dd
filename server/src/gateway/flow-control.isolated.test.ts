import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../engine/testing/openssh.ts";
import { TerminalClient } from "../engine/testing/terminal-client.ts";
import { type GatewayHarness, grantFor, startHarness } from "./testing/harness.ts";

const missing = opensshMissing();
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const megabytes = () => process.memoryUsage().rss / 1024 / 1024;

describe.skipIf(missing !== null)("flow control against a real OpenSSH server", () => {
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

  const open = (options: { acknowledge?: boolean; keep?: boolean } = {}) =>
    TerminalClient.session({ ...harness.clientFor(grantFor(sshd)), ...options });

  it("interrupts a flood with Ctrl-C", async () => {
    const client = await open({ keep: false });
    client.type("yes\r");
    await sleep(1500);
    expect(client.received).toBeGreaterThan(1_000_000);
    const pressed = performance.now();
    client.type("\u0003");
    client.type("echo qu''iet\r");
    await client.see("quiet\r\n", 5000);
    expect(performance.now() - pressed).toBeLessThan(2000);
    await client.close();
  });

  for (const [name, acknowledge, stall] of [
    ["draws nothing", true, "stopDrawing"],
    ["reads nothing, with acknowledgements", true, "stopReading"],
    ["reads nothing, without acknowledgements", false, "stopReading"],
  ] as const) {
    it(`stays small while the page ${name}, and loses nothing`, async () => {
      const client = await open({ acknowledge, keep: false });
      client.type("yes\r");
      await sleep(500);
      client[stall]();
      await sleep(500);
      const before = megabytes();
      const received = client.received;
      await sleep(5000);
      expect(megabytes() - before).toBeLessThan(100);
      expect(client.received - received).toBeLessThan(1024 * 1024);
      if (stall === "stopReading") client.readAgain();
      else client.drawAgain();
      client.type("\u0003");
      client.type("echo qu''iet\r");
      await client.see("quiet\r\n", 10_000);
      await client.close();
    });
  }

  it("carries large output unchanged, to the page and to the recording", async () => {
    const client = await open();
    client.type("stty -onlcr -echo; PS1=; head -c 20000000 /dev/urandom | base64; echo do''ne.\r");
    // The full stop is no character of base64: one run in fifty has a line that ends with the word alone.
    await client.see("done.\n", 60_000);
    await client.close();
    await harness.areas.ended(client.sessionId);
    const shown = client.transcript;
    const { raw } = await harness.replay(client.sessionId);
    const greeting = shown.indexOf("\n", 2) + 1;
    expect(raw.length).toBeGreaterThan(26_000_000);
    expect(raw.equals(shown.subarray(greeting))).toBe(true);
  });

  it("takes a paste larger than every window into a program that answers", async () => {
    const client = await open();
    client.type("stty raw -echo; PS1=; head -c 16000000 | tr x y; stty sane; echo do''ne\r");
    await sleep(500);
    client.clear();
    const before = client.received;
    for (let sent = 0; sent < 16_000_000; sent += 62_500) client.type("x".repeat(62_500));
    await client.see("done", 60_000);
    expect(client.received - before).toBeGreaterThanOrEqual(16_000_000);
    await client.close();
  });
});
