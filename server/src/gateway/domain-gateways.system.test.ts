import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../engine/testing/openssh.ts";
import { TerminalClient } from "../engine/testing/terminal-client.ts";
import type { GatewayCandidate } from "../transport/ssh/gateways.ts";
import type { GrantDetails } from "./ports.ts";
import { type GatewayHarness, grantFor, startHarness } from "./testing/harness.ts";

describe.skipIf(opensshMissing() !== null)("a session through the gateways of a domain", () => {
  let target: OpenSshServer;
  let hop: OpenSshServer;
  let other: OpenSshServer;
  let harness: GatewayHarness;
  beforeAll(async () => {
    target = await startOpenSsh();
    [hop, other] = await Promise.all([startOpenSsh(), startOpenSsh({ config: ["AllowTcpForwarding no"] })]);
  });
  beforeEach(async () => {
    harness = await startHarness({ connectTimeout: 8000 });
  });
  afterEach(() => harness.close());
  afterAll(async () => {
    await Promise.all([target?.stop(), hop?.stop(), other?.stop()]);
  });

  const gateway = (server: OpenSshServer, name: string, connected = true): GatewayCandidate => ({
    id: `${name}0000000-0000-4000-8000-000000000000`,
    name,
    address: "127.0.0.1",
    port: server.port,
    connected,
    profile: "modern",
    account: {
      display: `operator(${server.username})`,
      username: server.username,
      secretType: "ssh_key",
      secret: server.privateKey,
    },
  });
  const through = (...gateways: GatewayCandidate[]): GrantDetails => ({ ...grantFor(target), gateways });
  const pinnedEndpoints = () =>
    [...harness.areas.pinned.keys()].map((endpoint) => endpoint.slice(0, 2)).sort();

  it("is carried by one of them, with the host key of each hop pinned for itself", async () => {
    const client = await TerminalClient.session(harness.clientFor(through(gateway(hop, "a"))));
    client.type("echo $SSH_CONNECTION | cut -d' ' -f4; echo thr''ough\r");
    expect(await client.see("through\r\n")).toContain(String(target.port));
    await client.close();
    expect((await harness.areas.ended(client.sessionId)).outcome?.reason).toBe("client_closed");
    expect(pinnedEndpoints()).toEqual(["22", "a0"]);
  });

  it("passes over gateways that do not answer, let nobody in, or do not forward", async () => {
    const dead = { ...gateway(hop, "b"), port: 1 };
    const shut = {
      ...gateway(hop, "c"),
      account: { ...gateway(hop, "c").account, secretType: "password", secret: "wrong" },
    };
    const last = gateway(hop, "e", false);
    const candidates = [dead, shut, gateway(other, "d"), last];
    for (let time = 0; time < 2; time += 1) {
      const client = await TerminalClient.session(harness.clientFor(through(...candidates)));
      await client.close();
      await harness.areas.ended(client.sessionId);
    }
    expect(pinnedEndpoints()).toEqual(["22", "c0", "d0", "e0"]);
  });

  it("says which gateway failed when none is left", async () => {
    const client = await TerminalClient.open(
      harness.clientFor(through({ ...gateway(hop, "a"), name: "edge", port: 1 })),
    );
    client.init({ cols: 80, rows: 24 });
    await expect(client.frame("TERMINAL_SESSION")).rejects.toThrow("Gateway edge: 127.0.0.1:1 refused");
    const [stored] = [...harness.areas.sessions.values()];
    expect((await harness.areas.ended(stored?.record.id ?? "")).failed).toBe("refused");
  });

  it("is refused when a gateway shows another key than the one pinned for it", async () => {
    const { id, address, port } = gateway(hop, "a");
    harness.areas.pinned.set(`${id} ${address} ${port}`, {
      algorithm: "ssh-ed25519",
      publicKey: "AAAA",
      fingerprint: "SHA256:other",
    });
    const client = await TerminalClient.open(harness.clientFor(through(gateway(hop, "a"))));
    client.init({ cols: 80, rows: 24 });
    await expect(client.frame("TERMINAL_SESSION")).rejects.toThrow("has changed");
    expect(harness.areas.mismatches).toMatchObject([{ offered: { fingerprint: await hop.fingerprint() } }]);
  });

  it("holds a flood back through every hop while nobody reads", async () => {
    const client = await TerminalClient.session(harness.clientFor(through(gateway(hop, "a"))));
    client.stopDrawing();
    client.type("head -c 200000000 /dev/zero | tr '\\0' x; echo do''ne\r");
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const received = client.transcript.length;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(client.transcript.length - received).toBeLessThan(100_000);
    expect(received).toBeGreaterThan(100_000);
    expect(received).toBeLessThan(4 * 1024 * 1024);
    await client.close(true);
    expect((await harness.areas.ended(client.sessionId)).outcome?.reason).toBe("client_closed");
  });

  it("ends when its gateway dies", async () => {
    const mortal = await startOpenSsh();
    try {
      const client = await TerminalClient.session(harness.clientFor(through(gateway(mortal, "a"))));
      await mortal.kill();
      await client.closed;
      expect((await harness.areas.ended(client.sessionId)).outcome?.reason).toBe("connection_lost");
    } finally {
      await mortal.stop();
    }
  });
});
