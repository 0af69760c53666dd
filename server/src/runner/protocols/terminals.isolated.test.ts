import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import ssh2 from "ssh2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount, passwordAccountsPossible, startOpenSsh } from "../../engine/testing/openssh.ts";
import { startTelnetd } from "../../engine/testing/telnetd.ts";
import { makeHostKey } from "../../transport/ssh/host-key-pair.ts";
import { gatherFacts } from "../methods/gather-facts.ts";
import { verifyAccount } from "../methods/ping.ts";
import { startDropbear } from "../testing/dropbear.ts";
import { accountFor, type JobSpecChange, jobSpecFor, runJobSpec } from "../testing/job-specs.ts";

const possible = passwordAccountsPossible();
const hostKey = await makeHostKey("ed25519");

describe.skipIf(!possible || !existsSync("/usr/sbin/telnetd"))("a telnet server", () => {
  let peer: Awaited<ReturnType<typeof startTelnetd>>;
  beforeAll(async () => {
    peer = await startTelnetd();
  });
  afterAll(() => peer?.stop());
  const verify = (change: JobSpecChange = {}) =>
    runJobSpec(
      verifyAccount,
      jobSpecFor({
        account: { username: peer.username, secret: peer.password },
        ...change,
        target: { protocol: "telnet", port: peer.port, ...change.target },
      }),
    );

  it("is signed in to by its prompts", async () => {
    expect(await verify()).toMatchObject({ code: null, text: "" });
    const wrong = await verify({ account: { username: peer.username, secret: "not the one" } });
    expect(wrong).toMatchObject({ code: "authentication_failed" });
  });

  it("is not signed in to with prompts that are no regular expressions", async () => {
    const setting = { username_prompt: "(" };
    expect(await verify({ target: { setting } })).toMatchObject({ code: "invalid_setting" });
  });
});

describe("a prompt that a backtracking search would look for for ever", () => {
  it("is looked for at once, in all the target says", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.end(`${"welcome ".repeat(100)}\r\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const setting = { username_prompt: "((((([^x]+)+)+)+)+)+x" };
      const account = accountFor({ username: "any", secret: "any" });
      const spec = jobSpecFor({ account, target: { protocol: "telnet", port, setting } });
      expect(await runJobSpec(verifyAccount, spec)).toMatchObject({ code: "protocol_error" });
    } finally {
      server.close();
    }
  });
});

describe.skipIf(!possible || !existsSync("/usr/sbin/dropbear"))("a Dropbear server", () => {
  it("is signed in to like any other", async () => {
    const peer = await startDropbear();
    try {
      const account = { username: peer.username, secret: peer.password };
      const spec = jobSpecFor({ account, target: { port: peer.port } });
      expect(await runJobSpec(verifyAccount, spec)).toMatchObject({ code: null, text: "" });
    } finally {
      await peer.stop();
    }
  });
});

describe.skipIf(!possible)("an account that is switched to", () => {
  it("is become by su with its own password, and told when that is wrong", async () => {
    const sshd = await startOpenSsh();
    const other = await createAccount();
    try {
      const { switchFrom: _none, ...from } = accountFor({ username: sshd.username, secret: sshd.password });
      const spec = (secret: string) =>
        jobSpecFor({
          account: { username: other.username, secret, switchFrom: { method: "su", account: from } },
          target: { port: sshd.port },
        });
      expect(await runJobSpec(verifyAccount, spec(other.password))).toMatchObject({ code: null, text: "" });
      expect(await runJobSpec(gatherFacts, spec(other.password))).toMatchObject({
        text: "",
        result: { kernel: expect.any(String) as string },
      });
      const wrong = await runJobSpec(verifyAccount, spec("not the one"));
      expect(wrong.code).toBe("switch_failed");
      expect(wrong.text).not.toContain("not the one");
    } finally {
      await Promise.all([sshd.stop(), other.remove()]);
    }
  });
});

describe("a device", () => {
  /** A shell as network devices have one: what is asked and answered, line by line. */
  const startDevice = (shell: (say: (text: string) => void) => (line: string) => void) =>
    new Promise<{ port: number; stop(): void }>((resolve) => {
      const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
        client.on("error", () => undefined);
        client.on("authentication", (context) => {
          if (context.method === "password" && context.password === "secret") context.accept();
          else context.reject(["password"]);
        });
        client.on("session", (accept) => {
          const session = accept();
          session.on("pty", (acceptPty) => acceptPty?.());
          session.on("shell", (acceptShell) => {
            const channel = acceptShell();
            const take = shell((text) => channel.write(text));
            channel.on("data", (data: Buffer) => take(data.toString().replace(/\r$/, "")));
          });
        });
      });
      server.listen(0, "127.0.0.1", () =>
        resolve({ port: (server.address() as AddressInfo).port, stop: () => server.close() }),
      );
    });
  const jobSpecTo = (port: number, account = {}) =>
    jobSpecFor({
      account,
      target: { port, category: "device", type: "switch", charset: "gbk" },
      settings: { first_connect_delay: 0.1 },
    });

  it("is waited for until its prompt, past what it asks before", async () => {
    const device = await startDevice((say) => {
      say("\u001b[2J\r\n*** #1 device > of all ***\r\nPress any key to continue");
      return () => say("\r\n\u001b[1mswitch-1#\u001b[0m ");
    });
    expect(await runJobSpec(verifyAccount, jobSpecTo(device.port))).toMatchObject({ code: null, text: "" });
    device.stop();
  });

  it("is elevated by its own command", async () => {
    const device = await startDevice((say) => {
      say("\r\nswitch-1>");
      let asked = false;
      return (line) => {
        if (asked) say(line === "enabling" ? "\r\nswitch-1#" : "\r\n% Access denied\r\nswitch-1>");
        else {
          asked = line === "enable";
          say(`${line}\r\nPassword: `);
        }
      };
    });
    const { switchFrom: _none, ...from } = accountFor({});
    const account = (secret: string) => ({
      username: "",
      secret,
      switchFrom: { method: "enable", account: from },
    });
    expect(await runJobSpec(verifyAccount, jobSpecTo(device.port, account("enabling")))).toMatchObject({
      code: null,
    });
    expect(await runJobSpec(verifyAccount, jobSpecTo(device.port, account("wrong-secret")))).toMatchObject({
      code: "switch_failed",
      text: expect.not.stringContaining("wrong-secret") as string,
    });
    device.stop();
  });
});
