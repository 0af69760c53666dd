import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailSettings, startMailServer, type TestMailServer } from "../../../testing/mail-server.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";

describe("what people are told", () => {
  let product: TestProduct;
  let server: TestMailServer;
  beforeAll(async () => {
    server = await startMailServer();
    product = await createTestProduct();
    await product.configure({ ...mailSettings(server), SITE_URL: "https://gate.example.com/" });
    await product.work();
  });
  afterAll(async () => {
    await product.close();
    await server.close();
  });

  const mailsTo = (address: string) => server.mails.filter(({ envelope }) => envelope.to.includes(address));
  async function mailTo(address: string, nth = 1) {
    await expect.poll(() => mailsTo(address).length, { timeout: 10_000 }).toBe(nth);
    const mail = mailsTo(address)[nth - 1];
    if (mail === undefined) throw new Error("no mail");
    return mail;
  }
  const siteMessages = async (userId: string): Promise<{ subject: string; message: string }[]> =>
    (
      await product.database.pool.query(
        "select m.subject, m.message from site_messages m join site_message_users u on u.message_id = m.id where u.user_id = $1 order by m.date_created",
        [userId],
      )
    ).rows;

  const newUser = (user: object, headers: Record<string, string> = {}) =>
    product.administrator.call(
      "POST",
      "users/users/",
      { username: "grace", name: "Grace", email: "grace@example.com", ...user },
      headers,
    );

  it("goes to a new user with a link that sets the first password, whatever host the request named", async () => {
    const answer = await newUser(
      {},
      { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
    );
    expect(answer.status).toBe(201);
    const mail = await mailTo("grace@example.com");
    expect(mail.subject).toBe("[Sallyport] Your access is ready");
    expect(mail.raw).not.toContain("evil.example");
    const [link = ""] =
      /https:\/\/gate\.example\.com\/core\/auth\/password\/reset\/\?token=\w{50}/.exec(mail.text ?? "") ?? [];
    expect(mail.html).toContain(link);
    expect([mail.html, mail.text].map((part) => part?.includes("grace"))).toEqual([true, true]);
    const page = await product.anonymous.call("GET", link.replace("https://gate.example.com", ""));
    expect([page.status, page.text.includes("grace")]).toEqual([200, true]);
    expect(await siteMessages(answer.body.id)).toEqual([]);
  });

  it("speaks the reader's language, behind a prefix that ends without a blank", async () => {
    const prefix = { EMAIL_SUBJECT_PREFIX: "[Sallyport]" };
    await product.administrator.call("PATCH", "settings/setting/?category=email", prefix);
    const user = await product.createUser({ username: "mei", name: "美" });
    const reader = await product.signIn(user.id);
    await reader.call("GET", "users/profile/", undefined, { "accept-language": "zh-CN" });
    await product.administrator.call(
      "PATCH",
      `users/users/${user.id}/pubkey/reset/`,
      {},
      { "accept-language": "ja" },
    );
    const mail = await mailTo("mei@example.com", 2);
    expect(mail.subject).toBe("[Sallyport] 您的 SSH 公钥已被清除");
    expect(mail.text).toContain("美，您好");
    expect((await siteMessages(user.id)).map(({ subject }) => subject)).toEqual(["您的 SSH 公钥已被清除"]);
  });

  it("takes a password away only together with a link, which stays out of the console", async () => {
    const user = await product.createUser({ username: "rita", name: "Rita" });
    const answer = await product.administrator.call("PATCH", `users/users/${user.id}/password/reset/`, {});
    expect(answer.status).toBe(200);
    await expect(product.bearer("rita", user.password)).rejects.toThrow();
    const mail = await mailTo("rita@example.com", 2);
    expect(mail.subject).toBe("[Sallyport] Your password was reset");
    const token = /token=(\w{50})/.exec(mail.text ?? "")?.[1] ?? "";
    expect(token).not.toBe("");
    const [message] = await siteMessages(user.id);
    expect(message?.subject).toBe("Your password was reset");
    expect(message?.message).not.toContain("token=");
    const { rows } = await product.database.pool.query(
      "select j::text as all from graphile_worker._private_jobs j",
    );
    expect(JSON.stringify(rows)).not.toContain(token);

    await product.configure({ EMAIL_HOST: "" });
    const refused = await product.administrator.call("PATCH", `users/users/${user.id}/password/reset/`, {});
    expect(refused.status).toBe(400);
    await product.configure(mailSettings(server));
  });

  it("follows the texts of the administrator, as text", async () => {
    await product.configure({
      EMAIL_CUSTOM_USER_CREATED_SUBJECT: "Welcome {name}\r\nBcc: eve@evil.example",
      EMAIL_CUSTOM_USER_CREATED_HONORIFIC: "Dear",
      EMAIL_CUSTOM_USER_CREATED_BODY: "You are {username}.\nAsk <b>Bob</b> about {email} and {nothing}.",
      EMAIL_CUSTOM_USER_CREATED_SIGNATURE: "The desk",
    });
    const name = "<img src=x onerror=alert(1)>";
    expect((await newUser({ username: "ivy", name, email: "ivy@example.com" })).status).toBe(201);
    const mail = await mailTo("ivy@example.com");
    expect(mail.subject).toBe(`[Sallyport] Welcome ${name} Bcc: eve@evil.example`);
    expect(mail.envelope.to).toEqual(["ivy@example.com"]);
    expect(mail.bcc).toBeUndefined();
    expect(mail.text).toContain(`Dear ${name}`);
    expect(mail.html).toContain(
      "You are ivy.<br>Ask &lt;b&gt;Bob&lt;/b&gt; about ivy@example.com and {nothing}.",
    );
    expect(mail.html).not.toContain("<img");
    expect(mail.text).toContain("The desk");
    await product.configure({
      EMAIL_CUSTOM_USER_CREATED_SUBJECT: "",
      EMAIL_CUSTOM_USER_CREATED_HONORIFIC: "",
      EMAIL_CUSTOM_USER_CREATED_BODY: "",
      EMAIL_CUSTOM_USER_CREATED_SIGNATURE: "",
    });
  });

  it("is not mailed to who wants no mail, and not at all to who is deactivated", async () => {
    const user = await product.createUser({ username: "quiet", name: "Quiet" });
    await mailTo("quiet@example.com");
    const own = await product.signIn(user.id);
    const path = `notifications/user-msg-subscription/${user.id}/`;
    expect((await own.call("GET", path)).body).toEqual({
      user_id: user.id,
      receive_backends: ["site_msg", "email"],
    });
    expect((await own.call("PATCH", path, { receive_backends: [] })).body).toEqual({
      user_id: user.id,
      receive_backends: ["site_msg"],
    });
    expect((await own.call("GET", "users/profile/")).body.receive_backends).toEqual(["site_msg"]);
    expect((await own.call("PATCH", path, { receive_backends: ["pigeon"] })).status).toBe(400);
    expect((await own.call("PUT", path, {})).status).toBe(400);
    expect((await product.administrator.call("PATCH", path, { receive_backends: ["email"] })).status).toBe(
      404,
    );
    await product.administrator.call("PATCH", `users/users/${user.id}/pubkey/reset/`, {});
    expect((await siteMessages(user.id)).length).toBe(1);
    await product.administrator.call("PATCH", `users/users/${user.id}/`, { is_active: false });
    await product.administrator.call("PATCH", `users/users/${user.id}/pubkey/reset/`, {});
    expect((await siteMessages(user.id)).length).toBe(1);
    expect(mailsTo("quiet@example.com").length).toBe(1);
  });

  it("tells of a changed password and key, and from where", async () => {
    const user = await product.createUser({ username: "carla", name: "Carla" });
    const own = await product.signIn(user.id);
    const agent = { "user-agent": "Firefox <b>1</b>\tBcc: x" };
    const changed = {
      old_password: user.password,
      new_password: "Another-one-8",
      new_password_again: "Another-one-8",
    };
    expect((await own.call("PUT", "users/profile/password/", changed, agent)).status).toBe(200);
    const mail = await mailTo("carla@example.com", 2);
    expect(mail.subject).toBe("[Sallyport] Your password was changed");
    expect(mail.text).toContain("127.0.0.1");
    expect(mail.html).toContain("Firefox &lt;b&gt;1&lt;/b&gt;");
    expect((await siteMessages(user.id))[0]?.message).not.toContain("<b>");
  });
});

describe("system messages", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product.close());
  const base = "notifications/system-msg-subscription/";

  it("are listed by category with who gets them", async () => {
    const { body } = await product.administrator.call("GET", base);
    expect(
      body.map(({ category, children }: { category: string; children: { message_type: string }[] }) => [
        category,
        children.map(({ message_type }) => message_type),
      ]),
    ).toEqual([
      ["Operations", ["ServerPerformanceMessage"]],
      ["terminal", ["CommandAlertMessage", "CommandExecutionAlert"]],
      ["storage", ["StorageConnectivityMessage"]],
    ]);
    expect(body[0].children[0]).toMatchObject({
      message_type_label: "Server performance",
      groups: [],
      receive_backends: ["email"],
      receivers: [{ name: "Administrator(admin)", id: expect.any(String), email: true }],
    });
  });

  it("go to whom an administrator chooses", async () => {
    const ada = await product.createUser({ name: "Ada" });
    const bob = await product.createUser({ name: "Bob" });
    const group = await product.administrator.call("POST", "users/groups/", {
      name: "Watch",
      users: [bob.id],
    });
    const path = `${base}CommandAlertMessage/`;
    const answer = await product.administrator.call("PATCH", path, {
      users: [ada.id, ada.id],
      groups: [group.body.id],
    });
    expect(answer.body).toMatchObject({
      users: [ada.id],
      groups: [group.body.id],
      receive_backends: ["site_msg"],
    });
    expect(answer.body.receivers.map(({ name }: { name: string }) => name.slice(0, 3))).toEqual([
      "Ada",
      "Bob",
    ]);
    const mailed = await product.administrator.call("PATCH", path, { receive_backends: ["email", "wecom"] });
    expect(mailed.body.users).toEqual([ada.id]);
    expect(mailed.body.receivers[0]).toMatchObject({ email: true, wecom: false, site_msg: true });
    expect((await product.administrator.call("PUT", path, { users: [] })).status).toBe(400);
    expect(
      (await product.administrator.call("PATCH", path, { users: ["ffffffff-ffff-4fff-8fff-ffffffffffff"] }))
        .status,
    ).toBe(400);
    expect((await product.administrator.call("PATCH", `${base}NoSuchMessage/`, {})).status).toBe(404);
    await product.administrator.call("DELETE", `users/users/${ada.id}/`);
    expect((await product.administrator.call("GET", path)).body.users).toEqual([]);
    const caller = await product.signIn(bob.id);
    expect((await caller.call("GET", base)).status).toBe(403);
  });
});

describe("the test of the mail server", () => {
  let product: TestProduct;
  let server: TestMailServer;
  beforeAll(async () => {
    server = await startMailServer({
      onRcptTo: ({ address }, _session, callback) =>
        callback(
          address.startsWith("nobody")
            ? Object.assign(new Error("no such user here"), { responseCode: 550 })
            : null,
        ),
    });
    product = await createTestProduct();
  });
  afterAll(async () => {
    await product.close();
    await server.close();
  });
  const test = (body: object = {}) => product.administrator.call("POST", "settings/mail/testing/", body);

  it("asks for a server first", async () => expect((await test()).body.error).toContain("SMTP host"));

  it("sends a mail at once and answers in words", async () => {
    await product.configure(mailSettings(server));
    expect(await test({ EMAIL_RECIPIENT: "ops@example.com" })).toMatchObject({
      status: 200,
      body: { msg: expect.stringContaining("ops@example.com") },
    });
    expect(server.mails[0]).toMatchObject({
      subject: "[Sallyport] Test email",
      from: { address: "gate@example.com" },
    });
    await test({ EMAIL_FROM: "other@example.com", EMAIL_RECIPIENT: "" });
    expect(server.mails[1]?.envelope).toEqual({ from: "other@example.com", to: ["other@example.com"] });
    await test({ EMAIL_FROM: null, EMAIL_RECIPIENT: null });
    expect(server.mails[2]?.envelope.to).toEqual(["gate@example.com"]);
  });

  it("repeats what the server said", async () => {
    const refused = await test({ EMAIL_RECIPIENT: "nobody@example.com" });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.stringContaining("550 no such user here"),
    ]);
    const wrong = await test({ EMAIL_RECIPIENT: "a@b.example\r\nRCPT TO:<eve@evil.example>" });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ["EMAIL_RECIPIENT"]]);
    await product.configure({ EMAIL_PORT: "1" });
    const away = await test({ EMAIL_RECIPIENT: "ops@example.com" });
    expect([away.status, away.body.error]).toEqual([400, expect.stringContaining("ECONNREFUSED")]);
  });
});
