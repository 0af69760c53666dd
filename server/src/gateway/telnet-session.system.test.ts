import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount, type TestAccount } from "../engine/testing/openssh.ts";
import { type SignInPeer, startTelnetd, telnetdMissing } from "../engine/testing/telnetd.ts";
import { TerminalClient } from "../engine/testing/terminal-client.ts";
import type { GrantDetails } from "./ports.ts";
import { type GatewayHarness, grantFor, startHarness } from "./testing/harness.ts";
import { reviewRule } from "./testing/memory-reviews.ts";
import { ZmodemPage } from "./testing/zmodem-page.ts";

const possible = !telnetdMissing();

describe.skipIf(!possible)("a session on a real telnet server", () => {
  let peer: SignInPeer;
  let other: TestAccount;
  let harness: GatewayHarness;
  beforeAll(async () => {
    peer = await startTelnetd();
    other = await createAccount();
    harness = await startHarness();
  });
  afterAll(async () => {
    await harness?.close();
    await peer?.stop();
    await other?.remove();
  });

  const grant = (change: Partial<GrantDetails["account"]> = {}): GrantDetails => ({
    ...grantFor({ ...peer, privateKey: "" }, { account: change }),
    protocol: "telnet",
  });
  const open = (requested: GrantDetails, size = { cols: 101, rows: 31 }) =>
    TerminalClient.session(harness.clientFor(requested), size);

  it("signs in by the prompts, tells the window, carries every character, and ends", async () => {
    const client = await open(grant());
    client.type("stty size; echo $TERM; echo gr\u00fc\u00dfe \u4f60\u597d | tr g G\r");
    await client.see("31 101");
    await client.see("xterm-256color");
    await client.see("Gr\u00fc\u00dfe \u4f60\u597d");
    client.resize({ cols: 90, rows: 20 });
    client.type("sleep 0.3; stty size\r");
    await client.see("20 90");
    client.type("exit\r");
    expect(await client.closed).toBe(1000);
    const stored = await harness.areas.ended(client.sessionId);
    expect(stored.outcome).toMatchObject({ hasReplay: true, reason: "target_closed" });
    const { raw } = await harness.replay(client.sessionId);
    expect(raw.toString()).toContain("31 101");
    expect(raw.includes(peer.password)).toBe(false);
  });

  it("says why it could not sign in, and never with what", async () => {
    const client = await TerminalClient.open(harness.clientFor(grant({ secret: "not the one" })));
    client.init({ cols: 80, rows: 24 });
    const message = await client.frame("TERMINAL_SESSION").catch((error: Error) => error.message);
    expect(message).toContain("rejected account");
    expect(message).not.toContain("not the one");
    await client.closed;
  });

  it("leaves the sign-in to the person where the account has no password", async () => {
    const client = await open(grant({ secret: "" }));
    await client.see("login:");
    client.type(`${peer.username}\r`);
    await client.see("assword:");
    client.type(`${peer.password}\r`);
    // What is typed before the prompt is thrown away by login.
    await client.see(/[$#] $/);
    client.type("echo si''gned\r");
    await client.see("signed\r\n");
    await client.close();
  });

  it("holds a command until people have decided, and sends it once", async () => {
    const { areas } = harness;
    areas.commandRules = () => [reviewRule("held")];
    try {
      const client = await open(grant());
      await client.see(/[$#] $/);
      client.type("echo he''ld one\r");
      await client.see("is held until Tom(tom) approves it");
      const outputOf = (text: string) =>
        client.transcript.toString().match(new RegExp(`[\\r\\n]${text}\\r`, "g")) ?? [];
      expect(outputOf("held one")).toEqual([]);
      await areas.commandReviews.decide(0, "approved");
      await client.see(/[\r\n]held one\r[\s\S]*[$#] /);
      client.type("echo held two\r");
      await areas.commandReviews.decide(1, "rejected");
      await client.see("Tom(tom) rejected `echo held two`");
      await client.see(/rejected[\s\S]*\^C[\s\S]*[$#] /);
      client.type("exit\r");
      await client.closed;
      const { commands } = await areas.ended(client.sessionId);
      const decided = commands.filter(({ riskLevel }) => riskLevel !== 0);
      expect(decided.map(({ input, riskLevel }) => [input, riskLevel])).toEqual([
        ["echo he''ld one", 7],
        ["echo held two", 6],
      ]);
      expect([outputOf("held one").length, outputOf("held two").length]).toEqual([1, 0]);
    } finally {
      areas.commandRules = () => [];
    }
  });

  it("tells ten and two minutes ahead of the end of the permission, and ends with it", async () => {
    const { areas } = harness;
    const endIn = (minutes: number) => {
      areas.permissionExpires = new Date(Date.now() + minutes * 60_000);
      areas.permissionsChanged();
    };
    try {
      const client = await open(grant());
      await client.see(/[$#] $/);
      endIn(9.5);
      await client.see("expires in 10 min");
      endIn(1.5);
      await client.see("expires in 2 min");
      endIn(-0.1);
      await client.see("has expired");
      await client.closed;
      expect((await areas.ended(client.sessionId)).outcome).toMatchObject({ reason: "permission_expired" });
      expect(client.transcript.toString().match(/expires in \d+ min/g)).toHaveLength(2);
    } finally {
      areas.permissionExpires = null;
    }
  });

  it("changes to the account that was asked for, and ends when that is refused", async () => {
    const switchFrom = {
      method: "su",
      name: "operator",
      username: peer.username,
      secretType: "password",
      secret: peer.password,
    };
    const account = { username: other.username, secret: other.password, switchFrom };
    const client = await open(grant(account));
    client.type("id -un; echo do''ne\r");
    await client.see(`${other.username}\r\n`);
    await client.see("done\r\n");
    expect(client.transcript.includes(other.password)).toBe(false);
    await client.close();

    const wrong = await TerminalClient.open(harness.clientFor(grant({ ...account, secret: "not the one" })));
    wrong.init({ cols: 80, rows: 24 });
    const message = await wrong.frame("TERMINAL_SESSION").catch((error: Error) => error.message);
    expect(message).toContain("refused to switch to account");
    await wrong.closed;
  });
});

describe.skipIf(!possible || !existsSync("/usr/bin/rz"))("files over ZMODEM on a real telnet server", () => {
  let peer: SignInPeer;
  let harness: GatewayHarness;
  let folder: string;
  /** Every pair of bytes: whatever telnet means by two of them in a row is there. */
  const content = Buffer.from(Array.from({ length: 131_072 }, (_, at) => (at % 2 === 0 ? at >> 9 : at >> 1)));
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    peer = await startTelnetd();
    harness = await startHarness();
    folder = await mkdtemp(join(tmpdir(), "zmodem-"));
    await mkdir(file("local"));
    await Promise.all([writeFile(file("down"), content), writeFile(file("local/up"), content)]);
    await chmod(folder, 0o777);
  });
  afterAll(async () => {
    await harness?.close();
    await peer?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(transfers = true) {
    const grant = { ...grantFor({ ...peer, privateKey: "" }), protocol: "telnet" };
    const options = harness.clientFor({ ...grant, actions: ["connect", "upload", "download"] });
    const client = await TerminalClient.session({ ...options, transfers });
    await client.see(/[$#] $/);
    client.type(`PS1='ready> '; cd ${folder}; bind 'set enable-bracketed-paste off'; clear\r`);
    await client.see(/ready> $/);
    client.clear();
    return { client, page: new ZmodemPage(client, options) };
  }
  /** That a shell reads commands again. */
  async function isUsable(client: TerminalClient) {
    await client.see(/ready> $/);
    client.clear();
    client.type("echo still he''re\r");
    await client.see("still here\r\nready> ");
    client.clear();
  }

  it("carries every byte both ways, by the page", async () => {
    const { client, page } = await open();
    client.type("sz down\r");
    await page.agree();
    const got = await page.fetchNext();
    expect([got.name, got.content.equals(content)]).toEqual(["down", true]);
    expect(await page.next("ended")).not.toHaveProperty("message");
    await isUsable(client);
    client.type("rz\r");
    const transfer = await page.agree();
    const news = await page.send(transfer, [{ name: "up", size: content.length, modified: 0, content }]);
    expect(news.at(-1)).toEqual({ transfer, event: "ended" });
    await isUsable(client);
    expect((await readFile(file("up"))).equals(content)).toBe(true);
    await client.close();
  });

  it("says so where the line does not carry eight bits, and gives the shell back", async () => {
    const { client, page } = await open();
    // A program that writes into a pipe sets no terminal up.
    client.type("stty raw -echo; sz down | stdbuf -o0 tr '\\200-\\377' '\\000-\\177'; stty sane\r");
    await page.agree();
    expect(await page.next("ended")).toMatchObject({ message: expect.stringContaining("eight bits") });
    expect(page.news.map(({ event }) => event)).toEqual(["asked", "ended"]);
    await isUsable(client);
    await client.close();
  });

  it("says so before anything of a file is sent over such a line", async () => {
    const { client, page } = await open();
    // What reads the line would not notice that there is nobody to write to any more.
    client.type("stty raw -echo; stdbuf -o0 tr '\\200-\\377' '\\000-\\177' | { rz; kill 0; }; stty sane\r");
    const transfer = await page.agree();
    const news = await page.send(transfer, [{ name: "bits", size: content.length, modified: 0, content }]);
    expect(news).toEqual([
      { transfer, event: "ended", message: expect.stringContaining("does not carry all eight bits") },
    ]);
    await isUsable(client);
    expect(existsSync(file("bits"))).toBe(false);
    await client.close();
  });
});

describe("a telnet server that echoes what it is sent", () => {
  it("does not bring the password onto the screen or into the recording", async () => {
    const secret = "Shown-Secret-9";
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("login: ");
      socket.once("data", () => {
        socket.write("password: ");
        socket.once("data", (data) => {
          // In pieces, and with what looks like a prompt behind it.
          for (const byte of data) socket.write(Buffer.from([byte]));
          socket.write("\r\nwelcome# ");
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const harness = await startHarness();
    try {
      const { port } = server.address() as AddressInfo;
      const base = grantFor({ port, username: "any", password: secret, privateKey: "" });
      const client = await TerminalClient.session(harness.clientFor({ ...base, protocol: "telnet" }), {
        cols: 80,
        rows: 24,
      });
      await client.see("welcome#");
      await client.close();
      await harness.areas.ended(client.sessionId);
      expect(client.transcript.includes(secret)).toBe(false);
      const { raw } = await harness.replay(client.sessionId);
      expect(raw.toString()).toContain("***");
      expect(raw.includes(secret)).toBe(false);
    } finally {
      await harness.close();
      server.close();
    }
  });
});
