import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { generateSecret, generateSync } from "otplib";
import ssh2 from "ssh2";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sealOtpSecret } from "../areas/factors/one-time-codes.ts";
import {
  gatewayMissing,
  type ProgramResult,
  plainClient,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";

describe.skipIf(gatewayMissing())("signing in to the SSH server", () => {
  let gateway: SshGateway;
  let askpass: string;

  beforeAll(async () => {
    gateway = await startSshGateway();
    askpass = join(gateway.folder, "askpass");
    const answers =
      '*assword*) echo "$PASSWORD";; *Code*) echo "$CODE";; *Option*) echo "$OPTION";; *Y/n*) echo y;;';
    await writeFile(
      askpass,
      `#!/bin/sh\necho "$1" >> ${gateway.folder}/asked\ncase "$1" in ${answers} esac\n`,
    );
    await chmod(askpass, 0o755);
  });
  afterAll(() => gateway.close());

  beforeEach(async () => {
    const { pool } = gateway.product.database;
    await pool.query("delete from login_logs");
    await pool.query("delete from sign_in_failures").catch(() => undefined);
  });

  /** Runs a command by OpenSSH's client, its questions answered from the environment. */
  const ask = (
    username: string,
    answers: Readonly<Record<string, string>>,
    options: readonly string[] = [],
  ): Promise<ProgramResult> =>
    gateway.run(
      "ssh",
      [
        ...plainClient,
        ...options,
        "-o",
        "LogLevel=INFO",
        "-l",
        username,
        "-p",
        String(gateway.port),
        "127.0.0.1",
        "echo in",
      ],
      { environment: { SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: "force", DISPLAY: ":0", ...answers } },
    );

  const logs = async () => {
    const { rows } = await gateway.product.database.pool.query(
      "select username, type, ip, backend, status, reason, mfa, user_agent from login_logs order by datetime",
    );
    return rows;
  };

  const straight = (username: string) => `${username}@operator@box`;

  async function newcomer(more: Record<string, unknown> = {}) {
    const user = await gateway.product.createUser(more as never);
    const { pool } = gateway.product.database;
    await pool.query(
      "insert into asset_permission_users (permission_id, user_id) select id, $1 from asset_permissions limit 1",
      [user.id],
    );
    return user;
  }

  async function withKey(type: "ed25519" | "rsa" | "ecdsa", name: string) {
    const user = await newcomer();
    const file = join(gateway.folder, name);
    const bits = type === "rsa" ? ["-b", "3072"] : [];
    await gateway.run("ssh-keygen", ["-q", "-t", type, ...bits, "-N", "", "-f", file]);
    const key = (await gateway.run("cat", [`${file}.pub`])).stdout.trim();
    await sql`update users set public_key = ${key} where id = ${user.id}`.execute(
      gateway.product.database.db,
    );
    return { ...user, file, key };
  }

  const byKey = (file: string) => [
    "-i",
    file,
    "-o",
    "IdentitiesOnly=yes",
    "-o",
    "PreferredAuthentications=publickey",
  ];

  it("takes a password, and says so in the login log", async () => {
    const { username, password } = await newcomer();
    expect(await ask(straight(username), { PASSWORD: password })).toMatchObject({ code: 0, stdout: "in\n" });
    expect(await logs()).toEqual([
      expect.objectContaining({ username, type: "T", ip: "127.0.0.1", backend: "Password", status: true }),
    ]);
    expect((await logs())[0].user_agent).toContain("OpenSSH");
  });

  it("refuses a wrong password, an unknown name and an empty password in the same words", async () => {
    const { username, password } = await newcomer();
    const refusals = await Promise.all([
      ask(straight(username), { PASSWORD: "wrong" }),
      ask(straight("nobody-of-this-name"), { PASSWORD: "wrong" }),
      ask(straight(username), { PASSWORD: "" }),
      ask("@@@@", { PASSWORD: password }),
    ]);
    for (const { code, stderr } of refusals) {
      expect(code).toBe(255);
      expect(stderr.replace(/^.*?: Permission/m, "Permission")).toMatch(
        /^Permission denied \(publickey,password\)/m,
      );
    }
    const found = await logs();
    expect(found.map(({ username: name }) => name).sort()).toEqual(
      ["@@@@", "nobody-of-this-name", username].sort(),
    );
    expect(found.every(({ status, reason }) => !status && reason === "password_failed")).toBe(true);
  });

  it.each(["ed25519", "rsa", "ecdsa"] as const)(
    "takes a stored %s key whose other half signs",
    async (type) => {
      const { username, file } = await withKey(type, `own-${type}`);
      expect(await ask(straight(username), {}, byKey(file))).toMatchObject({ code: 0, stdout: "in\n" });
      expect(await logs()).toEqual([expect.objectContaining({ username, backend: "SSH Key", status: true })]);
    },
  );

  it("refuses somebody else's key, and a stored key without its other half", async () => {
    const [own, other] = [await withKey("ed25519", "key-of-one"), await withKey("ed25519", "key-of-another")];
    expect((await ask(straight(own.username), {}, byKey(other.file))).code).toBe(255);
    // The stored public key is known to everybody; a signature by another key must not count for it.
    const stored = ssh2.utils.parseKey(own.key);
    const signer = ssh2.utils.parseKey((await gateway.run("cat", [other.file])).stdout);
    if (stored instanceof Error || signer instanceof Error) throw new Error("keys that do not parse");
    const mixed = Object.create(Array.isArray(signer) ? signer[0] : signer, {
      getPublicSSH: { value: () => (Array.isArray(stored) ? stored[0] : stored)?.getPublicSSH() },
    });
    const outcome = await new Promise<string>((resolve) => {
      const client = new ssh2.Client();
      client.on("ready", () => resolve("in")).on("error", (error) => resolve(error.message));
      client.connect({
        ...{ host: "127.0.0.1", port: gateway.port, username: straight(own.username) },
        authHandler: [{ type: "publickey", username: straight(own.username), key: mixed } as never],
      });
    });
    expect(outcome).toMatch(/authentication methods failed/);
    expect((await logs()).filter(({ status }) => status)).toEqual([]);
  });

  it("asks for the second factor after a password and after a key", async () => {
    const person = await withKey("ed25519", "with-factor");
    const secret = generateSecret();
    const { database, services } = gateway.product;
    await sql`
      update users set otp_secret_sealed = ${sealOtpSecret(services, person.id, secret)}, mfa_level = 1
      where id = ${person.id}
    `.execute(database.db);
    const code = (steps: number) => generateSync({ secret, epoch: Date.now() / 1000 + steps * 30 });
    const { username, password } = person;
    expect((await ask(straight(username), { PASSWORD: password, CODE: "000000" })).code).toBe(255);
    const right = await ask(straight(username), { PASSWORD: password, CODE: code(0) });
    expect(right).toMatchObject({ code: 0, stdout: "in\n" });
    const again = await ask(straight(username), { PASSWORD: password, CODE: code(0) });
    expect(again.code).toBe(255);
    const methods = [
      "-o",
      "PreferredAuthentications=publickey,keyboard-interactive",
      "-o",
      "IdentitiesOnly=yes",
    ];
    const key = await ask(straight(username), { CODE: code(1) }, ["-i", person.file, ...methods]);
    expect(key).toMatchObject({ code: 0, stdout: "in\n" });
    const found = await logs();
    expect(found.map(({ status, backend, mfa }) => [status, backend, mfa])).toEqual([
      [false, "Password", 1],
      [true, "Password", 1],
      [false, "Password", 1],
      [true, "SSH Key", 1],
    ]);
  });

  it("locks after wrong passwords, for the web alike, and says so", async () => {
    const { username, password } = await newcomer();
    await gateway.product.configure({ SECURITY_LOGIN_LIMIT_COUNT: 3 });
    for (let attempt = 0; attempt < 3; attempt += 1) await ask(straight(username), { PASSWORD: "wrong" });
    const locked = await ask(straight(username), { PASSWORD: password });
    expect(locked.code).toBe(255);
    expect(locked.stderr).toMatch(/locked|minutes/i);
    const web = await gateway.product.anonymous.call("POST", "authentication/auth/", { username, password });
    expect(web.body.error).toBe("block_login");
    await gateway.product.configure({ SECURITY_LOGIN_LIMIT_COUNT: 7 });
  });

  it("tells somebody whose password has to be changed, or whose account has run out, why", async () => {
    const must = await newcomer();
    const { db } = gateway.product.database;
    await sql`update users set need_update_password = true where id = ${must.id}`.execute(db);
    const refused = await ask(straight(must.username), { PASSWORD: must.password });
    expect(refused.code).toBe(255);
    expect(refused.stderr).toMatch(/password/i);
    expect(refused.stderr).toMatch(/must set a new password/);
    const gone = await newcomer();
    await sql`update users set date_expired = now() - interval '1 day' where id = ${gone.id}`.execute(db);
    const expired = await ask(straight(gone.username), { PASSWORD: gone.password });
    expect(expired.stderr).toMatch(/expired/i);
    const guess = await ask(straight(gone.username), { PASSWORD: "wrong" });
    expect(guess.stderr).not.toMatch(/expired/i);
  });

  it("takes a temporary password once", async () => {
    await gateway.product.configure({ AUTH_TEMP_TOKEN: true });
    const { id, username } = await newcomer();
    const person = await gateway.product.signIn(id);
    await gateway.product.confirm(person);
    const { body } = await person.call("POST", "authentication/temp-tokens/", {});
    expect(await ask(straight(username), { PASSWORD: body.secret })).toMatchObject({ code: 0 });
    expect((await ask(straight(username), { PASSWORD: body.secret })).code).toBe(255);
    await gateway.product.configure({ AUTH_TEMP_TOKEN: false });
  });

  it("takes a connection token by its value, once, for what it stands for", async () => {
    const { id, username } = await newcomer();
    const person = await gateway.product.signIn(id);
    const make = async (method: string) =>
      (
        await person.call("POST", "authentication/connection-token/", {
          ...{ asset: gateway.assetId, account: "operator", protocol: "ssh", connect_method: method },
        })
      ).body;
    const token = await make("ssh_client");
    expect((await ask(`JMS-${token.id}`, { PASSWORD: "wrong" })).code).toBe(255);
    expect(await ask(`JMS-${token.id}`, { PASSWORD: token.value })).toMatchObject({
      code: 0,
      stdout: "in\n",
    });
    expect((await ask(`JMS-${token.id}`, { PASSWORD: token.value })).code).toBe(255);
    const web = await make("web_cli");
    expect((await ask(`JMS-${web.id}`, { PASSWORD: web.value })).code).toBe(255);
    expect((await logs()).filter(({ status }) => status)).toEqual([
      expect.objectContaining({ username, backend: "Connection token" }),
    ]);
  });

  it("offers the methods that are switched on, from the next connection on", async () => {
    const { username, password, file } = await withKey("ed25519", "methods");
    await gateway.product.configure({ TERMINAL_PASSWORD_AUTH: false });
    const refused = await ask(straight(username), { PASSWORD: password });
    expect(refused.stderr).toContain("(publickey)");
    await gateway.product.configure({ TERMINAL_PASSWORD_AUTH: true, TERMINAL_PUBLIC_KEY_AUTH: false });
    expect((await ask(straight(username), {}, byKey(file))).stderr).toContain("(password)");
    await gateway.product.configure({ TERMINAL_PUBLIC_KEY_AUTH: true, TERMINAL_KOKO_SSH_ENABLED: false });
    expect((await ask(straight(username), { PASSWORD: password })).stderr).toMatch(/closed|reset/i);
    await gateway.product.configure({ TERMINAL_KOKO_SSH_ENABLED: true });
    expect((await ask(straight(username), { PASSWORD: password })).code).toBe(0);
  });
});
