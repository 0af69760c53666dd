import type { ClientChannel } from "ssh2";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { literal } from "../../engine/i18n/messages.ts";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../../engine/testing/openssh.ts";
import { GatewayHealth } from "../../transport/ssh/index.ts";
import { TargetFailure } from "../../transport/targets/index.ts";
import type { ConnectionGrant, GrantDetails } from "../ports.ts";
import { grantFor, MemoryAreas } from "../testing/harness.ts";
import { LinkPool, type PooledChannel } from "./link-pool.ts";

describe.skipIf(opensshMissing() !== null)("a pool of connections to targets", () => {
  let sshd: OpenSshServer;
  const { hostKeys } = new MemoryAreas().ports;

  beforeAll(async () => {
    sshd = await startOpenSsh({ config: ["MaxSessions 2", "Banner /etc/hostname"] });
  });
  afterAll(() => sshd?.stop());

  const details = (change?: Parameters<typeof grantFor>[1]): GrantDetails =>
    grantFor({ ...sshd, password: "" }, change);

  /** A channel on which `cat` waits for its input to end, unless another command runs there. */
  function open(
    pool: LinkPool,
    grant: GrantDetails,
    more: { signal?: AbortSignal; onBanner?: (text: string) => void; command?: string } = {},
  ): Promise<PooledChannel<ClientChannel>> {
    const { command = "cat", ...events } = more;
    // The pool looks at what a grant says; that it is one is the session's business.
    const options = {
      grant: grant as ConnectionGrant,
      sessionId: "00000000-0000-0000-0000-000000000001",
      hostKeys,
      health: new GatewayHealth(),
      timeout: 10_000,
    };
    return pool.open<ClientChannel>(options, {
      signal: new AbortController().signal,
      isSession: true,
      switches: true,
      open: (client, opened) => client.exec(command, opened),
      failure: (why) => new TargetFailure(why, literal(why)),
      drained: () => undefined,
      misbehaved: () => undefined,
      ...events,
    });
  }
  const close = ({ channel, leave }: PooledChannel<ClientChannel>) => {
    channel.close();
    channel.resume();
    leave();
  };
  const ended = ({ client }: PooledChannel) =>
    new Promise<void>((resolve) => client.once("close", () => resolve()));

  it("keeps a connection for a while after its last channel, and no longer", async () => {
    const pool = new LinkPool(300);
    const first = await open(pool, details());
    close(first);
    const second = await open(pool, details());
    expect(second.client).toBe(first.client);
    const over = ended(second);
    const since = Date.now();
    close(second);
    await over;
    expect(Date.now() - since).toBeGreaterThanOrEqual(290);
    const third = await open(pool, details());
    expect(third.client).not.toBe(second.client);
    close(third);
    pool.close();
  });

  it("ends it at once where sharing is off, the permission is over, it is in doubt, or the client has gone", async () => {
    const hour = 3_600_000;
    const permitted = (until: number) => ({ ...details(), permissionExpires: new Date(Date.now() + until) });
    const none = await open(new LinkPool(0), details());
    const over = await open(new LinkPool(hour), permitted(-1));
    const [doubted, gone] = [new LinkPool(hour), new LinkPool(hour)];
    const [inDoubt, left] = [await open(doubted, permitted(hour)), await open(gone, permitted(hour))];
    doubted.doubt();
    gone.close();
    for (const used of [none, over, inDoubt, left]) {
      expect(used.channel.writable).toBe(true);
      const end = ended(used);
      close(used);
      await end;
    }
  });

  it("shares nothing between decisions that differ in who signs in where, or how", async () => {
    const pool = new LinkPool(60_000);
    const base = details();
    const switchFrom = { method: "su", name: "other", username: sshd.username, secretType: "ssh_key" };
    const others = [
      details({ asset: { id: "44444444-4444-4444-8444-444444444444" } }),
      details({ asset: { address: "localhost" } }),
      details({ asset: { sshProfile: "legacy" } }),
      details({ account: { id: "55555555-5555-4555-8555-555555555555" } }),
      details({ account: { secret: sshd.encryptedKey.key, passphrase: sshd.encryptedKey.passphrase } }),
      details({ account: { switchFrom: { ...switchFrom, secret: sshd.privateKey } } }),
      details({ account: { switchFrom: { ...switchFrom, method: "sudo", secret: sshd.privateKey } } }),
    ];
    const seen = new Set<unknown>();
    for (const grant of [base, ...others]) {
      const used = await open(pool, grant);
      expect(seen.has(used.client)).toBe(false);
      seen.add(used.client);
      // What does not concern the sign-in is decided about each channel alone.
      const alike = await open(pool, {
        ...grant,
        tokenId: null,
        protocol: "sftp",
        actions: ["connect", "upload"],
      });
      expect(alike.client).toBe(used.client);
      for (const one of [used, alike]) close(one);
    }
    pool.close();
  });

  it("asks again elsewhere for what one connection does not take, and only for that", async () => {
    const pool = new LinkPool(60_000);
    const five = await Promise.all(Array.from({ length: 5 }, () => open(pool, details())));
    const clients = five.map(({ client }) => client);
    expect(new Set(clients).size).toBe(3);
    for (const one of five) close(one);
    pool.close();
    const closed = await startOpenSsh({ config: ["MaxSessions 0"] });
    try {
      const none = grantFor({ ...closed, password: "" });
      await expect(open(new LinkPool(0), none)).rejects.toMatchObject({ code: "refused" });
      const together = await Promise.allSettled([1, 2, 3].map(() => open(pool, none)));
      expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    } finally {
      await closed.stop();
    }
  });

  it("fails everybody who waits when the sign-in fails, and begins anew for the next", async () => {
    const pool = new LinkPool(60_000);
    const wrong = details({ account: { secretType: "password", secret: "wrong" } });
    const failed = await Promise.allSettled([open(pool, wrong), open(pool, wrong)]);
    for (const one of failed) expect(one).toMatchObject({ reason: { code: "authentication_failed" } });
    await expect(open(pool, wrong)).rejects.toMatchObject({ code: "authentication_failed" });
    const used = await open(pool, details());
    close(used);
    pool.close();
  });

  it("lets one of those who wait give up, and shows each what the server says first", async () => {
    const pool = new LinkPool(60_000);
    const giveUp = new AbortController();
    const said: string[] = [];
    const impatient = open(pool, details(), { signal: giveUp.signal });
    const patient = open(pool, details(), { onBanner: (text) => said.push(`patient ${text}`) });
    giveUp.abort();
    await expect(impatient).rejects.toMatchObject({ code: "stopped" });
    const used = await patient;
    const late = await open(pool, details(), { onBanner: (text) => said.push(`late ${text}`) });
    expect(said.map((text) => text.split(" ")[0])).toEqual(["patient", "late"]);
    expect(said[0]?.slice("patient ".length)).toBe(said[1]?.slice("late ".length));
    for (const one of [used, late]) close(one);
    pool.close();
  });

  it("counts a channel the server has not closed yet", async () => {
    const pool = new LinkPool(60_000);
    const stuck = await open(pool, details());
    // It goes on where it has no terminal that could end it.
    const deaf = await open(pool, details(), { command: "exec sleep 2" });
    expect(deaf.client).toBe(stuck.client);
    close(deaf);
    const next = await open(pool, details());
    expect(next.client).not.toBe(stuck.client);
    await vi.waitFor(
      async () => {
        const again = await open(pool, details());
        const isFirst = again.client === stuck.client;
        close(again);
        expect(isFirst).toBe(true);
      },
      { timeout: 60_000, interval: 500 },
    );
    for (const one of [stuck, next]) close(one);
    pool.close();
  });
});
