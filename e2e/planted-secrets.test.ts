import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import type { ApiClient } from "./support/api.ts";
import { bindAuthenticator } from "./support/authenticator.ts";
import { connectionTo } from "./support/database.ts";
import { findInFolder, findNeedles, needlesOf } from "./support/needles.ts";
import { adminPassword, type Product, startProduct } from "./support/product.ts";
import { buildWorld, until, type World } from "./support/world.ts";

/** In every secret that can be chosen, so that one search finds all of them. */
const mark = "Zq7Heron9Xw4";
/** What is planted in the open, in the same places: the search has to find it. */
const control = "Vk3Plover8Tb6";
const planted = (kind: string): string => `${mark}-${kind}`;

/** The files of the database's programs, and the key of the installation, which no secret is planted in. */
const isPassed = (path: string): boolean => /^postgres\/\d|^secret\.key$/.test(path);

describe.skipIf(opensshMissing() !== null)("secrets planted everywhere", () => {
  let product: Product;
  let world: World;
  let folder: string;
  /** What the product made up and told once. */
  const made: string[] = [];
  const answers: string[] = [];
  /** Where a search finds something it must not. */
  const needles = () => [mark, ...made].flatMap(needlesOf);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "sallyport-planted-"));
    product = await startProduct({ environment: { SALLYPORT_LOG_LEVEL: "trace" } });
    world = await buildWorld(product);
    await plant();
    await use();
  });
  afterAll(async () => {
    await world?.close();
    await product?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A call whose answer, whatever it is, must not tell. */
  async function call(client: ApiClient, method: string, path: string, body?: unknown) {
    const answer = await client.raw(method, path, body);
    answers.push(
      `${method} ${path} ${answer.status} ${
        typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body)
      }`,
    );
    return answer;
  }

  async function must(method: string, path: string, body: unknown) {
    const answer = await call(world.admin, method, path, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** A private key behind a planted passphrase; the middle of its text is looked for as well. */
  function privateKey(): string {
    const path = join(folder, "id");
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", planted("passphrase"), "-f", path]);
    const key = readFileSync(path, "utf8");
    rmSync(path);
    made.push(key.split("\n")[3] ?? "");
    return key;
  }

  async function plant(): Promise<void> {
    const { hostId, user, username, password } = world;
    const account = (name: string, more: object) =>
      must("POST", "/api/v1/accounts/accounts/", {
        asset: hostId,
        name,
        username: name,
        comment: control,
        ...more,
      });
    const typed = await account("typed", { secret: planted("password") });
    await must("PATCH", `/api/v1/accounts/accounts/${typed.id}/`, { secret: planted("later-password") });
    await account("keyed", {
      secret_type: "ssh_key",
      secret: privateKey(),
      passphrase: planted("passphrase"),
    });
    await account("tokened", { secret_type: "token", secret: planted("token") });
    await must("POST", "/api/v1/accounts/account-templates/", {
      name: "model",
      username: "model",
      secret: planted("template"),
    });
    await must("POST", "/api/v1/assets/gateways/", {
      name: "gate",
      address: "127.0.0.1",
      platform: 11,
      protocols: [{ name: "ssh", port: 22 }],
      accounts: [{ name: "gate", username: "gate", secret: planted("gateway"), push_now: false }],
    });
    const platform = await must("POST", "/api/v1/assets/platforms/", {
      name: "Till",
      category: "custom",
      type: "till",
      protocols: [{ name: "tillnet", port: 7001 }],
      custom_fields: [{ name: "token", label: "Token", type: "password" }],
    });
    await must("POST", "/api/v1/assets/customs/", {
      name: "till",
      address: "10.0.0.1",
      platform: platform.id,
      comment: control,
      custom_info: { token: planted("custom-field") },
    });
    const person = { username: "planter", password: planted("Sign-in-1") };
    await must("POST", "/api/v1/users/users/", {
      name: "Planter",
      email: "planter@example.com",
      password_strategy: "custom",
      ...person,
    });
    await must("PATCH", "/api/v1/settings/setting/?category=email", { EMAIL_HOST_PASSWORD: planted("mail") });
    // What the product makes up is told to its owner once.
    await user.post("/api/v1/authentication/confirm/", { confirm_type: "password", secret_key: password });
    const key = await user.post("/api/v1/authentication/access-keys/", {});
    const temporary = await user.post("/api/v1/authentication/temp-tokens/", {});
    const { token } = await user.post("/api/v1/authentication/auth/", { username, password });
    made.push(key.secret, temporary.secret, token, (await bindAuthenticator(product.url, person)).secret);
    for (const one of made) expect(one).toMatch(/^\S{12,}$/);
    await must("POST", "/api/v1/perms/asset-permissions/", {
      name: "typed in",
      users: [(await user.get("/api/v1/users/profile/")).id],
      assets: [hostId],
      accounts: ["@INPUT"],
    });
    await user.post("/api/v1/authentication/connection-token/", {
      asset: hostId,
      account: "@INPUT",
      input_username: "somebody",
      input_secret: planted("typed-in"),
      protocol: "ssh",
      connect_method: "web_cli",
    });
  }

  /** Everything that might let a secret out: refusals, metadata, lists, exports, logs, a session, a task. */
  async function use(): Promise<void> {
    const { admin, user, hostId } = world;
    const lists = [
      "accounts/accounts",
      "accounts/account-templates",
      "assets/gateways",
      "assets/customs",
      "assets/hosts",
      "users/users",
      "authentication/access-keys",
      "authentication/temp-tokens",
      "authentication/connection-token",
      "audits/operate-logs",
      "audits/login-logs",
      "audits/password-change-logs",
      "terminal/sessions",
      "terminal/commands",
    ];
    const refused = {
      name: "",
      secret: planted("refused"),
      password: planted("refused"),
      passphrase: planted("x"),
    };
    for (const list of lists) {
      await call(admin, "OPTIONS", `/api/v1/${list}/`);
      await call(admin, "POST", `/api/v1/${list}/`, refused);
      await call(admin, "POST", `/api/v1/${list}/`, [refused]);
      await call(user, "POST", `/api/v1/${list}/`, refused);
      await call(admin, "GET", `/api/v1/${list}/?limit=100`);
      await call(admin, "GET", `/api/v1/${list}/?format=csv`);
    }
    await call(admin, "POST", "/api/v1/authentication/auth/", {
      username: "nobody",
      password: planted("wrong-password"),
    });
    await call(admin, "GET", "/api/v1/accounts/account-secrets/?format=csv");
    await call(admin, "GET", "/api/v1/settings/setting/?category=email");
    await call(admin, "PATCH", "/api/v1/settings/setting/?category=email", {
      EMAIL_PORT: "no port",
      EMAIL_HOST_PASSWORD: planted("refused"),
    });
    await call(admin, "GET", "/api/v1/nowhere/?secret=no");
    const session = await world.connect();
    await session.see(/[$#] /);
    session.type("echo seen-$((40+2))\n");
    await session.see("seen-42");
    session.type("exit\n");
    await session.closed;
    await until(
      "the end of the session",
      () => world.session(session.sessionId),
      ({ is_finished }) => is_finished,
    );
    answers.push(`replay ${await world.replay(session.sessionId)}`);
    const execution = await call(admin, "POST", "/api/v1/assets/assets/tasks/", {
      action: "test",
      assets: [hostId],
    });
    expect(execution.status).toBeLessThan(300);
    await until(
      "the test of the host",
      () => admin.get(`/api/v1/assets/hosts/${hostId}/`),
      ({ connectivity }) => connectivity?.value !== "-",
    );
  }

  it("are in no answer, export, audit row, refusal, metadata or recording", async () => {
    const xlsx = await fetch(`${product.url}/api/v1/assets/customs/?format=xlsx`, {
      headers: { cookie: world.admin.cookies },
    });
    const sheet = unzipSync(new Uint8Array(await xlsx.arrayBuffer()));
    const texts = Buffer.from(
      [...answers, ...Object.values(sheet).map((part) => Buffer.from(part))].join("\n"),
    );
    expect(texts.includes(control)).toBe(true);
    expect(findNeedles(texts, needles())).toEqual([]);
  });

  it("are in no file of the database, its log included, and in nothing the processes say", async () => {
    const database = new pg.Client(connectionTo(product));
    await database.connect();
    await database.query("checkpoint");
    await database.end();
    const backup = join(folder, "backup");
    execFileSync(
      process.execPath,
      [join(import.meta.dirname, "../server/dist/main.js"), "backup", "create", backup],
      {
        env: { ...process.env, SALLYPORT_DATA: product.dataFolder },
        stdio: "pipe",
      },
    );
    await product.stop();
    expect(findInFolder(product.dataFolder, needles(), isPassed)).toEqual([]);
    expect(findNeedles(readFileSync(backup), needles())).toEqual([]);
    const said = product.said();
    expect(said.length).toBeGreaterThan(1_000);
    expect(findNeedles(Buffer.from(said), [...needles(), ...needlesOf(adminPassword)])).toEqual([]);
    const found = findInFolder(product.dataFolder, needlesOf(control), isPassed);
    expect(found.some((path) => path.includes("/pg_wal/"))).toBe(true);
    expect(found.some((path) => path.includes("/base/"))).toBe(true);
  });

  it("would be found in any form", () => {
    const forms = join(folder, "forms");
    mkdirSync(forms);
    const text = `..${mark}-x`;
    const encodings = ["utf8", "hex", "utf16le", "base64", "base64url"] as const;
    for (const encoding of encodings) {
      writeFileSync(
        join(forms, encoding),
        encoding === "utf16le" ? Buffer.from(text, encoding) : Buffer.from(text).toString(encoding),
      );
    }
    writeFileSync(join(forms, "other-offset"), Buffer.from(`...${mark}`).toString("base64"));
    const found = new Set(findInFolder(forms, needlesOf(mark)).map((line) => line.split(":")[0]));
    expect([...found].sort()).toEqual([...encodings, "other-offset"].sort());
  });
});
