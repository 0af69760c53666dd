import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type OpenSshServer,
  opensshMissing,
  passwordAccountsPossible,
  startOpenSsh,
} from "../../engine/testing/openssh.ts";
import type { RunnerHop } from "../../transport/runner-control/messages.ts";
import { accountFor, type JobSpecChange, jobSpecFor, runJobSpec } from "../testing/job-specs.ts";
import { startWinrmServer } from "../testing/winrm-server.ts";
import { testGateway } from "./gateway.ts";
import { gatherFacts } from "./gather-facts.ts";
import { ping, verifyAccount } from "./ping.ts";

describe.skipIf(opensshMissing() !== null)("a host with OpenSSH", () => {
  let sshd: OpenSshServer;
  let first: OpenSshServer;
  let second: OpenSshServer;
  beforeAll(async () => {
    sshd = await startOpenSsh();
    second = await startOpenSsh();
    // Nothing but the second gateway can be reached from the first.
    first = await startOpenSsh({ config: [`PermitOpen 127.0.0.1:${second.port}`] });
  });
  afterAll(async () => {
    await Promise.all([sshd?.stop(), first?.stop(), second?.stop()]);
  });

  const byKey = ({ username, privateKey }: OpenSshServer) =>
    accountFor({ username, secretType: "ssh_key", secret: privateKey });
  const spec = (change: JobSpecChange = {}, server = sshd) =>
    jobSpecFor({ account: byKey(server), ...change, target: { port: server.port, ...change.target } });
  const hop = (server: OpenSshServer, name: string): RunnerHop => ({
    id: `${name}0000000-0000-4000-8000-000000000000`,
    name,
    address: "127.0.0.1",
    port: server.port,
    setting: {},
    account: byKey(server),
    hostKey: null,
  });

  it("answers, and its host key is told to be pinned", async () => {
    const outcome = await runJobSpec(ping, spec());
    expect(outcome).toMatchObject({ code: null, result: { account_checked: true } });
    const [[endpoint, key] = []] = [...outcome.pins];
    expect(endpoint).toContain(` 127.0.0.1 ${sshd.port}`);
    expect(key?.fingerprint).toBe(await sshd.fingerprint());
  });

  it.skipIf(!passwordAccountsPossible())("verifies a password, and tells a wrong one", async () => {
    const account = accountFor({ username: sshd.username, secret: sshd.password });
    expect(await runJobSpec(verifyAccount, spec({ account }))).toMatchObject({ code: null });
    const wrong = await runJobSpec(verifyAccount, spec({ account: { ...account, secret: "not the one" } }));
    expect(wrong.code).toBe("authentication_failed");
    expect(wrong.text).toContain("rejected account operator");
    expect(wrong.text).not.toContain("not the one");
  });

  it("is not signed in to with another host key than the pinned one", async () => {
    const pins = new Map([
      [
        `${spec().target.id} 127.0.0.1 ${sshd.port}`,
        { algorithm: "ssh-ed25519", publicKey: "AAAA", fingerprint: "SHA256:other" },
      ],
    ]);
    const outcome = await runJobSpec(ping, spec(), { pins });
    expect(outcome.code).toBe("host_key_changed");
    expect(outcome.mismatches).toMatchObject([
      { pinned: { fingerprint: "SHA256:other" }, offered: { fingerprint: await sshd.fingerprint() } },
    ]);
    const known = { algorithm: "ssh-ed25519", publicKey: "AAAA", fingerprint: "SHA256:other" };
    expect((await runJobSpec(ping, spec({ target: { hostKey: known } }))).code).toBe("host_key_changed");
  });

  it("tells what kind of machine it is", async () => {
    const { result, code, text } = await runJobSpec(gatherFacts, spec());
    expect({ code, text }).toEqual({ code: null, text: "" });
    expect(result).toMatchObject({
      arch: { x64: "x86_64", arm64: "aarch64" }[process.arch as string] ?? (expect.any(String) as string),
      distribution: expect.any(String) as string,
      kernel: expect.any(String) as string,
      memory: expect.stringMatching(/^\d+\.\d\d$/) as string,
      cpu_vcpus: expect.stringMatching(/^\d+$/) as string,
      disk_total: expect.stringMatching(/^\d+\.\d\d$/) as string,
    });
  });

  it("is reached through two gateways, one behind the other", async () => {
    const gateways = [hop(first, "a"), hop(second, "b")];
    expect((await runJobSpec(ping, spec({ gateways: [hop(first, "a")] }))).code).toBe("gateway_unreachable");
    const outcome = await runJobSpec(ping, spec({ gateways }));
    expect(outcome.code).toBeNull();
    expect([...outcome.pins.keys()].map((endpoint) => endpoint.slice(0, 2))).toEqual(["a0", "b0", "11"]);
    expect((await runJobSpec(gatherFacts, spec({ gateways }))).result).toHaveProperty("kernel");
  });

  it("carries WinRM, too", async () => {
    const machine = await startWinrmServer({ passwords: new Map([["operator", "secret"]]), isSecure: true });
    try {
      const target = { protocol: "winrm", type: "windows", port: machine.port, setting: { use_ssl: true } };
      const given = { gateways: [hop(second, "b")], target };
      const outcome = await runJobSpec(ping, jobSpecFor(given));
      expect(outcome).toMatchObject({ code: null, result: { account_checked: true } });
    } finally {
      machine.close();
    }
  });

  it("says which gateway fails, and why", async () => {
    const noAccount = { ...hop(second, "b"), account: accountFor({ secret: null }) };
    expect(await runJobSpec(ping, spec({ gateways: [hop(first, "a"), noAccount] }))).toMatchObject({
      code: "gateway_unreachable",
      text: expect.stringMatching(/^Gateway b: .*no password or key stored/) as string,
    });
    const gone = { ...hop(first, "a"), port: 1 };
    expect(
      await runJobSpec(ping, spec({ gateways: [gone, hop(second, "b")], language: "zh" })),
    ).toMatchObject({
      code: "gateway_unreachable",
      text: expect.stringMatching(/^网关 a：/) as string,
    });
    expect(await runJobSpec(ping, spec({ gateways: [hop(second, "b")], target: { port: 1 } }))).toMatchObject(
      {
        code: "host_unreachable",
        text: expect.stringContaining("127.0.0.1:1 cannot be reached from there") as string,
      },
    );
  });

  it("has a gateway refused that does not forward, or shows another key", async () => {
    const closed = await startOpenSsh({ config: ["AllowTcpForwarding no"] });
    try {
      expect(await runJobSpec(ping, spec({ gateways: [hop(closed, "c")] }))).toMatchObject({
        code: "gateway_unreachable",
        text: expect.stringContaining("TCP forwarding is not allowed") as string,
      });
      const pins = new Map(
        [hop(closed, "c")].map(({ id, port }) => [
          `${id} 127.0.0.1 ${port}`,
          { algorithm: "ssh-ed25519", publicKey: "AAAA", fingerprint: "SHA256:other" },
        ]),
      );
      const refused = await runJobSpec(ping, spec({ gateways: [hop(closed, "c")] }), { pins });
      expect(refused).toMatchObject({ code: "host_key_changed", mismatches: [{}] });
    } finally {
      await closed.stop();
    }
  });

  it("is tested as a gateway: signed in to, and through it again", async () => {
    const outcome = await runJobSpec(testGateway, spec({ method: "ping_gateway" }, second));
    expect(outcome).toMatchObject({ code: null, log: [expect.stringContaining("forwards connections")] });
    const other = await runJobSpec(
      testGateway,
      spec({ method: "ping_gateway", params: { port: 1 } }, second),
    );
    expect(other).toMatchObject({ code: "host_unreachable" });
  });

  it("that refuses commands has not answered", async () => {
    const shut = await startOpenSsh({ config: ["ForceCommand /bin/false"] });
    try {
      expect(await runJobSpec(ping, spec({}, shut))).toMatchObject({ code: "command_failed" });
    } finally {
      await shut.stop();
    }
  });
});
