import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { type RadiusTestServer, radiusMissing, startRadiusServer } from "../../../testing/radius-server.ts";
import { signInAtTerminal } from "../../sign-in/index.ts";

const category = "settings/setting/?category=radius";
const testing = "sallyport/radius/testing/login/";
const auditor = "00000000-0000-0000-0000-000000000002";
const mfaPath = "/core/auth/login/mfa/";

describe.skipIf(radiusMissing())("people of a RADIUS server", () => {
  let radius: RadiusTestServer;
  let product: TestProduct;
  beforeAll(async () => {
    radius = await startRadiusServer([
      { name: "alice", password: "Alice-secret-1", group: "auditors" },
      { name: "carol", password: "Carol-secret-1", code: "271828" },
      { name: "dave", password: "Dave-secret-1" },
      { name: "erin", password: "Erin-secret-1", code: "314159" },
      { name: "admin", password: "Other-secret-1" },
      { name: "local", password: "Other-secret-1" },
      // Ordinary accounts, of which one has a password that is over, and one is locked.
      { name: "late", password: "Late-secret-1", accountControl: 0x12_0000 },
      { name: "shut", password: "Shut-secret-1", accountControl: 0x410_0000 },
      { name: "night", password: "Night-secret-1", barred: "hours" },
      { name: "desk", password: "Desk-secret-1", barred: "dialIn" },
    ]);
    product = await createTestProduct();
    await product.createUser({ username: "local" });
    const saved = await product.administrator.call("PATCH", category, {
      ...radius.settings,
      RADIUS_TIMEOUT: 3,
      RADIUS_RETRIES: 0,
    });
    expect([saved.status, saved.body.RADIUS_SECRET]).toEqual([200, undefined]);
    await product.configure({ EMAIL_SUFFIX: "corp.test", SECURITY_LOGIN_CAPTCHA_ENABLED: false });
  });
  afterAll(async () => {
    await product?.close();
    await radius?.close();
  });
  beforeEach(async () => {
    await product.database.pool.query("delete from login_failures");
    await product.database.pool.query("delete from login_blocks");
  });

  const signIn = (username: string, password: string) =>
    product.anonymous.call("POST", "authentication/auth/", { username, password });
  const userOf = async (username: string) => {
    const { body } = await product.administrator.call("GET", `users/users/?username=${username}`);
    return body[0];
  };
  const welcome = () => product.database.pool.query("update users set is_first_login = false");

  it("are tried before anybody can sign in by it, and nobody becomes a user", async () => {
    const tried = (username: string, password: string) =>
      product.administrator.call("POST", testing, { username, password });
    expect(await tried("alice", "Alice-secret-1")).toMatchObject({
      status: 200,
      body: { msg: expect.stringContaining("Filter-Id=auditors") },
    });
    expect(await tried("carol", "Carol-secret-1")).toMatchObject({
      status: 200,
      body: { msg: expect.stringContaining("Enter the code of your token") },
    });
    expect(await tried("alice", "wrong")).toMatchObject({ status: 400, body: { code: "rejected" } });
    expect((await signIn("alice", "Alice-secret-1")).status).toBe(400);
    expect(await userOf("alice")).toBeUndefined();
    await product.configure({ AUTH_RADIUS: true });
  });

  it.each(["pap", "chap", "mschapv2"])(
    "sign in by their password there, and become users by it (%s)",
    async (protocol) => {
      await product.configure({ RADIUS_PROTOCOL: protocol });
      const answer = await signIn("dave", "Dave-secret-1");
      expect([answer.status, answer.body.user?.username]).toEqual([201, "dave"]);
      expect(await userOf("dave")).toMatchObject({ email: "dave@corp.test", source: { value: "radius" } });
      expect((await signIn("dave", "wrong")).body.error).toBe("password_failed");
      const { rows } = await product.database.pool.query(
        "select backend from login_logs where username = 'dave' and status order by datetime desc limit 1",
      );
      expect(rows).toEqual([{ backend: "RADIUS" }]);
      await product.configure({ RADIUS_PROTOCOL: "pap" });
    },
  );

  it("are told that their password is over once it is right, and the log alone has that they are locked", async () => {
    await product.configure({ RADIUS_PROTOCOL: "mschapv2" });
    const logged = async (name: string) => {
      const { rows } = await product.database.pool.query(
        "select reason from login_logs where username = $1 order by datetime desc limit 1",
        [name],
      );
      return rows[0].reason;
    };
    const over = await signIn("late", "Late-secret-1");
    expect([over.status, over.body.error]).toEqual([400, "password_expired"]);
    expect(over.body.msg).toContain("Your password has expired");
    expect(await logged("late")).toBe("password_expired");
    expect((await signIn("late", "wrong")).body.error).toBe("password_failed");
    // The server says it of any password: told to who guesses, it would tell which names exist.
    for (const password of ["Shut-secret-1", "wrong"]) {
      const shut = await signIn("shut", password);
      expect([shut.body.error, shut.body.msg.includes("locked")]).toEqual(["password_failed", false]);
      expect(await logged("shut")).toBe("user_inactive");
    }
    const counted = await product.database.pool.query(
      "select failures from login_failures where username = 'shut'",
    );
    expect(counted.rows).toEqual([{ failures: 2 }]);
    const tried = async (username: string, password: string) =>
      (await product.administrator.call("POST", testing, { username, password })).text;
    expect(await tried("late", "Late-secret-1")).toContain("the password has expired");
    expect(await tried("shut", "Shut-secret-1")).toContain("the account is disabled or locked");
    expect(await userOf("late")).toBeUndefined();
    await product.configure({ RADIUS_PROTOCOL: "pap" });
  });

  it.each([
    ["night", "Night-secret-1", "may not sign in at this time"],
    ["desk", "Desk-secret-1", "no permission to sign in through RADIUS"],
  ])(
    "are told by which policy the server bars them, once the password is right (%s)",
    async (name, right, said) => {
      await product.configure({ RADIUS_PROTOCOL: "mschapv2" });
      const barred = await signIn(name, right);
      expect([barred.status, barred.body.error]).toEqual([400, "backend_refused"]);
      expect(barred.body.msg).toContain(said);
      expect((await signIn(name, "wrong")).body.error).toBe("password_failed");
      const { rows } = await product.database.pool.query(
        "select backend, reason from login_logs where username = $1 order by datetime",
        [name],
      );
      expect(rows).toEqual([
        { backend: "RADIUS", reason: "backend_refused" },
        { backend: expect.any(String), reason: "password_failed" },
      ]);
      expect(await userOf(name)).toBeUndefined();
      await product.configure({ RADIUS_PROTOCOL: "pap" });
    },
  );

  it("show rules nothing of what MS-CHAPv2 makes from the password", async () => {
    await product.configure({ RADIUS_PROTOCOL: "mschapv2" });
    const person = { username: "alice", password: "Alice-secret-1" };
    const { body } = await product.administrator.call("POST", testing, person);
    expect(body.msg).toContain("Filter-Id=auditors");
    expect(body.msg).not.toContain("Vendor-311");
    await product.configure({ RADIUS_PROTOCOL: "pap" });
  });

  it("get roles by rules about what the server says, as the preview told", async () => {
    const rule = { source: "radius", attribute: "Filter-Id", value: "auditors", role: auditor };
    expect((await product.administrator.call("POST", "sallyport/source-rules/", rule)).status).toBe(201);
    const preview = await product.administrator.call("POST", "sallyport/source-trials/", {
      source: "radius",
      username: "alice",
      claims: { "Filter-Id": "auditors" },
    });
    expect(preview.body).toMatchObject({ action: "create", gains: ["System auditor"] });
    await signIn("alice", "Alice-secret-1");
    const { system_roles: roles } = await userOf("alice");
    expect(roles.map(({ id }: { id: string }) => id)).toContain(auditor);
  });

  it("never come in with an empty password, a wrong one, or one that is cut", async () => {
    for (const [name, password] of [
      ["alice", ""],
      ["alice", "wrong"],
      ["alice", "Alice-secret-1\0x"],
      ["alice", `Alice-secret-1${"x".repeat(200)}`],
      ["nobody", "Alice-secret-1"],
    ] as const) {
      expect([name, password, (await signIn(name, password)).status]).toEqual([name, password, 400]);
    }
  });

  it("are locked out as others are, over every spelling of their name", async () => {
    await product.configure({ SECURITY_LOGIN_LIMIT_COUNT: 4 });
    for (const name of ["dave", "Dave", "DAVE", "dAve"]) await signIn(name, "wrong");
    expect((await signIn("dave", "Dave-secret-1")).body.error).toBe("block_login");
    await product.configure({ SECURITY_LOGIN_LIMIT_COUNT: 7 });
  });

  it("are nobody whose password is kept here, whatever the server says", async () => {
    for (const name of ["admin", "local", "ADMIN", "Local"]) {
      const { status, body } = await signIn(name, "Other-secret-1");
      expect([name, status, body.error]).toEqual([
        name,
        400,
        expect.stringMatching(/^(password_failed|backend_not_match|user_not_exist)$/),
      ]);
    }
    expect((await userOf("local")).source.value).toBe("local");
  });

  describe("whom it asks another question", () => {
    beforeAll(async () => {
      for (const username of ["carol", "erin"]) {
        const made = await product.administrator.call("POST", "users/users/", {
          name: username,
          username,
          email: `${username}@corp.test`,
          source: "radius",
        });
        expect(made.status).toBe(201);
      }
      await welcome();
    });

    it("answer it on the page of the second factor, which says what is asked", async () => {
      const browser = openBrowser(product);
      const page = await browser.follow(await browser.signIn("carol", "Carol-secret-1"));
      expect(page.text).toContain("Enter the code of your token");
      expect(page.text).toContain('value="otp_radius"');
      // The server's question is answered once, right or wrong: whoever was wrong begins again.
      expect((await browser.post(mfaPath, { mfa_type: "otp_radius", code: "111111" })).status).toBe(400);
      const again = openBrowser(product);
      await again.follow(await again.signIn("carol", "Carol-secret-1"));
      const done = await again.post(mfaPath, { mfa_type: "otp_radius", code: "271828" });
      expect(done.headers.location).toBe("/core/auth/login/guard/");
      await again.follow(done);
      expect((await again.get("/api/v1/users/profile/")).body.username).toBe("carol");
      // The password alone confirms nothing that the server would have asked more about.
      const confirmed = await again.get("/api/v1/authentication/confirm/?confirm_type=password");
      expect(confirmed.body.confirm_type).toBe("password");
      const { rows } = await product.database.pool.query("select id from users where username = 'carol'");
      const session = await product.signIn(rows[0].id);
      const body = { confirm_type: "password", secret_key: "Carol-secret-1" };
      const answer = await session.call("POST", "authentication/confirm/", body);
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining("another question")]);
    });

    it("answer it by API and through SSH", async () => {
      const asked = await signIn("carol", "Carol-secret-1");
      expect(asked.body).toMatchObject({ error: "mfa_required", data: { choices: ["otp_radius"] } });
      const attempt = {
        username: "carol",
        proof: { kind: "password", password: "Carol-secret-1" },
        remoteAddress: "192.0.2.9",
        client: "SSH-2.0-test",
      } as const;
      const state = await signInAtTerminal(product.services, attempt);
      if (state.state !== "factor") throw new Error(state.state);
      expect([state.prompt, state.choices.map(({ name }) => name)]).toEqual([
        "Enter the code of your token",
        ["otp_radius"],
      ]);
      expect(await state.prove("otp_radius", "271828")).toMatchObject({
        state: "in",
        person: { username: "carol" },
      });
      const second = await signInAtTerminal(product.services, attempt);
      if (second.state !== "factor") throw new Error(second.state);
      expect((await second.prove("otp_radius", "271829")).state).toBe("refused");
    });

    it("have proven nothing before they answer: no page, no other factor, no confirmation", async () => {
      const browser = openBrowser(product);
      await browser.signIn("erin", "Erin-secret-1");
      for (const path of [
        "/core/auth/profile/otp/enable/start/",
        "/core/auth/profile/mfa/",
        "/core/auth/login/wait-confirm/",
      ]) {
        const { status, headers } = await browser.get(path);
        expect([path, status, headers.location]).toEqual([
          path,
          302,
          expect.stringMatching(/^\/core\/auth\/login\//),
        ]);
      }
      for (const name of ["otp", "recovery_code", "passkey", "sms"]) {
        expect((await browser.post(mfaPath, { mfa_type: name, code: "314159" })).status).toBe(400);
      }
      const guard = await browser.get("/core/auth/login/guard/");
      expect(guard.headers.location).toBe(mfaPath);
      expect((await browser.get("/api/v1/users/profile/")).status).toBe(401);
    });

    it("are told where nobody knows them here yet", async () => {
      await product.database.pool.query("update users set username = 'erin2' where username = 'erin'");
      const { body } = await signIn("erin", "Erin-secret-1");
      expect([body.error, body.msg]).toEqual([
        "user_not_exist",
        expect.stringContaining("only for existing users"),
      ]);
      expect(await userOf("erin")).toBeUndefined();
    });
  });

  it("and all others use its codes as a second factor where that is on", async () => {
    const user = await product.createUser({ username: "dora", mfa_level: 2 });
    const factors = async () => (await signIn("dora", user.password)).body.data?.choices ?? [];
    expect(await factors()).toEqual([]);
    await product.configure({ OTP_IN_RADIUS: true });
    const browser = openBrowser(product);
    await browser.follow(await browser.signIn("dora", user.password));
    // The server knows no dora: her own password is no code.
    expect((await browser.post(mfaPath, { mfa_type: "otp_radius", code: user.password })).status).toBe(400);
    await product.database.pool.query("update users set username = 'alice2' where username = 'alice'");
    await product.database.pool.query("update users set username = 'alice' where username = 'dora'");
    await product.database.pool.query("delete from login_failures");
    const right = openBrowser(product);
    await right.follow(await right.signIn("alice", user.password));
    const done = await right.post(mfaPath, { mfa_type: "otp_radius", code: "Alice-secret-1" });
    expect(done.headers.location).toBe("/core/auth/login/guard/");
    await product.configure({ OTP_IN_RADIUS: false });
  });

  it("are told within the time limit that it is away, and users of here come in as ever", async () => {
    radius.pause();
    await product.configure({ RADIUS_TIMEOUT: 1 });
    try {
      const here = await product.createUser({ username: "here" });
      expect((await signIn("here", here.password)).status).toBe(201);
      for (const name of ["dave", "nobody", "here"]) {
        const before = performance.now();
        const { body } = await signIn(name, "Dave-secret-1");
        expect(performance.now() - before).toBeLessThan(3_000);
        expect([name, body.error, body.msg]).toEqual([
          name,
          "password_failed",
          expect.stringContaining("RADIUS server did not answer"),
        ]);
      }
    } finally {
      radius.resume();
      await product.configure({ RADIUS_TIMEOUT: 3 });
    }
    expect((await signIn("dave", "Dave-secret-1")).status).toBe(201);
  });

  it("keep the secret from whoever moves the server", async () => {
    const moved = await product.administrator.call("PATCH", category, { RADIUS_SERVER: "127.0.0.9" });
    expect([moved.status, Object.keys(moved.body)]).toEqual([400, ["RADIUS_SECRET"]]);
    const { rows } = await product.database.pool.query("select * from settings");
    expect(JSON.stringify(rows)).not.toContain(radius.secret);
    for (const bad of ["a b", "host:1812/x", "-x", "127.0.0.1/"]) {
      const { status } = await product.administrator.call("PATCH", category, {
        RADIUS_SERVER: bad,
        RADIUS_SECRET: "another",
      });
      expect([bad, status]).toEqual([bad, 400]);
    }
  });
});
