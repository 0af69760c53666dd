import { createHash, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ssh2 from "ssh2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount, passwordAccountsPossible, type TestAccount } from "../engine/testing/openssh.ts";
import {
  gatewayMissing,
  isMissing,
  permit,
  plainClient,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";
import { allowSudo, sudoMissing } from "./sudo.ts";

const sha256 = (data: Buffer | string): string => createHash("sha256").update(data).digest("hex");

const methods = [
  { method: "su", missing: null },
  { method: "sudo", missing: sudoMissing() },
];

describe.skipIf(gatewayMissing() || !passwordAccountsPossible())("an account that is changed to", () => {
  let gateway: SshGateway;
  let other: TestAccount;
  let forbidSudo: () => Promise<void> = () => Promise.resolve();
  const login = "ada#other#box@127.0.0.1";
  const change = (method: string) =>
    gateway.product.database.pool.query("update platforms set su_enabled = true, su_method = $1", [method]);
  const setAccount = (change: Record<string, unknown>) =>
    gateway.product.database.pool
      .query("select id from accounts where name = 'other'")
      .then(({ rows }) =>
        gateway.product.administrator.call("PATCH", `accounts/accounts/${rows[0].id}/`, change),
      );
  /** A client of files, as `ada@other@box` with the person's password. */
  const carry = (program: string, args: readonly string[], input = "") =>
    gateway.run(
      "sshpass",
      [
        "-e",
        program,
        ...plainClient,
        "-o",
        "LogLevel=ERROR",
        "-o",
        "BatchMode=no",
        "-P",
        String(gateway.port),
        ...args,
      ],
      { input, environment: { SSHPASS: gateway.user.password } },
    );

  beforeAll(async () => {
    gateway = await startSshGateway();
    other = await createAccount();
    const { product, assetId, target, user } = gateway;
    if (sudoMissing() === null) forbidSudo = await allowSudo(target.username);
    const { administrator } = product;
    await administrator.call("PATCH", `assets/hosts/${assetId}/`, {
      protocols: [
        { name: "ssh", port: target.port },
        { name: "sftp", port: target.port },
      ],
    });
    const { body } = await administrator.call("GET", `accounts/accounts/?asset=${assetId}`);
    const made = await administrator.call("POST", "accounts/accounts/", {
      asset: assetId,
      name: "other",
      username: other.username,
      secret: other.password,
      su_from: body[0].id,
    });
    expect(made.status).toBe(201);
    const actions = ["connect", "upload", "download", "delete"];
    await permit(product, { users: [user.id], assets: [assetId], accounts: ["@ALL"], actions });
  });
  afterAll(async () => {
    await gateway.close();
    await forbidSudo();
    await other.remove();
  });

  describe.each(methods)("by $method", ({ method, missing }) => {
    const test = it.skipIf(missing !== null);
    beforeAll(async () => {
      await change(method);
    });

    test("runs commands: its own name and home, both streams, the exit status", async () => {
      const found = await gateway.ssh([login, 'id -un; pwd; echo "$HOME $SHELL"; echo err >&2; exit 7']);
      const home = `/home/${other.username}`;
      expect(found).toEqual({
        code: 7,
        stdout: `${other.username}\n${home}\n${home} /bin/bash\n`,
        stderr: "err\n",
      });
      expect(await gateway.lastSession()).toMatchObject({ type: "command", end_reason: "target_closed" });
    });

    test("hands a command over as it is", async () => {
      const commands = [
        `printf '%s|' 'a b' "c\\\\d" "$((1+1))" '!x' "it's"`,
        "printf '%s' 'one\ntwo\n\n'",
        `printf '%s' '中文 é \\0101 %b\t.'`,
        `printf '%s' '${"long ".repeat(4000)}'`,
      ];
      const plain = "ada#operator#box@127.0.0.1";
      for (const command of commands) {
        const found = await gateway.ssh([login, command]);
        expect(found).toEqual(await gateway.ssh([plain, command]));
        expect(found.stdout).not.toBe("");
      }
    });

    test("carries megabytes of any bytes both ways, to the end of the input", async () => {
      const data = randomBytes(3_000_000);
      const { code, stdout } = await gateway.ssh([login, "tee /dev/stderr | sha256sum; cat | wc -c"], {
        input: data,
      });
      expect([code, stdout]).toEqual([0, `${sha256(data)}  -\n0\n`]);
      const down = await gateway.ssh([
        login,
        "head -c 5000000 /dev/zero | tr '\\0' '\\351' | sha256sum; sleep 0",
      ]);
      expect(down.stdout).toBe(`${sha256(Buffer.alloc(5_000_000, 0xe9))}  -\n`);
    });

    test("runs a shell without a terminal from a script", async () => {
      const { code, stdout } = await gateway.ssh(["-T", login], { input: "id -un\nexit 5\n" });
      expect([code, stdout]).toEqual([5, `${other.username}\n`]);
    });

    test("gives a command a terminal that can be interrupted, and hides what came before", async () => {
      const { code, stdout, stderr } = await gateway.ssh(
        ["-tt", login, "trap 'echo caught; exit 9' INT; tty; id -un; sleep 30 & wait"],
        {
          typed: [{ after: `${other.username}\r\n`, type: "\x03" }],
        },
      );
      expect([code, stderr]).toEqual([9, ""]);
      expect(stdout).toMatch(/^\/dev\/pts\/\d+\r\nspt\w+\r\n(\^C)?(\r\n)?caught\r\n$/);
      expect(await gateway.lastSession()).toMatchObject({ type: "command", has_replay: true });
    });

    test("is reached by signals", async () => {
      const found = await signalled(
        gateway,
        "trap 'echo got; exit 4' TERM; echo on; while :; do sleep 0.1; done",
      );
      expect(found).toEqual({ code: 4, stdout: "on\ngot\n" });
    });

    test("has its files by sftp, scp and rsync", async () => {
      const content = randomBytes(700_000);
      const file = (name: string) => join(gateway.folder, `${method}-${name}`);
      await writeFile(file("up"), content);
      const at = "ada@other@box@127.0.0.1";
      const home = `/home/${other.username}`;
      const batch = `put ${file("up")} ${home}/a\nget ${home}/a ${file("down")}\nrm ${home}/a\n`;
      const sftp = await carry("sftp", ["-b", "-", at], batch);
      expect([sftp.code, sftp.stderr]).toEqual([0, ""]);
      expect((await readFile(file("down"))).equals(content)).toBe(true);
      for (const protocol of ["-s", "-O"]) {
        const up = await carry("scp", [protocol, file("up"), `${at}:${home}/b`]);
        expect([up.code, up.stderr]).toEqual([0, ""]);
        const down = await carry("scp", [protocol, `${at}:${home}/b`, file(`back${protocol}`)]);
        expect([down.code, down.stderr]).toEqual([0, ""]);
        expect((await readFile(file(`back${protocol}`))).equals(content)).toBe(true);
      }
      const owner = await gateway.ssh([login, "stat -c %U b"]);
      expect(owner.stdout).toBe(`${other.username}\n`);
      if (isMissing("rsync")) return;
      const shell = `sshpass -e ssh ${plainClient.join(" ")} -o LogLevel=ERROR -p ${gateway.port}`;
      const rsync = await gateway.run("rsync", ["-a", "-e", shell, file("up"), `${at}:c`], {
        environment: { SSHPASS: gateway.user.password },
      });
      expect([rsync.code, rsync.stderr]).toEqual([0, ""]);
      expect((await gateway.ssh([login, "sha256sum < c"])).stdout).toBe(`${sha256(content)}  -\n`);
    });

    test("says why it is refused, without what it was tried with", async () => {
      const wrong = "Not-the-one-4711";
      if (method === "sudo") await forbidSudo();
      else await setAccount({ secret: wrong });
      try {
        const { code, stdout, stderr } = await gateway.ssh([login, "id"]);
        expect([code, stdout]).toEqual([255, ""]);
        expect(stderr).toContain("refused to switch to account");
        expect(stderr).not.toContain(wrong);
        expect(stderr).not.toContain(gateway.target.password);
      } finally {
        if (method === "sudo") forbidSudo = await allowSudo(gateway.target.username);
        else await setAccount({ secret: other.password });
      }
    });
  });

  it("is not changed to where only a device's command would do", async () => {
    await change("enable");
    const { code, stderr } = await gateway.ssh([login, "id"]);
    expect([code, stderr]).toEqual([
      255,
      expect.stringContaining("reached by switching from another account"),
    ]);
  });
});

/** Runs a command by a client that sends it TERM as soon as it has said something. */
async function signalled(
  { port, user: { username, password } }: SshGateway,
  command: string,
): Promise<{ code: number | null; stdout: string }> {
  const client = new ssh2.Client();
  await new Promise<void>((resolve, reject) => {
    client.once("ready", resolve).once("error", reject);
    client.connect({ host: "127.0.0.1", port, username: `${username}@other@box`, password });
  });
  try {
    return await new Promise((resolve, reject) => {
      client.exec(command, (error, channel) => {
        if (error !== undefined) {
          reject(error);
          return;
        }
        let stdout = "";
        let code: number | null = null;
        channel.on("data", (data: Buffer) => {
          if (stdout === "") channel.signal("TERM");
          stdout += data.toString();
        });
        channel.once("exit", (found: number | null) => {
          code = found;
        });
        channel.once("close", () => resolve({ code, stdout }));
      });
    });
  } finally {
    client.end();
  }
}
