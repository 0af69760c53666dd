import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import ssh2, { type Client } from "ssh2";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask, closing, finish, grantEverything, overrun, raw, run, signIn } from "./hostile-client.ts";
import { gatewayMissing, plainClient, type SshGateway, startSshGateway } from "./ssh-gateway.ts";

const megabyte = 1_048_576;

describe.skipIf(gatewayMissing())("a client of the SSH server that breaks the rules", () => {
  let gateway: SshGateway;
  beforeAll(async () => {
    gateway = await startSshGateway({
      limits: {
        unknown: 30,
        unknownFromAddress: 20,
        handshakeSeconds: 10,
        idleSeconds: 0.5,
        graceSeconds: 10,
        stepSeconds: 5,
      },
    });
  });
  afterAll(() => gateway.close());

  const others = async () => {
    const { code, stdout } = await gateway.ssh([`${gateway.direct}@127.0.0.1`, "echo alive"]);
    expect([code, stdout]).toEqual([0, "alive\n"]);
  };
  const open = () =>
    gateway.product.database.pool
      .query("select type, end_reason from sessions where not is_finished")
      .then(({ rows }) => rows);
  const nothingOpen = () => vi.waitFor(async () => expect(await open()).toEqual([]), 10_000);

  it("is shut out when it wants its bytes in packets of none", async () => {
    const client = await signIn(gateway, gateway.direct);
    const over = closing(client);
    raw(client)._protocol.session(0, 2 * megabyte, 0);
    await over;
    await others();
  });

  it("is shut out when it sends more than it was allowed to, and its session ends", async () => {
    const client = await signIn(gateway, gateway.direct);
    const over = closing(client);
    const channel = await run(client, "sleep 60");
    overrun(channel, 20 * megabyte);
    await over;
    await nothingOpen();
    await others();
  });

  it("cannot have a window overflow", async () => {
    const client = await signIn(gateway, gateway.direct);
    const over = closing(client);
    const channel = await run(client, "sleep 60");
    grantEverything(client, channel);
    grantEverything(client, channel);
    await over;
    await nothingOpen();
  });

  it.each<[string, (client: Client) => void]>([
    ["reads nothing", (client) => raw(client)._sock.pause()],
    [
      "never finishes an exchange of keys",
      (client) => {
        raw(client)._protocol.rekey();
        // It has sent its part of the beginning, and hears nothing of the answer.
        setTimeout(() => raw(client)._sock.pause(), 0);
      },
    ],
  ])("stops the flood it asked for when it allows everything and %s", async (_what, stall) => {
    const client = await signIn(gateway, gateway.direct);
    client.on("error", () => undefined);
    const counter = `/tmp/flood-${process.pid}-${Math.random().toString(36).slice(2)}`;
    const channel = await run(
      client,
      `perl -e '$|=1; my $n=0; while (1) { $n += syswrite(STDOUT, "x" x 65536); open(F, ">", "${counter}"); print F $n; close F }'`,
    );
    grantEverything(client, channel);
    await new Promise((resolve) => channel.once("data", resolve));
    stall(client);
    const sent = async () => {
      const { stdout } = await gateway.run("cat", [counter]);
      return Number(stdout);
    };
    let before = -1;
    // It flows until everything between is full, and then no further.
    await vi.waitFor(
      async () => {
        const now = await sent();
        const isStill = now === before && now > 0;
        before = now;
        expect(isStill).toBe(true);
      },
      { timeout: 20_000, interval: 1000 },
    );
    expect(before).toBeLessThan(64 * megabyte);
    await others();
    client.destroy();
    await nothingOpen();
    await gateway.run("rm", ["-f", counter]);
  });

  it("leaves no session behind when it goes while one is being opened", async () => {
    const steps: ((client: Client) => void)[] = [
      (client) => client.exec("sleep 60", () => undefined),
      (client) => client.shell(() => undefined),
      (client) => client.shell({ term: "xterm" }, () => undefined),
      (client) => client.sftp(() => undefined),
    ];
    for (let round = 0; round < 24; round += 1) {
      const client = await signIn(gateway, gateway.direct);
      client.on("error", () => undefined);
      steps[round % steps.length]?.(client);
      await sleep(round * 2);
      client.destroy();
    }
    await sleep(1000);
    await nothingOpen();
    await vi.waitFor(() => expect(gateway.gateway.sessions).toBe(0), 10_000);
    await others();
  });

  it("leaves none when only its channel goes", async () => {
    const client = await signIn(gateway, gateway.direct);
    for (let round = 0; round < 12; round += 1) {
      client.exec("sleep 60", (_error, channel) => channel?.close());
      await sleep(round * 3);
    }
    await sleep(1000);
    await nothingOpen();
    client.end();
  });

  it("has its time to sign in once, however often it tries what cannot succeed", async () => {
    const client = new ssh2.Client();
    const began = Date.now();
    const over = closing(client);
    client.connect({
      host: "127.0.0.1",
      port: gateway.port,
      username: gateway.user.username,
      readyTimeout: 60_000,
      authHandler: (_left, _partial, next) => {
        setTimeout(() => next("none" as never), 500);
        return undefined as never;
      },
    });
    await over;
    expect(Date.now() - began).toBeLessThan(16_000);
  });

  it("does not keep others out by connecting from many addresses", async () => {
    const idle = Array.from({ length: 30 }, (_none, at) =>
      connect({ host: "127.0.0.1", port: gateway.port, localAddress: `127.0.2.${at + 1}` }),
    );
    for (const socket of idle) socket.on("error", () => undefined);
    await sleep(800);
    await others();
    const crowd = Array.from({ length: 200 }, (_none, at) =>
      connect({ host: "127.0.0.1", port: gateway.port, localAddress: `127.0.3.${at + 1}` }),
    );
    for (const socket of crowd) socket.on("error", () => undefined);
    const refused = await Promise.race(
      crowd.map(
        (socket) => new Promise<string>((resolve) => socket.once("data", (said) => resolve(String(said)))),
      ),
    );
    expect(refused).toMatch(/^(SSH-2.0-|Too many connections)/);
    for (const socket of [...idle, ...crowd]) socket.destroy();
    await vi.waitFor(others, 10_000);
  });

  it("is told that its user name cannot be read, and no other name gets in", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "@",
        "#",
        "ada",
        "operator",
        "box",
        "ssh",
        "JMS-",
        "\u202e",
        "\u0000",
        "\r\n",
        "\ufffd",
        "%s",
      ),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    const names = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
      fc.nat(30_000).map((length) => "a".repeat(length)),
    );
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const { banner, isIn } = await attempt(name);
        expect(isIn).toBe(false);
        const isUnreadable = name.length > 512 || /[\p{Cc}\u202e\ufffd]/u.test(name);
        if (isUnreadable) expect(banner).toContain("Unknown username format.");
      }),
      { numRuns: 40, seed: 9 },
    );
    const { rows } = await gateway.product.database.pool.query(
      "select username from login_logs where username ~ '[[:cntrl:]]' or length(username) > 512",
    );
    expect(rows).toEqual([]);
    await others();
  });

  /** Tries a name with a password that nobody has. */
  function attempt(username: string): Promise<{ banner: string; isIn: boolean }> {
    const client = new ssh2.Client();
    let banner = "";
    let isIn = false;
    client.on("banner", (text) => {
      banner += text;
    });
    client.on("ready", () => {
      isIn = true;
      client.end();
    });
    const over = closing(client);
    client.connect({
      host: "127.0.0.1",
      port: gateway.port,
      username: username || " ",
      password: "wrong-password",
    });
    return over.then(() => ({ banner, isIn }));
  }

  it("has what it asks out of turn refused as OpenSSH does it, and all its programs go on", async () => {
    const client = await signIn(gateway, gateway.direct);
    const neighbour = await run(client, "cat");
    const channel = await run(client, "cat; exit 3");
    const answers = [
      await ask(channel, (protocol, id) => protocol.exec(id, "echo a second one", true)),
      await ask(channel, (protocol, id) => protocol.shell(id, true)),
      await ask(channel, (protocol, id) => protocol.subsystem(id, "sftp", true)),
      await ask(channel, (protocol, id) => protocol.env(id, "LANG", "C", true)),
      await ask(channel, (protocol, id) => protocol.pty(id, 24, 80, 0, 0, "xterm", null, true)),
    ];
    expect(answers).toEqual(answers.map(() => "failure"));
    expect(await finish(channel, "still here")).toEqual([3, "still here"]);
    expect(await finish(neighbour, "unharmed")).toEqual([0, "unharmed"]);
    client.end();
    await nothingOpen();
  });

  it("runs commands as long as the target takes them, and goes on after one that is longer", async () => {
    const client = await signIn(gateway, gateway.direct);
    const commandOf = (length: number) => `printf %s ${"x".repeat(length)} | wc -c`;
    expect(await finish(await run(client, commandOf(100_000)), "")).toEqual([0, "100000\n"]);
    // Linux takes no argument of that length.
    expect(await finish(await run(client, commandOf(200_000)), "")).not.toEqual([0, "200000\n"]);
    expect(await finish(await run(client, "exit 4"), "")).toEqual([4, ""]);
    client.end();
    await nothingOpen();
  });

  it("has a program that writes without end find its output closed when it reads no more", async () => {
    const ssh = `sshpass -e ssh ${plainClient.join(" ")} -o LogLevel=ERROR -p ${gateway.port}`;
    const { code, stdout } = await gateway.run(
      "sh",
      ["-c", `${ssh} '${gateway.direct}@127.0.0.1' yes | head -1`],
      {
        environment: { SSHPASS: gateway.user.password },
      },
    );
    expect([code, stdout]).toEqual([0, "y\n"]);
    await nothingOpen();
  });
});
