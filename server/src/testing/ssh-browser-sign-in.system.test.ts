import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { generateSecret, generateSync } from "otplib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sealOtpSecret } from "../areas/factors/one-time-codes.ts";
import { openBrowser, type TestBrowser } from "./browser.ts";
import {
  gatewayMissing,
  type ProgramResult,
  plainClient,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";

/** Somebody with an authenticator, whose codes count once each. */
interface Person {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly code: (steps?: number) => string;
}

/** What a terminal shows. */
interface Shown {
  readonly path: string;
  readonly code: string;
}

describe.skipIf(gatewayMissing())("signing in to the SSH server in a browser", () => {
  let gateway: SshGateway;
  let askpass: string;

  beforeAll(async () => {
    gateway = await startSshGateway();
    askpass = join(gateway.folder, "askpass");
    const script = `#!/bin/sh\necho "$1" >> ${gateway.folder}/asked\necho "$TYPED"\n`;
    await writeFile(askpass, script, { mode: 0o755 });
  });
  afterAll(() => gateway?.close());
  beforeEach(async () => {
    await gateway.product.configure({ TERMINAL_BROWSER_AUTH: true, TERMINAL_CERTIFICATE_HOURS: 8 });
    await gateway.product.database.pool.query("delete from login_logs");
  });

  async function newcomer({ hasFactor = true } = {}): Promise<Person> {
    const { database, services, createUser } = gateway.product;
    const user = await createUser({});
    const secret = generateSecret();
    if (hasFactor) {
      await sql`
        update users set otp_secret_sealed = ${sealOtpSecret(services, user.id, secret)}, mfa_level = 1
        where id = ${user.id}
      `.execute(database.db);
    }
    await database.pool.query(
      "insert into asset_permission_users (permission_id, user_id) select id, $1 from asset_permissions limit 1",
      [user.id],
    );
    return { ...user, code: (steps = 0) => generateSync({ secret, epoch: Date.now() / 1000 + steps * 30 }) };
  }

  async function newKey(name: string, type = "ed25519"): Promise<string> {
    const file = join(gateway.folder, `${name}-${Math.random().toString(36).slice(2)}`);
    await gateway.run("ssh-keygen", ["-q", "-t", type, "-N", "", "-C", "", "-f", file]);
    return file;
  }

  const fingerprint = async (file: string): Promise<string> =>
    (await gateway.run("ssh-keygen", ["-l", "-f", `${file}.pub`])).stdout.split(" ")[1] ?? "";

  const connect = (
    username: string,
    options: readonly string[],
    how: Parameters<SshGateway["run"]>[2] = {},
  ): Promise<ProgramResult> =>
    gateway.run(
      "ssh",
      [
        ...plainClient,
        ...["-o", "LogLevel=INFO", "-o", "IdentitiesOnly=yes", ...options],
        ...["-l", `${username}#operator#box`, "-p", String(gateway.port), "127.0.0.1", "echo in"],
      ],
      how,
    );

  /** Runs plain `ssh` with a key, and does what a person would with what the terminal shows. */
  async function knock(
    username: string,
    key: string,
    decide: (shown: Shown) => Promise<void>,
    typed = "",
  ): Promise<ProgramResult> {
    let deciding: Promise<unknown> | undefined;
    const failures: unknown[] = [];
    const onErrors = (text: string) => {
      const [, path] = /https?:\/\/[^/\s]+(\/core\/auth\/ssh\/[^\s]+)/.exec(text) ?? [];
      const [, code] = /enter the code (\d{3} \d{3})/.exec(text) ?? [];
      if (path !== undefined && code !== undefined)
        deciding ??= decide({ path, code }).catch((error: unknown) => void failures.push(error));
    };
    const environment = { SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: "force", DISPLAY: ":0", TYPED: typed };
    const result = await connect(username, ["-i", key], { environment, onErrors });
    await deciding;
    if (failures.length > 0) throw failures[0];
    return result;
  }

  /** The certificate, and not the key beside it; OpenSSH takes no signatures with SHA-1 by itself. */
  const certificateAlone = [
    "-o",
    `PubkeyAcceptedAlgorithms=${["ssh-ed25519", "ecdsa-sha2-nistp256", "rsa-sha2-512", "rsa-sha2-256"]
      .map((name) => `${name}-cert-v01@openssh.com`)
      .join(",")}`,
  ];
  const byKeyAlone = (key: string, ...more: string[]) => ["-o", "BatchMode=yes", "-i", key, ...more];
  const logs = async () =>
    (
      await gateway.product.database.pool.query(
        "select username, type, backend, status, reason, mfa from login_logs where type = 'T' order by datetime",
      )
    ).rows;
  const csrfOf = (page: string): string => /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page)?.[1] ?? "";

  const browsers = new Map<string, TestBrowser>();
  /** The browser of somebody, who signs in once: codes of authenticators count once. */
  async function signedIn({ id, username, password, code }: Person, path = ""): Promise<TestBrowser> {
    const known = browsers.get(id);
    if (known !== undefined) return known;
    const browser = openBrowser(gateway.product);
    browsers.set(id, browser);
    const second = await browser.follow(
      await browser.signIn(username, password, path === "" ? {} : { next: path }),
    );
    if (second.text.includes('name="mfa_type"')) {
      const sent = { mfa_type: "otp", code: code(), csrfmiddlewaretoken: csrfOf(second.text) };
      await browser.follow(await browser.post("/core/auth/login/mfa/", sent));
    }
    return browser;
  }

  async function send(browser: TestBrowser, { path }: Shown, fields: Readonly<Record<string, string>>) {
    const page = await browser.get(path);
    const answer = await browser.post(path, { csrfmiddlewaretoken: csrfOf(page.text), ...fields });
    return browser.follow(answer);
  }

  it("shows a link; who allows the client there is in, and their key gets in by itself until it ends", async () => {
    const person = await newcomer();
    const key = await newKey("first");
    const result = await knock(person.username, key, async (shown) => {
      const stranger = await openBrowser(gateway.product).get(shown.path);
      expect(stranger.headers.location).toBe(`/core/auth/login/?next=${encodeURIComponent(shown.path)}`);
      const browser = await signedIn(person, shown.path);
      const page = await browser.get(shown.path);
      for (const fact of [person.username, "127.0.0.1", "OpenSSH", await fingerprint(key)]) {
        expect(page.text).toContain(fact);
      }
      // The code that signed them in a moment ago is proof enough.
      expect(page.text).not.toContain('name="mfa_type"');
      const wrong = await send(browser, shown, { action: "allow", terminal_code: "000000x", key: "0" });
      expect([wrong.status, wrong.text.includes("not the one in the terminal")]).toEqual([400, true]);
      const done = await send(browser, shown, { action: "allow", terminal_code: shown.code, key: "0" });
      expect(done.text).toContain("Go back to your terminal");
      const again = await browser.follow(await browser.get(shown.path));
      expect(again.text).toContain("The link has been used");
    });
    expect(result).toMatchObject({ code: 0, stdout: "in\n" });
    const { username } = person;
    expect(await logs()).toEqual([
      { username, type: "T", backend: "Browser", status: true, reason: "", mfa: 1 },
    ]);
    expect(await connect(username, byKeyAlone(key))).toMatchObject({ code: 0, stdout: "in\n" });
    expect((await logs()).at(-1)).toMatchObject({ backend: "SSH certificate", status: true, mfa: 1 });
    expect((await connect(username, byKeyAlone(await newKey("other")))).code).toBe(255);
    const somebody = await newcomer();
    expect((await connect(somebody.username, byKeyAlone(key))).code).toBe(255);
    // Switched off, it counts no more.
    await gateway.product.configure({ TERMINAL_BROWSER_AUTH: false });
    expect((await connect(username, byKeyAlone(key))).code).toBe(255);
    await gateway.product.configure({ TERMINAL_BROWSER_AUTH: true });
    const { administrator } = gateway.product;
    const credentials = `sallyport/users/${person.id}/credentials/`;
    const { body } = await administrator.call("GET", credentials);
    expect(body).toContainEqual(
      expect.objectContaining({ name: "ssh_certificates", count: 1, is_revocable: true }),
    );
    await administrator.call("PATCH", `users/users/${person.id}/`, { is_active: false });
    await administrator.call("PATCH", `users/users/${person.id}/`, { is_active: true });
    expect((await connect(username, byKeyAlone(key))).code).toBe(255);
  });

  it("goes on by itself where no password is taken, and takes one in the same place where it is", async () => {
    const person = await newcomer({ hasFactor: false });
    const key = await newKey("typed");
    const typed = await knock(person.username, key, async () => undefined, person.password);
    expect(typed).toMatchObject({ code: 0, stdout: "in\n" });
    const other = await newcomer();
    await gateway.product.configure({ TERMINAL_PASSWORD_AUTH: false });
    await writeFile(join(gateway.folder, "asked"), "");
    const alone = await knock(other.username, key, async (shown) => {
      const browser = await signedIn(other);
      await send(browser, shown, { action: "allow", terminal_code: shown.code, key: "" });
    });
    expect(alone).toMatchObject({ code: 0, stdout: "in\n" });
    expect(await readFile(join(gateway.folder, "asked"), "utf8")).toBe("");
    // This connection only: the key was not signed.
    expect((await connect(other.username, byKeyAlone(key))).code).toBe(255);
    await gateway.product.configure({ TERMINAL_PASSWORD_AUTH: true });
  });

  it("lets nobody else allow a client, and nobody without a second factor", async () => {
    const [victim, attacker, plain] = [
      await newcomer(),
      await newcomer(),
      await newcomer({ hasFactor: false }),
    ];
    const key = await newKey("hostile");
    const refused = await knock(victim.username, key, async (shown) => {
      const browser = await signedIn(attacker);
      expect((await browser.follow(await browser.get(shown.path))).text).toContain("made for another user");
      await send(browser, shown, { action: "allow", terminal_code: shown.code, key: "0" });
      const own = await signedIn(victim);
      // A form of another site changes nothing.
      const forged = await own.post(shown.path, {
        ...{ action: "allow", terminal_code: shown.code, csrfmiddlewaretoken: "forged" },
      });
      expect(forged.headers.location).toBe(shown.path);
      await send(own, shown, { action: "refuse" });
    });
    expect(refused.code).toBe(255);
    expect(refused.stderr).toContain("refused in the browser");
    expect((await logs()).at(-1)).toMatchObject({ reason: "browser_refused", status: false });
    const without = await knock(plain.username, key, async (shown) => {
      const browser = await signedIn(plain);
      const page = await browser.get(shown.path);
      expect(page.text).toContain("requires a second factor");
      await send(browser, shown, { action: "allow", terminal_code: shown.code, key: "0" });
      await send(browser, shown, { action: "refuse" });
    });
    expect(without.code).toBe(255);
    // A name that nobody has looks the same.
    const nobody = await knock("nobody-of-this-name", key, async ({ path }) => {
      const browser = await signedIn(victim);
      expect((await browser.follow(await browser.get(path))).text).toContain("made for another user");
      await gateway.product.database.pool.query("update ssh_sign_in_requests set state = 'refused'");
      await gateway.product.services.events.publish("ssh-sign-in.decided", await lastRequest());
    });
    expect(nobody.code).toBe(255);
  });

  const lastRequest = async () =>
    (
      await gateway.product.database.pool.query(
        "select id from ssh_sign_in_requests order by date_created desc limit 1",
      )
    ).rows[0];

  it("ends after three wrong codes, and when its time is over", async () => {
    const person = await newcomer();
    const key = await newKey("late");
    const guessed = await knock(person.username, key, async (shown) => {
      const browser = await signedIn(person);
      const fields = { action: "allow", terminal_code: "1", key: "0" };
      for (const end of ["not the one", "not the one", "The link has been used"]) {
        expect((await send(browser, shown, fields)).text).toContain(end);
      }
      const late = await send(browser, shown, { ...fields, terminal_code: shown.code });
      expect(late.text).toContain("The link has been used");
    });
    expect(guessed.code).toBe(255);
    const late = await knock(person.username, key, async (shown) => {
      const browser = await signedIn(person, "");
      const { pool } = gateway.product.database;
      await pool.query("update ssh_sign_in_requests set date_expired = now()");
      const answer = await send(browser, shown, { action: "allow", terminal_code: shown.code, key: "0" });
      expect(answer.text).toContain("The link has been used");
      await gateway.product.services.events.publish("ssh-sign-in.decided", await lastRequest());
    });
    expect(late.stderr).toContain("The connection was not allowed in time");
    expect((await logs()).at(-1)).toMatchObject({ reason: "browser_late", status: false });
  });

  it("holds to the rules about sign-ins, and to the state of the user, when it was allowed", async () => {
    const person = await newcomer();
    const key = await newKey("ruled");
    const { administrator, database } = gateway.product;
    const result = await knock(person.username, key, async (shown) => {
      const browser = await signedIn(person);
      await send(browser, shown, { action: "allow", terminal_code: shown.code, key: "0" });
    });
    expect(result.code).toBe(0);
    const rule = await administrator.call("POST", "acls/login-acls/", {
      name: "no SSH",
      action: "reject",
      users: { type: "ids", ids: [person.id] },
      rules: { ip_group: ["127.0.0.1"], time_period: [] },
    });
    expect(rule.status, rule.text).toBe(201);
    const ruled = await connect(person.username, byKeyAlone(key));
    expect(ruled.code).toBe(255);
    expect((await logs()).at(-1)).toMatchObject({ reason: "acl_not_allow", backend: "SSH certificate" });
    await administrator.call("DELETE", `acls/login-acls/${rule.body.id}/`);
    await database.pool.query("update users set date_expired = now() where id = $1", [person.id]);
    expect((await connect(person.username, byKeyAlone(key))).code).toBe(255);
  });

  it.each(["ed25519", "ecdsa", "rsa"])(
    "takes certificates of %s keys as OpenSSH sends them",
    async (type) => {
      const person = await newcomer();
      const key = await newKey("certified", type);
      const caller = await gateway.product.signIn(person.id);
      const public_key = (await readFile(`${key}.pub`, "utf8")).trim();
      const url = "sallyport/own-ssh-certificates/";
      expect((await caller.call("POST", url, { public_key })).body.code).toBe("mfa");
      const confirmed = await caller.call("POST", "authentication/confirm/", {
        ...{ confirm_type: "mfa", mfa_type: "otp", secret_key: person.code() },
      });
      expect(confirmed.status, confirmed.text).toBe(200);
      const made = await caller.call("POST", url, { public_key });
      expect(made.status, made.text).toBe(201);
      await writeFile(`${key}-cert.pub`, `${made.body.certificate}\n`);
      const shown = await connect(person.username, byKeyAlone(key, "-v", ...certificateAlone));
      expect(shown).toMatchObject({ code: 0, stdout: "in\n" });
      expect(shown.stderr).toMatch(/Server accepts key: .*-CERT SHA256/);
      const { certificates } = (await caller.call("GET", url)).body;
      expect(certificates).toEqual([
        expect.objectContaining({ id: made.body.id, date_last_used: expect.any(String) }),
      ]);
      const another = await newcomer();
      expect((await connect(another.username, byKeyAlone(key, ...certificateAlone))).code).toBe(255);
      expect((await caller.call("DELETE", `${url}${made.body.id}/`)).status).toBe(204);
      for (const options of [certificateAlone, []]) {
        expect((await connect(person.username, byKeyAlone(key, ...options))).code).toBe(255);
      }
    },
  );
});
