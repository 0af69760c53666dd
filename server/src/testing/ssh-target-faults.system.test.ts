import type { ServerChannel } from "ssh2";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { packet, packetType, string, uint32 } from "../gateway/files/sftp/packets.ts";
import { overrun } from "./hostile-client.ts";
import { type HostileTarget, type Hostility, servingSftp, startHostileTarget } from "./hostile-target.ts";
import { gatewayMissing, isMissing, plainClient, type SshGateway, startSshGateway } from "./ssh-gateway.ts";

const megabyte = 1_048_576;
const version = packet(packetType.version, null, uint32(3));

describe.skipIf(gatewayMissing() || isMissing("sftp"))("a target that breaks the rules", () => {
  let gateway: SshGateway;
  const targets: HostileTarget[] = [];
  beforeAll(async () => {
    gateway = await startSshGateway({ connectTimeout: 5000 });
  });
  afterEach(() => {
    for (const target of targets.splice(0)) target.close();
  });
  afterAll(() => gateway.close());

  const start = async (how: Hostility) => {
    const target = await startHostileTarget(gateway, how);
    targets.push(target);
    return target;
  };
  const exec = (target: HostileTarget) =>
    gateway.ssh([`${target.direct}@127.0.0.1`, "anything"], { timeout: 60_000 });
  const sftp = (target: HostileTarget, commands: string) =>
    gateway.run(
      "sshpass",
      [
        ...["-e", "sftp", ...plainClient, "-o", "BatchMode=no", "-P", String(gateway.port), "-b", "-"],
        `${target.direct}@127.0.0.1`,
      ],
      { environment: { SSHPASS: gateway.user.password }, input: commands, timeout: 60_000 },
    );
  const ended = async (reason: string) => {
    const session = await gateway.lastSession();
    expect(session.end_reason).toBe(reason);
    await vi.waitFor(() => expect(gateway.gateway.sessions).toBe(0), 5000);
  };
  const others = async () => {
    const { code } = await gateway.ssh([`${gateway.direct}@127.0.0.1`, "true"]);
    expect(code).toBe(0);
  };

  it("is not waited for when it never begins what was asked for", async () => {
    const target = await start({ session: (session) => session.on("exec", () => undefined) });
    const { code, stderr } = await exec(target);
    expect(code).toBe(255);
    expect(stderr).toMatch(/did not respond|no answer|5 s/i);
    await ended("timeout");
  });

  it("is cut off when it wants its bytes in packets of none", async () => {
    const target = await start({
      connection: (connection) => {
        const { _protocol: protocol } = connection as unknown as {
          _protocol: { channelOpenConfirm(...numbers: number[]): void };
        };
        const confirm = protocol.channelOpenConfirm.bind(protocol);
        protocol.channelOpenConfirm = (remote = 0, local = 0, window = 0) =>
          confirm(remote, local, window, 0);
      },
      session: (session) => session.on("exec", (accept) => void accept()),
    });
    const { code } = await exec(target);
    expect(code).toBe(255);
    await others();
  });

  it.each(["its output", "its second stream"])(
    "is cut off when it sends more than it was allowed to as %s",
    async (which) => {
      const target = await start({
        session: (session) =>
          session.on("exec", (accept) => {
            const channel = accept() as ServerChannel;
            channel.on("error", () => undefined);
            if (which === "its output") {
              overrun(channel as never, 40 * megabyte);
              return;
            }
            const { outgoing } = channel as unknown as { outgoing: { window: number } };
            for (let sent = 0; sent < 40 * megabyte; sent += 32_000) {
              outgoing.window = 2 ** 31;
              channel.stderr.write(Buffer.alloc(32_000, "x"));
            }
          }),
      });
      const { code, stderr } = await exec(target);
      expect(code).toBe(255);
      expect(stderr.slice(-200)).toContain("sent more data than allowed");
      await ended("target_misbehaved");
      await others();
    },
  );

  it.each<[string, (channel: ServerChannel) => void]>([
    ["says nothing", () => undefined],
    ["speaks another protocol", (channel) => channel.write("Welcome to this machine!\r\n")],
    ["announces a packet of two gigabytes", (channel) => channel.write(uint32(0x7fff_ffff))],
    ["answers what nobody asked", (channel) => channel.write(packet(packetType.data, 7, string("x")))],
    [
      "greets with extensions without end",
      (channel) => {
        const many = Array.from({ length: 20_000 }, () => Buffer.concat([string("x"), string("y")]));
        channel.write(packet(packetType.version, null, uint32(3), ...many).subarray(0, 100_000));
      },
    ],
  ])("has its files refused with a reason when it %s", async (_what, serve) => {
    const target = await start({ session: servingSftp(serve) });
    const { code, stderr } = await sftp(target, "ls\n");
    expect(code).not.toBe(0);
    expect(stderr).toContain("sent an invalid SFTP response");
    await ended("target_misbehaved");
  });

  it.each<[string, (id: number) => Buffer]>([
    ["with another number", (id) => packet(packetType.handle, id + 77, string("h"))],
    ["of another kind", (id) => packet(packetType.data, id, string("x"))],
    ["too long to be one", () => uint32(0x4000_0000)],
  ])("is cut off in the middle when it sends an answer %s", async (_what, answer) => {
    const target = await start({
      session: servingSftp((channel) =>
        channel.on("data", (data: Buffer) => {
          const type = data[4];
          if (type === packetType.init) channel.write(version);
          else if (type === packetType.realpath) channel.write(nameOf(data.readUInt32BE(5), "/home"));
          else channel.write(answer(data.readUInt32BE(5)));
        }),
      ),
    });
    const { code, stderr } = await sftp(target, "ls\n");
    expect(code).not.toBe(0);
    expect(stderr).toContain("sent an invalid SFTP response");
    await ended("target_misbehaved");
  });

  it("is cut off when it floods with answers nobody asked for", async () => {
    const target = await start({
      session: servingSftp((channel) => {
        channel.write(version);
        const flood = () => {
          for (let at = 0; at < 50; at += 1)
            channel.write(packet(packetType.data, at, string(Buffer.alloc(30_000))));
          if (channel.writable) setTimeout(flood, 5).unref();
        };
        flood();
        channel.on("error", () => undefined);
      }),
    });
    const { code } = await sftp(target, "ls\n");
    expect(code).not.toBe(0);
    await gateway.lastSession();
    await others();
  });

  it("lists a folder without an end no further than can be, and nothing that leads elsewhere", async () => {
    let lists = 0;
    const target = await start({
      session: servingSftp((channel) => {
        channel.on("error", () => undefined);
        channel.on("data", (data: Buffer) => {
          for (const [type, id] of requests(data)) {
            if (type === packetType.init) channel.write(version);
            else if (type === packetType.opendir) channel.write(packet(packetType.handle, id, string("h")));
            else if (type === packetType.readdir) {
              lists += 1;
              channel.write(nameOf(id, lists === 1 ? "fine\u001b[2J" : "../../escape"));
            } else if (type === packetType.realpath) channel.write(nameOf(id, "/home"));
            else channel.write(packet(packetType.attributes, id, uint32(4), uint32(0o40755)));
          }
        });
      }),
    });
    const { stdout, stderr } = await sftp(target, "ls -1\n");
    expect(stdout).not.toContain("escape");
    expect(stdout + stderr).not.toContain("\u001b[2J");
    expect(lists).toBeLessThan(2000);
    await gateway.lastSession();
  });

  it("has the session ended when it dies in the middle of a command, and says so", async () => {
    const target = await start({
      session: (session) =>
        session.on("exec", (accept) => {
          const channel = accept() as ServerChannel;
          channel.write("half a li");
          setTimeout(() => targets.pop()?.close(), 200);
        }),
    });
    const { code, stdout, stderr } = await exec(target);
    expect([code, stdout]).toEqual([255, "half a li"]);
    expect(stderr).toContain("The connection to the target was lost");
    await ended("connection_lost");
  });
});

/** One name, as a folder or a path answers. */
const nameOf = (id: number, name: string): Buffer =>
  packet(packetType.name, id, uint32(1), string(Buffer.from(name)), string("line"), uint32(0));

/** The types and numbers of the requests in some bytes that hold them whole. */
function requests(data: Buffer): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 0; at + 9 <= data.length; at += 4 + data.readUInt32BE(at)) {
    found.push([data[at + 4] ?? 0, data.readUInt32BE(at + 5)]);
  }
  return found;
}
