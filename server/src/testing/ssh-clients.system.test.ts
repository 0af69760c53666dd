import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createSshServer,
  gatewayMissing,
  isMissing,
  permit,
  plainClient,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";

const digest = (data: Buffer | string): string => createHash("md5").update(data).digest("hex");

describe.skipIf(gatewayMissing())("OpenSSH's client through the SSH server", () => {
  let gateway: SshGateway;
  const at = () => [`${gateway.direct}@127.0.0.1`];

  beforeAll(async () => {
    gateway = await startSshGateway({ guardInterval: 500 });
  });
  afterAll(() => gateway.close());

  it("runs a command: both streams, the exit status, a session of its own kind", async () => {
    const { code, stdout, stderr } = await gateway.ssh([...at(), "echo out; echo err >&2; exit 7"]);
    expect({ code, stdout, stderr }).toEqual({ code: 7, stdout: "out\n", stderr: "err\n" });
    expect(await gateway.lastSession()).toMatchObject({
      user: "Ada(ada)",
      asset: "box(127.0.0.1)",
      type: "command",
      login_from: "ST",
      protocol: "ssh",
      is_success: true,
      has_replay: true,
      remote_addr: "127.0.0.1",
      end_reason: "target_closed",
    });
  });

  it("has its sessions end within a second, with a sentence, when the asset or the user is deactivated", async () => {
    const { product, assetId } = gateway;
    // Its guards look every half minute.
    const own = await createSshServer(product);
    const person = await product.createUser({ username: "grace" });
    await permit(product, { users: [person.id], assets: [assetId], accounts: ["@ALL"] });
    const change = async (path: string, is_active: boolean) => {
      expect((await product.administrator.call("PATCH", path, { is_active })).status).toBe(200);
    };
    const endsBy = async (path: string) => {
      let changed = 0;
      const shell = gateway.run(
        "sshpass",
        [
          ...["-e", "ssh", ...plainClient, "-o", "LogLevel=ERROR", "-tt", "-p", String(own.sshPort)],
          "grace#operator#box@127.0.0.1",
        ],
        {
          environment: { SSHPASS: person.password },
          typed: [{ after: /[$#] $/, type: "echo in''side\r" }],
          onOutput: (text) => {
            if (changed !== 0 || !text.includes("inside")) return;
            changed = Date.now();
            void change(path, false);
          },
        },
      );
      const { stdout } = await shell;
      const took = Date.now() - changed;
      const { end_reason: reason } = await gateway.lastSession();
      return { stdout, took, reason };
    };
    try {
      const asset = await endsBy(`assets/hosts/${assetId}/`);
      expect(asset.stdout).toContain("the asset or account was disabled");
      expect(asset.reason).toBe("permission_revoked");
      expect(asset.took).toBeLessThan(1000);
      await change(`assets/hosts/${assetId}/`, true);
      const user = await endsBy(`users/users/${person.id}/`);
      expect(user.stdout).toContain("your user was disabled");
      expect(user.reason).toBe("sign_in_ended");
      expect(user.took).toBeLessThan(1000);
    } finally {
      await own.close();
    }
  });

  it.skipIf(isMissing("mosh"))("mosh is told that it does not work", async () => {
    const ssh = `sshpass -e ssh ${plainClient.join(" ")} -o LogLevel=ERROR -p ${gateway.port} -l ${gateway.direct}`;
    const { code, stdout, stderr } = await gateway.run("mosh", [`--ssh=${ssh}`, "127.0.0.1", "true"], {
      environment: { SSHPASS: gateway.user.password },
    });
    expect(stdout + stderr).toContain("Mosh does not work through this gateway");
    expect(code).not.toBe(0);
  });

  it("records commands without a terminal in both directions, up to a limit, and what passed in all", async () => {
    const { product } = gateway;
    const limit = async (megabytes: number) => {
      const changed = await product.administrator.call("PATCH", "settings/setting/?category=terminal", {
        TERMINAL_PROGRAM_RECORDING_SIZE: megabytes,
      });
      expect(changed.status).toBe(200);
    };
    const sent = Buffer.from(`first line\n\u001b[2J${"x".repeat(3_000_000)}`);
    await limit(1);
    const { stdout } = await gateway.ssh([...at(), "wc -c; echo on the other stream >&2"], { input: sent });
    expect(stdout.trim()).toBe(String(sent.length));
    const session = await gateway.lastSession();
    const replay = await product.administrator.call("GET", `terminal/sessions/${session.id}/replay/`);
    const cast = await product.administrator.call("GET", replay.body.src);
    const shown = cast.text
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => (JSON.parse(line) as [number, string, string])[2])
      .join("");
    const ends = JSON.stringify(shown.slice(-400));
    expect(shown).toContain("first line\r\n\u241b[2J");
    expect(ends).toContain(String.raw`on the other stream\r\n`);
    const sha256 = createHash("sha256").update(sent).digest("hex");
    expect(shown).toContain(`[input: ${sent.length} bytes, the first 1048576 recorded, SHA-256 ${sha256}]`);
    expect(shown).toMatch(/\[output: \d\d bytes, SHA-256 [0-9a-f]{64}\]/);
    const archive = await product.app.fastify.inject({
      url: replay.body.download_url,
      headers: { cookie: `jms_sessionid=${product.administrator.cookies.jms_sessionid}` },
    });
    expect(archive.rawPayload.includes(sent.subarray(0, 1_048_576))).toBe(true);
    expect(archive.rawPayload.includes(sent.subarray(0, 1_048_577))).toBe(false);
    await limit(0);
    await gateway.ssh([...at(), "echo not kept"]);
    const { id } = await gateway.lastSession();
    const next = await product.administrator.call("GET", `terminal/sessions/${id}/replay/`);
    const counted = (await product.administrator.call("GET", next.body.src)).text;
    expect(counted).toContain("output: 9 bytes, the first 0 recorded");
    expect(counted).not.toContain("not kept");
    await limit(10);
  });

  it("tells which signal ended a command", async () => {
    const { code, stderr } = await gateway.ssh([...at(), "kill -TERM $$"]);
    expect([code, stderr]).toEqual([255, ""]);
  });

  it("passes input on to its end, megabytes unharmed both ways", async () => {
    const data = randomBytes(5_000_000);
    const { code, stdout } = await gateway.ssh([...at(), "md5sum"], { input: data });
    expect([code, stdout]).toEqual([0, `${digest(data)}  -\n`]);
    const down = await gateway.ssh([...at(), "yes 0123456789 | head -c 20000000"]);
    expect(digest(down.stdout)).toBe(digest("0123456789\n".repeat(1_818_182).slice(0, 20_000_000)));
  });

  it("keeps two streams apart that both fill the window", async () => {
    const program =
      "for i in $(seq 150); do head -c 30000 /dev/zero | tr '\\0' o; head -c 30000 /dev/zero | tr '\\0' e >&2; done";
    const { stdout, stderr } = await gateway.ssh([...at(), program]);
    expect(stdout).toBe("o".repeat(4_500_000));
    expect(stderr).toBe("e".repeat(4_500_000));
  });

  it("gives a command a terminal that is asked for, and records it", async () => {
    const { code, stdout } = await gateway.ssh(["-tt", ...at(), "tty; echo $TERM; exit 4"]);
    expect(code).toBe(4);
    expect(stdout).toContain("/dev/pts/");
    expect(stdout).toContain("xterm");
    expect(await gateway.lastSession()).toMatchObject({ type: "command", has_replay: true });
  });

  it("says nothing of its own where a command has a terminal", async () => {
    const { stdout } = await gateway.ssh(["-tt", ...at(), "echo only this"]);
    expect(stdout).toBe("only this\r\n");
  });

  it("gives a shell what was typed before it was there", async () => {
    const { code, stdout } = await gateway.ssh(["-tt", ...at()], {
      input: "stty -echo\necho early-$((40+2))-中文\nexit 8\n",
    });
    expect(code).toBe(8);
    expect(stdout).toContain("early-42-中文");
  });

  it("runs a shell without a terminal from a script, recorded", async () => {
    const { code, stdout } = await gateway.ssh(["-T", ...at()], { input: "echo one\nexit 5\n" });
    expect([code, stdout]).toEqual([5, "one\n"]);
    expect(await gateway.lastSession()).toMatchObject({ type: "normal", has_replay: true });
  });

  it("runs a shell in a terminal", async () => {
    const { code, stdout } = await gateway.ssh(["-tt", ...at()], {
      typed: [
        { after: /[$#] /, type: "stty size; echo w$((1+1))o\r" },
        { after: "w2o", type: "exit 3\r" },
      ],
    });
    expect(code).toBe(3);
    expect(stdout).toMatch(/\d+ \d+/);
  });

  it("lets through the variables that say a language, and no other", async () => {
    const { stdout } = await gateway.ssh(
      ["-o", "SendEnv=LC_ALL FOO LD_PRELOAD", ...at(), "echo $LC_ALL-$FOO-$LD_PRELOAD"],
      { environment: { LC_ALL: "C.UTF-8", FOO: "foo" } },
    );
    expect(stdout.trim()).toMatch(/^(C\.UTF-8)?--$/);
  });

  it("carries channels of one connection side by side", async () => {
    const control = `${gateway.folder}/control`;
    const master = ["-o", `ControlPath=${control}`, "-o", "ControlMaster=auto", "-o", "ControlPersist=20"];
    await gateway.ssh([...master, ...at(), "true"]);
    const results = await Promise.all(
      Array.from({ length: 8 }, (_none, index) =>
        gateway.ssh([...master, ...at(), `sleep 0.2; echo ${index}; exit ${index}`], { password: "unused" }),
      ),
    );
    expect(results.map(({ code, stdout }) => [code, stdout])).toEqual(
      results.map((_result, index) => [index, `${index}\n`]),
    );
    await gateway.ssh(["-o", `ControlPath=${control}`, "-O", "exit", ...at()]);
  });

  it("refuses agents, X11 and forwarded ports nobody granted", async () => {
    const agent = await gateway.ssh(["-A", ...at(), "echo agent=$SSH_AUTH_SOCK"], {
      environment: { SSH_AUTH_SOCK: "/nonexistent" },
    });
    expect(agent.stdout).toBe("agent=\n");
  });

  it("says what an asset does not offer", async () => {
    const sftp = await gateway.ssh(["-s", ...at(), "sftp"]);
    expect([sftp.code, sftp.stderr]).toEqual([255, "sftp is not available on this asset.\n"]);
    const telnet = await gateway.ssh([`ada#telnet#operator#box@127.0.0.1`, "true"]);
    expect([telnet.code, telnet.stderr]).toEqual([255, "This needs ssh; it does not work over telnet.\n"]);
  });

  it("ends a command an administrator terminates", async () => {
    const { administrator, database } = gateway.product;
    const since = new Date();
    const running = gateway.ssh([...at(), "echo begun; sleep 60"]);
    const id = await startedSession(database.pool, since);
    await administrator.call("POST", "terminal/tasks/kill-session/", [id]);
    const { code, stderr } = await running;
    expect([code, stderr]).toEqual([255, expect.stringContaining("terminated by")]);
    expect(await gateway.lastSession()).toMatchObject({ id, end_reason: "terminated" });
  });

  it("ends the connection of somebody who is disabled", async () => {
    const menu = gateway.ssh(["-tt", `${gateway.user.username}@127.0.0.1`], {
      typed: [{ after: "Opt> ", type: "?\r" }],
    });
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await gateway.product.administrator.call("PATCH", `users/users/${gateway.user.id}/`, {
      is_active: false,
    });
    expect((await menu).code).toBe(255);
  });
});

/** The session that has begun since then, as soon as its target is there. */
async function startedSession(pool: SshGateway["product"]["database"]["pool"], since: Date): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { rows } = await pool.query("select id from sessions where date_start >= $1 and is_success", [
      since,
    ]);
    if (rows[0] !== undefined) return rows[0].id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("no session has begun");
}
