import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { literal } from "../engine/i18n/messages.ts";
import {
  type OpenSshServer,
  opensshMissing,
  passwordAccountsPossible,
  startOpenSsh,
} from "../engine/testing/openssh.ts";
import { TerminalClient } from "../engine/testing/terminal-client.ts";
import type { GrantDetails } from "./ports.ts";
import { type GatewayHarness, grantFor, startHarness } from "./testing/harness.ts";

const missing = opensshMissing();

describe.skipIf(missing !== null)("a session on a real OpenSSH server", () => {
  let sshd: OpenSshServer;
  let harness: GatewayHarness;

  beforeAll(async () => {
    sshd = await startOpenSsh();
    harness = await startHarness({ guardInterval: 100 });
  });
  afterAll(async () => {
    await harness?.close();
    await sshd?.stop();
  });

  const open = (grant: GrantDetails, size = { cols: 80, rows: 24 }) =>
    TerminalClient.session(harness.clientFor(grant), size);

  async function refusal(
    grant: GrantDetails,
    gateway = harness,
  ): Promise<{ message: string; code: string | null }> {
    const client = await TerminalClient.open(gateway.clientFor(grant));
    client.init({ cols: 80, rows: 24 });
    const frame = await client.frame("TERMINAL_SESSION").then(
      () => "opened",
      (error: Error) => error.message,
    );
    await client.closed;
    expect(client.frames.at(-1)?.type).toBe("CLOSE");
    const stored = [...gateway.areas.sessions.values()].at(-1);
    const ended = stored === undefined ? undefined : await gateway.areas.ended(stored.record.id);
    return { message: frame, code: ended?.failed ?? null };
  }

  it.skipIf(!passwordAccountsPossible())("signs in with a password, runs, records and ends", async () => {
    const client = await open(grantFor(sshd));
    expect(client.protocol).toBe("sallyport-ack.v1");
    client.type("echo he''llo; tty >/dev/null && echo is a t''ty; echo $TERM\r");
    await client.see("hello\r\n");
    await client.see("is a tty");
    await client.see("xterm-256color");
    const started = client.frames.find(({ type }) => type === "TERMINAL_SESSION");
    expect(JSON.parse(started?.data ?? "{}")).toMatchObject({ recorded: true });
    client.type("exit\r");
    expect(await client.closed).toBe(1000);
    const stored = await harness.areas.ended(client.sessionId);
    expect(stored).toMatchObject({ succeeded: true, failed: null });
    expect(stored.outcome).toMatchObject({ hasReplay: true, reason: "target_closed" });
    const { raw, cast } = await harness.replay(client.sessionId);
    const shown = client.transcript.toString();
    expect(
      shown.replace(/^\r\nConnecting to [^\n]*\n/, "").replace(/\r\nThe target closed[^\n]*\n$/, ""),
    ).toBe(raw.toString());
    expect(cast.split("\n")[0]).toContain('"version":2');
    expect(cast).toContain("The target closed the connection.");
  });

  it("signs in with a key, also one with a passphrase", async () => {
    for (const account of [
      { secret: sshd.privateKey },
      { secret: sshd.encryptedKey.key, passphrase: sshd.encryptedKey.passphrase },
    ]) {
      const client = await open(grantFor(sshd, { account: { secretType: "ssh_key", ...account } }));
      client.type("echo i''n\r");
      await client.see("in\r\n");
      await client.close();
      expect((await harness.areas.ended(client.sessionId)).outcome?.reason).toBe("client_closed");
    }
  });

  it.skipIf(!passwordAccountsPossible())("answers a keyboard-interactive password question", async () => {
    const other = await startOpenSsh({
      config: ["UsePAM yes", "PasswordAuthentication no", "KbdInteractiveAuthentication yes"],
    });
    try {
      const client = await open(grantFor(other));
      client.type("echo i''n\r");
      await client.see("in\r\n");
      await client.close();
    } finally {
      await other.stop();
    }
  });

  it("tells apart what goes wrong, and says it in the person's language", async () => {
    const wrong = grantFor(sshd, { account: { secretType: "password", secret: "not the password" } });
    expect(await refusal(wrong)).toEqual({
      code: "authentication_failed",
      message: expect.stringContaining("rejected account operator") as string,
    });
    const garbage = grantFor(sshd, { account: { secretType: "ssh_key", secret: "-----BEGIN NOTHING" } });
    expect((await refusal(garbage)).code).toBe("key_unreadable");
    const locked = { secretType: "ssh_key", secret: sshd.encryptedKey.key };
    expect((await refusal(grantFor(sshd, { account: locked }))).code).toBe("key_unreadable");
    expect((await refusal(grantFor(sshd, { account: { secret: "" } }))).code).toBe("secret_missing");
    harness.areas.language = "ja";
    const nobody = await refusal(grantFor(sshd, { asset: { port: 1 } }));
    harness.areas.language = "zh";
    const unknown = await refusal(grantFor(sshd, { asset: { address: "no-such-host.invalid" } }));
    harness.areas.language = "en";
    expect(nobody).toEqual({ code: "refused", message: expect.stringContaining("接続を拒否") as string });
    expect(unknown).toEqual({ code: "unknown_host", message: expect.stringContaining("无法解析") as string });
    expect(await refusal({ ...grantFor(sshd), protocol: "rdp" })).toMatchObject({
      message: expect.stringContaining("rdp") as string,
    });
  });

  it("does not wait for a target that is silent or speaks something else", async () => {
    const hasty = await startHarness({ connectTimeout: 2000 });
    const listeners: Server[] = [];
    const listen = (greeting: string) =>
      new Promise<number>((resolve) => {
        const server = createServer((socket) => {
          socket.on("error", () => undefined);
          if (greeting !== "") socket.end(greeting);
        });
        listeners.push(server);
        server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
      });
    const started = Date.now();
    const silent = await refusal(grantFor(sshd, { asset: { port: await listen("") } }), hasty);
    expect(silent).toEqual({
      code: "timeout",
      message: expect.stringContaining("within 2 seconds") as string,
    });
    expect(Date.now() - started).toBeGreaterThan(1900);
    expect(Date.now() - started).toBeLessThan(4000);
    const web = await refusal(
      grantFor(sshd, { asset: { port: await listen("HTTP/1.1 400 Bad Request\r\n\r\n") } }),
    );
    expect(web.code).toBe("not_ssh");
    for (const server of listeners) server.close();
    await hasty.close();
  });

  it("pins the first host key and refuses another, showing both", async () => {
    const other = await startOpenSsh();
    try {
      const asset = { id: "44444444-4444-4444-8444-444444444444" };
      const before = await other.fingerprint();
      await (await open(grantFor(other, { asset }))).close();
      await (await open(grantFor(other, { asset }))).close();
      await other.changeHostKey();
      const after = await other.fingerprint();
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const { message, code } = await refusal(grantFor(other, { asset }));
        expect(code).toBe("host_key_changed");
        expect(message).toContain(before);
        expect(message).toContain(after);
      }
      expect(harness.areas.mismatches.at(-1)).toMatchObject({
        pinned: { fingerprint: before, algorithm: "ssh-ed25519" },
        offered: { fingerprint: after },
      });
      expect(harness.areas.pinned.get(`${asset.id} 127.0.0.1 ${other.port}`)?.fingerprint).toBe(before);
    } finally {
      await other.stop();
    }
  });

  it("passes sizes on and records them", async () => {
    const client = await open(grantFor(sshd), { cols: 101, rows: 31 });
    client.type("stty size\r");
    await client.see("31 101");
    client.resize({ cols: 132, rows: 43 });
    client.type("stty size\r");
    await client.see("43 132");
    await client.close();
    await harness.areas.ended(client.sessionId);
    expect((await harness.replay(client.sessionId)).cast).toContain('"r","132x43"');
  });

  it("says so when the target goes away", async () => {
    const other = await startOpenSsh();
    try {
      const client = await open(grantFor(other, { asset: { id: "55555555-5555-4555-8555-555555555555" } }));
      client.type("echo i''n\r");
      await client.see("in\r\n");
      await other.kill();
      await client.see("connection to the target was lost");
      await client.closed;
      expect((await harness.areas.ended(client.sessionId)).outcome?.reason).toBe("connection_lost");
    } finally {
      await other.stop();
    }
  });

  it("is terminated, locked and unlocked by others", async () => {
    const client = await open(grantFor(sshd));
    const { sessionId } = client;
    client.type("PS1=ready:\r");
    await client.see(/[^=]ready:/);
    expect(harness.areas.command({ sessionId, action: "lock", by: "Grace(grace)", reason: "" })).toBe(true);
    harness.areas.command({ sessionId, action: "lock", by: "Grace(grace)", reason: "" });
    expect((await client.frame("TERMINAL_SESSION_PAUSE")).data).toBe('{"user":"Grace(grace)"}');
    client.type("echo mis''sed\r");
    await new Promise((resolve) => setTimeout(resolve, 300));
    harness.areas.command({ sessionId, action: "unlock", by: "Grace(grace)", reason: "" });
    await client.frame("TERMINAL_SESSION_RESUME");
    client.type("echo ag''ain\r");
    expect(await client.see("again\r\n")).not.toMatch(/mis('')?sed/);
    expect(client.frames.filter(({ type }) => type === "TERMINAL_SESSION_PAUSE")).toHaveLength(1);
    harness.areas.command({ sessionId, action: "kill", by: "Grace\u001b[2J(grace)", reason: "" });
    await client.see("terminated by Grace[2J(grace)");
    expect(await client.closed).toBe(1000);
    expect((await harness.areas.ended(sessionId)).outcome?.reason).toBe("terminated");
    expect((await harness.replay(sessionId)).cast).toContain("terminated by");
    expect(harness.areas.command({ sessionId, action: "kill", by: "x", reason: "" })).toBe(false);
  });

  it("is watched by several, who come late, see what is done to it, and type nothing", async () => {
    const client = await open(grantFor(sshd), { cols: 70, rows: 20 });
    const { sessionId } = client;
    client.type("PS1=ready:; seq 5000; echo pres''ent\r");
    await client.see(/present\r\n[^\n]*ready:/);
    const { areas } = harness;
    const before = areas.watchEvents.length;
    const watch = async (options: { acknowledge?: boolean } = {}) => {
      const { token: _, ...rest } = harness.clientFor(grantFor(sshd));
      const query = { type: "monitor", target_id: sessionId };
      const watcher = await TerminalClient.open({ ...rest, ...options, token: "", query });
      watcher.init({ cols: 10, rows: 5 });
      return watcher;
    };
    const [one, two] = [await watch(), await watch({ acknowledge: false })];
    for (const watcher of [one, two]) {
      const shown = await watcher.see("ready:");
      expect(shown).toContain("present");
      // Not what has left the screen.
      expect(shown).not.toContain("4900");
      expect((await watcher.frame("TERMINAL_RESIZE")).data).toBe('{"Width":70,"Height":20}');
    }
    await client.see("Ada(ada) is watching this session.");
    one.type("echo ty''ped\r");
    one.sendRaw(Buffer.from("echo ty''ped\r"));
    areas.command({ sessionId, action: "lock", by: "Grace(grace)", reason: "lunch" });
    expect((await two.frame("TERMINAL_SESSION_PAUSE")).data).toBe('{"user":"Grace(grace)","reason":"lunch"}');
    await client.see("Reason: lunch");
    areas.command({ sessionId, action: "unlock", by: "Grace(grace)", reason: "" });
    await one.frame("TERMINAL_SESSION_RESUME");
    client.type("echo on''ward\r");
    for (const watcher of [one, two]) expect(await watcher.see("onward\r\n")).not.toContain("typed");
    await one.close();
    await expect
      .poll(() => areas.watchEvents.slice(before))
      .toEqual(["watch_joined Ada(ada)", "watch_joined Ada(ada)", "watch_left Ada(ada)"]);
    areas.command({ sessionId, action: "kill", by: "Grace(grace)", reason: "enough" });
    await client.see("terminated by Grace(grace). Reason: enough");
    expect(await two.closed).toBe(1000);
    expect(two.frames.at(-1)?.type).toBe("CLOSE");
    await areas.ended(sessionId);
  });

  it("is not watched by who may not, nor any longer than they may", async () => {
    const client = await open(grantFor(sshd));
    const { areas } = harness;
    const watch = async (id: string) => {
      const query = { type: "monitor", target_id: id };
      const watcher = await TerminalClient.open({ ...harness.clientFor(grantFor(sshd)), token: "", query });
      watcher.init({ cols: 80, rows: 24 });
      return watcher;
    };
    try {
      areas.mayWatch = false;
      for (const id of [client.sessionId, "", "nonsense"]) {
        const refused = await watch(id);
        await refused.closed;
        expect(refused.received).toBe(0);
        expect(refused.frames.map(({ type }) => type)).toEqual(["CONNECT", "TERMINAL_ERROR", "CLOSE"]);
      }
      areas.mayWatch = true;
      const watcher = await watch(client.sessionId);
      await watcher.frame("TERMINAL_SESSION");
      areas.mayWatch = false;
      await watcher.closed;
      expect(watcher.frames.at(-2)?.err).toContain("you do not have permission to watch it");
    } finally {
      areas.mayWatch = true;
      await client.close();
    }
  });

  const joinBy = async (link: string, code = "CODE") => {
    const { token: _, ...rest } = harness.clientFor(grantFor(sshd));
    const query = { type: "share", target_id: link };
    const guest = await TerminalClient.open({ ...rest, token: "", query });
    guest.init({ cols: 10, rows: 5 }, code);
    return guest;
  };

  it("is joined by a link: its guests see it as it is, type where they may, and everybody sees who", async () => {
    const client = await open(grantFor(sshd), { cols: 70, rows: 20 });
    const { sessionId } = client;
    const { sharing } = harness.areas;
    client.type("PS1='ready:'; seq 50; echo pre''sent\r");
    await client.see(/present\r\n[^\n]*ready:/);
    const asked = {
      session: sessionId,
      expired_time: 5,
      users: [],
      origin: "http://x",
      action_permission: "writable",
    };
    client.send("TERMINAL_SHARE", { ...asked, expired_time: 100_000 });
    expect((await client.frame("ERROR")).err).toBe("Too long.");
    client.send("TERMINAL_SHARE", asked);
    const { share_id, code } = JSON.parse((await client.frame("TERMINAL_SHARE")).data);
    expect(sharing.asked.at(-1)).toMatchObject({ sessionId, minutes: 5, permission: "writable" });
    client.send("TERMINAL_GET_SHARE_USER", { query: "gr" });
    expect((await client.frame("TERMINAL_GET_SHARE_USER")).data).toContain('"username":"grace"');
    const guest = await joinBy(share_id, code);
    expect(await guest.see("ready:")).toContain("present");
    const joined = JSON.parse((await client.frame("TERMINAL_SHARE_JOIN")).data);
    expect(joined).toMatchObject({ user: "Ada(ada)", primary: false, writable: true });
    const users = JSON.parse((await guest.frame("TERMINAL_SHARE_USERS")).data);
    expect(users[sessionId]).toMatchObject({ primary: true, writable: true });
    expect(Object.keys(users)).toHaveLength(2);
    guest.type("echo by''guest\r");
    for (const side of [client, guest]) await side.see("byguest\r\n");
    client.type("echo by''owner\r");
    await guest.see("byowner\r\n");
    await expect.poll(() => sharing.events).toContain("typed Ada(ada)");
    // The owner takes the keys away: what is typed is dropped, and said to be.
    const id = joined.terminal_id;
    sharing.stand(id, { permission: "readonly", ends: new Date(Date.now() + 600_000) });
    await client.see("Ada(ada) can only read now.");
    guest.type("echo dropp''ed\r");
    expect((await guest.frame("ERROR")).err).toContain("what you type is not sent");
    harness.areas.command({ sessionId, action: "lock", by: "Grace(grace)", reason: "" });
    await guest.frame("TERMINAL_SESSION_PAUSE");
    harness.areas.command({ sessionId, action: "unlock", by: "Grace(grace)", reason: "" });
    await guest.frame("TERMINAL_SESSION_RESUME");
    client.type("echo aft''er\r");
    expect(await client.see("after\r\n")).not.toContain("dropped");
    for (const meta of [{ terminal_id: "none" }, { terminal_id: "record-of-another" }, null]) {
      client.send("TERMINAL_SHARE_USER_REMOVE", { session: sessionId, user_meta: meta });
    }
    client.send("TERMINAL_SHARE_USER_REMOVE", { session: sessionId, user_meta: { terminal_id: id } });
    expect(await guest.closed).toBe(1000);
    const told = guest.frames.map(({ type }) => type);
    expect(told.slice(-3)).toEqual(["TERMINAL_SHARE_USER_REMOVE", "TERMINAL_ERROR", "CLOSE"]);
    expect(sharing.events.filter((event) => event.startsWith("remove"))).toEqual([`remove ${id}`]);
    await client.see("was removed from this session");
    client.type("exit\r");
    await client.closed;
    const { commands } = await harness.areas.ended(sessionId);
    const sent = commands.map(({ input, by }) => [input, by]);
    expect(sent).toContainEqual(["echo by''guest", "Ada(ada)"]);
    expect(sent).toContainEqual(["echo by''owner", ""]);
    expect(sent.some(([input]) => String(input).includes("dropp"))).toBe(false);
    const { cast } = await harness.replay(sessionId);
    for (const said of ["joined this session and can type", "can only read now", "was removed"]) {
      expect(cast).toContain(said);
    }
  });

  it("is joined by nobody with a wrong code, elsewhere, or signed out; guests end with their time and with it", async () => {
    const client = await open(grantFor(sshd));
    const { sharing } = harness.areas;
    const link = `link-${client.sessionId}`;
    for (const [target, code] of [
      [link, "WRONG"],
      [link, ""],
      ["link-of-another", "CODE"],
      ["", "CODE"],
    ] as const) {
      const refused = await joinBy(target, code);
      await refused.closed;
      expect(refused.received).toBe(0);
      expect(refused.frames.map(({ type }) => type)).toEqual(["CONNECT", "TERMINAL_ERROR", "CLOSE"]);
    }
    const before = sharing.events.length;
    const [late, leaving, staying] = [await joinBy(link), await joinBy(link), await joinBy(link)];
    for (const guest of [late, leaving, staying]) await guest.frame("TERMINAL_SHARE_USERS");
    const [first] = sharing.events.slice(before).map((event) => event.replace("joined ", ""));
    sharing.stand(String(first), { permission: "writable", ends: new Date(Date.now() + 150) });
    setTimeout(() => sharing.stand(String(first), { over: "link_expired", says: literal("Over.") }), 100);
    await late.closed;
    expect(late.frames.at(-2)?.err).toBe("Over.");
    await leaving.close();
    await client.see("left this session");
    client.type("exit\r");
    expect(await staying.closed).toBe(1000);
    await harness.areas.ended(client.sessionId);
    await expect.poll(() => sharing.events.filter((event) => event.startsWith("left"))).toHaveLength(3);
  });

  it("ends when idle, too long, not permitted, expired or signed out", async () => {
    const { areas } = harness;
    const cases: [string, () => void][] = [
      ["idle", () => (areas.limits = { ...areas.limits, idleMinutes: 0.005 })],
      ["maximum_time", () => (areas.limits = { ...areas.limits, maximumHours: 0.0001 })],
      ["permission_revoked", () => (areas.permitted = false)],
      ["sign_in_ended", () => (areas.signedIn = false)],
      ["permission_expired", () => (areas.permissionExpires = new Date(Date.now() + 300))],
    ];
    for (const [reason, change] of cases) {
      const permissionExpires = new Date(Date.now() + 3_600_000);
      const client = await open({ ...grantFor(sshd), permissionExpires });
      change();
      await client.closed;
      expect((await areas.ended(client.sessionId)).outcome).toMatchObject({ reason, hasReplay: true });
      Object.assign(areas, {
        limits: { idleMinutes: 30, maximumHours: 24, endWithPermission: true },
        permitted: true,
        permissionExpires: null,
        signedIn: true,
      });
    }
  });

  it("ends at once when its permission is withdrawn, at the moment it expires, and not before it really does", async () => {
    // The guards look every half minute here: what happens sooner, happens by itself.
    const other = await startHarness({ guardInterval: 30_000 });
    const { areas } = other;
    const start = (expires: number) =>
      TerminalClient.session(
        other.clientFor({ ...grantFor(sshd), permissionExpires: new Date(Date.now() + expires) }),
      );
    const withdrawn = await start(3_600_000);
    areas.permitted = false;
    areas.permissionsChanged();
    await withdrawn.see("was revoked");
    expect((await areas.ended(withdrawn.sessionId)).outcome?.reason).toBe("permission_revoked");
    areas.permitted = true;

    // Before it starts: on a busy machine that takes longer than the grant's own 700 ms.
    areas.permissionExpires = new Date(Date.now() + 200_000);
    const extended = await start(700);
    await extended.see(/expires in 4 min/);
    areas.permissionExpires = new Date(Date.now() + 500);
    areas.permissionsChanged();
    await extended.see("has expired");
    expect((await areas.ended(extended.sessionId)).outcome?.reason).toBe("permission_expired");

    areas.permissionExpires = null;
    areas.limits = { ...areas.limits, endWithPermission: false };
    const kept = await start(300);
    areas.permitted = false;
    areas.permissionsChanged();
    await new Promise((resolve) => setTimeout(resolve, 900));
    kept.type("echo sti''ll\r");
    await kept.see("still");
    await other.close();
  });

  it("ends sessions properly when the gateway stops", async () => {
    const other = await startHarness();
    const client = await TerminalClient.session(other.clientFor(grantFor(sshd)));
    const stopped = other.gateway.close();
    await client.see("gateway is shutting down");
    await stopped;
    expect(other.areas.sessions.get(client.sessionId)?.outcome).toMatchObject({
      reason: "shutdown",
      hasReplay: true,
    });
    await client.closed;
    await other.close();
  });
});
