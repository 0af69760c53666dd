import { execFileSync } from "node:child_process";
import { generateKeyPair, randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createAccount,
  type OpenSshServer,
  opensshMissing,
  passwordAccountsPossible,
  startOpenSsh,
  type TestAccount,
} from "../../engine/testing/openssh.ts";
import { changeSecret } from "../methods/change-secret.ts";
import { verifyAccount } from "../methods/ping.ts";
import { accountFor, changeFor, type JobSpecChange, jobSpecFor, runJobSpec } from "../testing/job-specs.ts";

const randomKey = async () => {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs1", format: "pem" }).toString();
};

const isPossible = opensshMissing() === null && passwordAccountsPossible();

describe.skipIf(!isPossible)("a Linux machine", () => {
  let sshd: OpenSshServer;
  let user: TestAccount;
  let password: string;
  const made: string[] = [];
  beforeAll(async () => {
    sshd = await startOpenSsh();
    user = await createAccount();
    password = user.password;
  });
  afterAll(async () => {
    for (const name of made) {
      execFileSync("/usr/sbin/userdel", ["--remove", "--force", name], { stdio: "ignore" });
      rmSync(`/etc/sudoers.d/${name}`, { force: true });
    }
    await sshd?.stop();
    await user?.remove();
  });

  const root = () => ({ name: "root", username: "root", secretType: "ssh_key", secret: sshd.privateKey });
  const spec = (change: JobSpecChange) =>
    jobSpecFor({
      account: root(),
      mechanism: "change_secret_posix",
      ...change,
      target: { port: sshd.port, ...change.target },
    });
  const signsIn = async (username: string, secret: string) =>
    (await runJobSpec(verifyAccount, spec({ account: { username, secret } }))).code;
  const changeTo = async (secret: string, more: JobSpecChange = {}) => {
    const change = changeFor({ name: "web", username: user.username, secret: password }, secret);
    const outcome = await runJobSpec(changeSecret, spec({ change, ...more }));
    if (outcome.result?.holds === "new") password = secret;
    return outcome;
  };

  it("has a password changed by root, and the hash is all it is told", async () => {
    const former = password;
    for (const secret of ["a new one", "'\"`$(x)\\ {} \u00e4\u4e2d", "x".repeat(120)]) {
      const outcome = await changeTo(secret);
      expect(outcome).toMatchObject({ code: null, text: "", result: { holds: "new", problem: "" } });
    }
    expect(await signsIn(user.username, former)).toBe("authentication_failed");
    const shadow = readFileSync("/etc/shadow", "utf8").split("\n");
    expect(shadow.find((line) => line.startsWith(`${user.username}:`))).toMatch(/^[^:]+:\$6\$/);
  });

  it("is not touched for names and passwords that cannot be", async () => {
    for (const username of ["-f", "a:b", "a b", "", "a\nroot"]) {
      const change = changeFor({ username, secret: "x" }, "another");
      expect((await runJobSpec(changeSecret, spec({ change }))).code).toBe("invalid_name");
    }
    expect((await changeTo("line\nbreak")).code).toBe("password_invalid");
    expect((await changeTo("x".repeat(600))).code).toBe("password_invalid");
  });

  it("refuses an account that may not change others, and its password still holds", async () => {
    const account = { name: "web", username: user.username, secret: password };
    const outcome = await changeTo("never", { account });
    expect(outcome.result).toMatchObject({ holds: "former", sent: "refused" });
    expect(outcome.result?.problem).toMatch(/chpasswd/i);
    expect(await signsIn(user.username, password)).toBeNull();
  });

  it("makes an account that is not there where that is asked for", async () => {
    const username = `spt${randomBytes(5).toString("hex")}`;
    const change = changeFor({ name: "new", username, secret: null }, "its first one");
    expect((await runJobSpec(changeSecret, spec({ change }))).code).toBe("account_missing");
    made.push(username);
    const params = { sudo: "/bin/whoami", shell: "/bin/sh", home: `/tmp/home-${username}`, groups: "users" };
    const outcome = await runJobSpec(changeSecret, spec({ change: { ...change, create: true }, params }));
    expect(outcome).toMatchObject({ code: null, result: { holds: "new", problem: "" } });
    const entry = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((line) => line.startsWith(`${username}:`));
    expect(entry).toMatch(new RegExp(`:/tmp/home-${username}:/bin/sh$`));
    expect(execFileSync("id", ["-nG", username]).toString()).toContain("users");
    if (existsSync("/usr/sbin/visudo")) {
      expect(readFileSync(`/etc/sudoers.d/${username}`, "utf8")).toBe(
        `${username} ALL=(ALL) NOPASSWD: /bin/whoami\n`,
      );
    }
  });

  it("does not keep an account whose sudo rule is none", async () => {
    const username = `spt${randomBytes(5).toString("hex")}`;
    made.push(username);
    const change = changeFor({ name: "new", username, secret: null }, "its first one", { create: true });
    const outcome = await runJobSpec(changeSecret, spec({ change, params: { sudo: "not a path (" } }));
    if (existsSync("/usr/sbin/visudo"))
      expect(outcome.result).toMatchObject({ holds: "neither", sent: "refused" });
    expect(existsSync(`/etc/sudoers.d/${username}.new`)).toBe(false);
  });

  it.skipIf(!existsSync("/usr/bin/sudo"))("is changed through sudo, by whoever may use it", async () => {
    const operating = await createAccount();
    const rule = `/etc/sudoers.d/${operating.username}`;
    writeFileSync(rule, `${operating.username} ALL=(ALL) ALL\n`, { mode: 0o440 });
    try {
      const from = {
        id: "",
        name: "op",
        username: operating.username,
        secretType: "password",
        secret: operating.password,
        privileged: false,
      };
      const account = {
        name: "root",
        username: "root",
        secret: null,
        switchFrom: { method: "sudo", account: from },
      };
      expect(await changeTo("by sudo", { account })).toMatchObject({ code: null, result: { holds: "new" } });
      writeFileSync(rule, `${operating.username} ALL=(ALL) NOPASSWD: ALL\n`, { mode: 0o440 });
      const byKey = { ...from, secretType: "ssh_key", secret: sshd.privateKey };
      const keyed = { ...account, switchFrom: { method: "sudo", account: byKey } };
      expect(await changeTo("by key", { account: keyed })).toMatchObject({
        code: null,
        result: { holds: "new" },
      });
      rmSync(rule);
      expect((await changeTo("by nobody", { account })).code).toBe("switch_failed");
    } finally {
      rmSync(rule, { force: true });
      await operating.remove();
    }
  });

  it("has keys added, proved, and only then the former ones taken away", async () => {
    const folder = `/home/${user.username}/.ssh`;
    const lines = () => readFileSync(`${folder}/authorized_keys`, "utf8").trim().split("\n");
    const own = await startOpenSsh({ config: ["AuthorizedKeysFile .ssh/authorized_keys"] });
    try {
      const [first, second, third] = await Promise.all([randomKey(), randomKey(), randomKey()]);
      const to = async (former: string | null, secret: string, keyStrategy: "add" | "set" | "set_jms") => {
        const account = { name: "web", username: user.username, secretType: "ssh_key", secret: former };
        const change = changeFor(account, secret, { keyStrategy });
        const given = spec({ change, target: { port: own.port } });
        return await runJobSpec(changeSecret, { ...given, account: accountFor(byPassword) });
      };
      const { switchFrom: _none, ...from } = accountFor({ username: own.username, secret: own.password });
      // From an account that may do nothing, by `su` to the very one: no administrator is needed for one's own keys.
      const byPassword = {
        username: user.username,
        secret: password,
        switchFrom: { method: "su", account: from },
      };
      expect(await to(null, first, "add")).toMatchObject({
        code: null,
        text: "",
        result: { holds: "new", problem: "" },
      });
      appendFileSync(`${folder}/authorized_keys`, "ssh-ed25519 AAAAC3Nz somebody@else");
      expect((await to(first, first, "add")).result?.holds).toBe("new");
      expect(lines()).toHaveLength(2);
      expect(await to(first, second, "set_jms")).toMatchObject({ result: { holds: "new", problem: "" } });
      expect(lines()).toEqual([
        "ssh-ed25519 AAAAC3Nz somebody@else",
        expect.stringMatching(/^ssh-rsa \S+ sallyport@test$/),
      ]);
      expect(await to(second, third, "set")).toMatchObject({ result: { holds: "new", problem: "" } });
      expect(lines()).toEqual([expect.stringMatching(/^ssh-rsa \S+ sallyport@test$/)]);
      expect(statSync(`${folder}/authorized_keys`).mode & 0o777).toBe(0o600);
      for (const name of ["", "/authorized_keys"]) {
        chownSync(`${folder}${name}`, 0, 0);
        chmodSync(`${folder}${name}`, 0o755);
      }
      expect((await to(third, first, "set")).result).toMatchObject({ holds: "former", sent: "refused" });
      expect(lines()).toHaveLength(1);
    } finally {
      await own.stop();
    }
  });

  it("proves an account that may sign in and do nothing else", async () => {
    const idle = await createAccount();
    try {
      execFileSync("/usr/sbin/usermod", ["-s", "/usr/sbin/nologin", idle.username]);
      const change = changeFor({ username: idle.username, secret: idle.password }, "another");
      expect((await runJobSpec(changeSecret, spec({ change }))).result?.holds).toBe("new");
    } finally {
      await idle.remove();
    }
  });
});
