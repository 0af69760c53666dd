import { connect, type Socket } from "node:net";
import ssh2 from "ssh2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gatewayMissing, isMissing, type SshGateway, startSshGateway } from "./ssh-gateway.ts";

/** A generator that repeats itself, so that a failure can be looked at again. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const randomBytes = (roll: (below: number) => number, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => roll(256)));

const closed = (socket: Socket): Promise<number> => {
  const began = Date.now();
  return new Promise((resolve) => {
    socket.on("error", () => undefined);
    socket.on("data", () => undefined);
    socket.once("close", () => resolve(Date.now() - began));
  });
};

describe.skipIf(gatewayMissing())("the SSH server before anybody has signed in", () => {
  let gateway: SshGateway;

  beforeAll(async () => {
    gateway = await startSshGateway({
      trustedProxies: ["127.0.0.2"],
      algorithms: "strict",
      limits: {
        unknown: 30,
        unknownFromAddress: 20,
        handshakeSeconds: 2,
        idleSeconds: 0.5,
        graceSeconds: 10,
        stepSeconds: 5,
      },
    });
  });
  afterAll(() => gateway.close());

  const dial = (localAddress = "127.0.0.1") =>
    connect({ host: "127.0.0.1", port: gateway.port, localAddress });
  const signsIn = async () => {
    const { code, stdout, stderr } = await gateway.ssh([`${gateway.direct}@127.0.0.1`, "echo alive"]);
    expect([code, stdout, stderr]).toEqual([0, "alive\n", ""]);
  };

  it.skipIf(isMissing("ssh-audit"))(
    "offers nothing that ssh-audit calls weak",
    async () => {
      const args = ["-j", "-p", String(gateway.port), "127.0.0.1"];
      const { stdout } = await gateway.run("ssh-audit", args, { timeout: 60_000 });
      const found = JSON.parse(stdout.slice(stdout.indexOf("{"))) as Record<
        string,
        (string | { algorithm: string })[]
      >;
      const names = (kind: string) =>
        found[kind]?.map((entry) => (typeof entry === "string" ? entry : entry.algorithm));
      expect(names("kex")?.filter((name) => !name.startsWith("kex-strict"))).toEqual([
        "mlkem768x25519-sha256",
        "curve25519-sha256@libssh.org",
        "curve25519-sha256",
        "diffie-hellman-group16-sha512",
        "diffie-hellman-group18-sha512",
      ]);
      expect(names("kex")).toContain("kex-strict-s-v00@openssh.com");
      expect(names("key")).toEqual(["ssh-ed25519", "rsa-sha2-512", "rsa-sha2-256"]);
      expect(names("mac")).toEqual(["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"]);
      const { stdout: told } = await gateway.run("ssh-audit", ["-n", ...args.slice(1)], { timeout: 60_000 });
      const complaints = told.split("\n").filter((line) => /\[(fail|warn)\]/.test(line));
      // Older versions of it do not know these names.
      const unknown = /kex-strict-s-v00@openssh\.com|mlkem768x25519-sha256 .*unknown algorithm/;
      expect(complaints.filter((line) => !unknown.test(line))).toEqual([]);
    },
    150_000,
  );

  it("lets nobody wait: a client that says nothing, or never signs in, is shown out", async () => {
    expect(await closed(dial())).toBeLessThan(4000);
    const slow = dial();
    slow.write("SSH-2.0-slow\r\n");
    expect(await closed(slow)).toBeLessThan(4000);
  });

  it("takes so many from one address at a time, and others meanwhile", async () => {
    const idle = Array.from({ length: 20 }, () => dial());
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await closed(dial())).toBeLessThan(1000);
    const { code } = await gateway.ssh(["-b", "127.0.0.3", `${gateway.direct}@127.0.0.1`, "true"]);
    expect(code).toBe(0);
    await Promise.all(idle.map(closed));
    await signsIn();
  });

  it("believes a trusted proxy about the address, and nobody else", async () => {
    const seen = async (localAddress: string) => {
      const socket = dial(localAddress);
      const client = new ssh2.Client();
      socket.write("PROXY TCP4 192.0.2.77 127.0.0.1 4711 22\r\n");
      await new Promise((resolve) => {
        for (const event of ["error", "ready", "close"]) client.on(event as "ready", resolve as () => void);
        client.connect({ sock: socket, username: "ada", password: "wrong", readyTimeout: 20_000 });
      });
      client.end();
      const { rows } = await gateway.product.database.pool.query(
        "select ip from login_logs where username = 'ada' order by datetime desc limit 1",
      );
      return rows[0]?.ip;
    };
    expect(await seen("127.0.0.2")).toBe("192.0.2.77");
    expect(await seen("127.0.0.4")).not.toBe("127.0.0.4");
  });

  it("outlives what is no SSH, and what is broken SSH", async () => {
    const roll = dice(4711);
    const hello = Buffer.from("SSH-2.0-fuzz\r\n");
    for (let round = 0; round < 120; round += 1) {
      const socket = dial(`127.0.1.${1 + (round % 200)}`);
      const end = closed(socket);
      const junk = randomBytes(roll, roll(2000));
      const packet = Buffer.concat([Buffer.alloc(4), Buffer.from([roll(256), roll(256)]), junk]);
      packet.writeUInt32BE(round % 3 === 0 ? packet.length - 4 : roll(2 ** 31) * 2, 0);
      if (round % 4 !== 0) socket.write(hello);
      socket.write(round % 5 === 0 ? Buffer.alloc(20_000, "x") : packet);
      socket.end();
      await end;
    }
    await signsIn();
  });

  it("outlives broken messages of somebody who is in", async () => {
    const roll = dice(42);
    for (let round = 0; round < 25; round += 1) {
      const client = new ssh2.Client();
      const over = new Promise<void>((resolve) =>
        client.on("error", () => undefined).on("close", () => resolve()),
      );
      const { username, password } = gateway.user;
      await new Promise<void>((resolve, reject) => {
        client.once("ready", resolve).once("close", () => reject(new Error(`refused in round ${round}`)));
        client.connect({ host: "127.0.0.1", port: gateway.port, username, password, readyTimeout: 60_000 });
      });
      for (let message = 0; message < 20; message += 1) sendRaw(client, roll);
      setTimeout(() => client.destroy(), 100);
      await over;
    }
    await signsIn();
  });
});

/** Sends a message of a random kind, its body random too, past everything that would put it right. */
function sendRaw(client: ssh2.Client, roll: (below: number) => number): void {
  const { _protocol: protocol } = client as unknown as {
    _protocol: {
      _packetRW: {
        write: { allocStart: number; alloc(size: number): Buffer; finalize(packet: Buffer): Buffer };
      };
      _cipher: { encrypt(packet: Buffer): void };
    };
  };
  const kinds = [2, 4, 50, 61, 80, 81, 90, 90, 91, 93, 94, 96, 97, 98, 98, 98, 99, 100, 200];
  const names = ["session", "pty-req", "env", "exec", "shell", "signal", "window-change", "direct-tcpip"];
  const name = Buffer.from(names[roll(names.length)] ?? "");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(name.length);
  const start = Buffer.from([kinds[roll(kinds.length)] ?? 0]);
  const parts = [
    start,
    roll(2) === 0 ? Buffer.alloc(4) : randomBytes(roll, 4),
    length,
    name,
    randomBytes(roll, roll(300)),
  ];
  const body = Buffer.concat(roll(3) === 0 ? [start, ...parts.slice(2)] : parts);
  const { write } = protocol._packetRW;
  const packet = write.alloc(body.length);
  body.copy(packet, write.allocStart);
  protocol._cipher.encrypt(write.finalize(packet));
}
