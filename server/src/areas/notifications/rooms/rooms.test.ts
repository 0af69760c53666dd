import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { type Hook, startHook } from "../../../testing/webhook.ts";
import { notifySubscribers } from "../subscriptions/system-messages.ts";
import { text } from "../texts.ts";
import { rooms } from "./room.ts";

const secretPath = "/services/T0ABCDEFGHI/B0ABCDEFGHI/nobodyKnowsThisPart";
const channels = "sallyport/system-message-channels/";
const log = "sallyport/message-deliveries/";

/** Answers as Slack documents it: `ok`, or a word for what was wrong with the request. */
function asSlack(response: ServerResponse, { body }: { readonly body: string }): void {
  const { text: said } = JSON.parse(body) as { readonly text?: unknown };
  const isText = typeof said === "string" && said !== "" && !/&(?!amp;|lt;|gt;)/.test(said);
  response.writeHead(isText ? 200 : 400, { "content-type": "text/html" }).end(isText ? "ok" : "no_text");
}

/** Answers as a workflow of Teams does: 202 without a body, or 400 where there is no card. */
function asTeams(response: ServerResponse, { body }: { readonly body: string }): void {
  const { type, attachments } = JSON.parse(body);
  const [card] = attachments ?? [];
  const isCard =
    type === "message" &&
    card.contentType === "application/vnd.microsoft.card.adaptive" &&
    card.content.type === "AdaptiveCard" &&
    Buffer.byteLength(body) <= 28 * 1024;
  response.writeHead(isCard ? 202 : 400).end();
}

describe("rooms", () => {
  let product: TestProduct;
  let slack: Hook;
  let teams: Hook;
  beforeAll(async () => {
    product = await createTestProduct({ SALLYPORT_LOCAL_TARGETS: "127.0.0.1" });
    await product.work();
  });
  afterAll(() => product?.close());
  beforeEach(async () => {
    [slack, teams] = await Promise.all([startHook(), startHook()]);
    slack.answer = asSlack;
    teams.answer = asTeams;
    // One test has them sealed.
    await product.database.pool.query("delete from system_message_windows");
    await product.database.pool.query("delete from settings where key like '%_WEBHOOK_URL'");
    await product.configure({
      SLACK_ENABLED: true,
      SLACK_WEBHOOK_URL: slack.url.replace("/hook", secretPath),
      TEAMS_ENABLED: true,
      TEAMS_WEBHOOK_URL: teams.url,
    });
    await choose(["slack", "teams"]);
    await product.database.pool.query("delete from message_deliveries");
  });
  afterEach(() => {
    slack.close();
    teams.close();
  });

  const choose = async (names: readonly string[]) => {
    const path = `${channels}CommandAlertMessage/`;
    const answer = await product.administrator.call("PATCH", path, { rooms: names });
    expect([answer.status, answer.body.rooms]).toEqual([200, names]);
  };
  const tell = (message: string) =>
    product.services.db.transaction().execute((db) =>
      notifySubscribers({ ...product.services, db }, "CommandAlertMessage", {
        subject: text.commandAlert,
        parts: [
          { facts: [[text.message, message]] },
          { code: "123456" },
          { link: { label: text.content, path: "/ui/#/audit" } },
          { link: { label: text.content, path: "/act/as/reader", isSecret: true } },
        ],
      }),
    );
  const deliveries = async (query: string) =>
    (await product.administrator.call("GET", `${log}?limit=20${query}`)).body.results;
  const settled = async (backend: string, state: string, attempts = 1) => {
    const find = async () => (await deliveries(`&backend=${backend}&state=${state}`))[0];
    await expect.poll(async () => (await find())?.attempts, { timeout: 10_000 }).toBe(attempts);
    return find();
  };
  const test = (room: string, body: object = {}) =>
    product.administrator.call("POST", `sallyport/${room}/testing/`, body);

  it("get what was subscribed to, as each side reads it, and nothing that is good for one reader", async () => {
    await tell("rm -rf <*> & reboot");
    expect(await settled("slack", "sent")).toMatchObject({
      receiver: "Slack",
      address: new URL(slack.url).host,
      subject: "Command reject",
      answer: "200 ok",
      can_retry: false,
    });
    expect(await settled("teams", "sent")).toMatchObject({ receiver: "Microsoft Teams", answer: "202" });
    const [posted] = slack.requests.map(({ body }) => JSON.parse(body).text as string);
    expect(posted).toMatch(
      /^Command reject\n\nMessage: rm -rf &lt;\*&gt; &amp; reboot\n\n<http[^|>]*\/ui\/#\/audit\|Content>$/,
    );
    const [card] = teams.requests.map(({ body }) => JSON.parse(body).attachments[0].content);
    expect(card.body[1].text).toBe("Message: rm -rf \\<\\*\\> & reboot");
    expect(card.actions).toEqual([
      { type: "Action.OpenUrl", title: "Content", url: expect.stringMatching(/\/ui\/#\/audit$/) },
    ]);
    expect(JSON.stringify([slack.requests, teams.requests])).not.toMatch(/123456|act\/as/);
  });

  it("are asked again while they are away, and not when they refuse; a refused one is sent again by hand", async () => {
    slack.answer = (response) => response.writeHead(503).end("rollup_error");
    teams.answer = (response) => response.writeHead(404).end(`no workflow at ${teams.url}`);
    await tell("first");
    const waiting = await settled("slack", "waiting");
    expect(waiting.answer).toBe("503 rollup_error");
    const failed = await settled("teams", "failed");
    expect(failed).toMatchObject({ answer: "404 no workflow at …", can_retry: true });
    teams.answer = asTeams;
    expect((await product.administrator.call("POST", `${log}${failed.id}/retry/`, {})).status).toBe(200);
    expect(await settled("teams", "sent", 2)).toMatchObject({ id: failed.id, answer: "202" });
    slack.answer = asSlack;
    await product.database.pool.query(
      "update graphile_worker._private_jobs set run_at = now() where attempts > 0",
    );
    await product.database.pool.query("select pg_notify('jobs:insert', '{\"r\":1,\"count\":1}')");
    expect(await settled("slack", "sent", 2)).toMatchObject({ id: waiting.id });
  });

  it("are left alone for as long as they ask", async () => {
    slack.answer = (response) => response.writeHead(429, { "retry-after": "120" }).end("rate_limited");
    await tell("too much");
    expect(await settled("slack", "waiting")).toMatchObject({ answer: "429 rate_limited" });
    const pause = async (): Promise<number> => {
      const { rows } = await product.database.pool.query<{ seconds: number }>(
        `select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
         where task_identifier = 'notifications.room' and locked_at is null order by run_at desc`,
      );
      return rows[0]?.seconds ?? 0;
    };
    // The queue's own pause is a few seconds.
    await expect.poll(pause).toBeGreaterThan(110);
    expect(slack.requests).toHaveLength(1);
  });

  it("are asked again where the refusal of Teams is told in an answer of 200, if it may pass", async () => {
    const refuse = (status: number) => {
      teams.answer = (response) =>
        response
          .writeHead(200)
          .end(`Webhook message delivery failed with error: HTTP error ${status} with ContextId x`);
    };
    for (const status of [413, 0]) {
      refuse(status);
      expect((await test("teams")).status).toBe(400);
    }
    refuse(413);
    await tell("too long");
    expect((await settled("teams", "failed")).answer).toContain("HTTP error 413");
    refuse(429);
    await tell("in a hurry");
    expect((await settled("teams", "waiting")).answer).toContain("HTTP error 429");
  });

  it("get nothing while they are off, and are no person's channel", async () => {
    await product.configure({ SLACK_ENABLED: false });
    await tell("only to Teams");
    await settled("teams", "sent");
    expect(await deliveries("&backend=slack")).toEqual([]);
    const { body } = await product.administrator.call("GET", `${channels}CommandAlertMessage/`);
    expect(
      body.channels.map((one: { name: string; kind: string; is_on: boolean }) => [
        one.name,
        one.kind,
        one.is_on,
      ]),
    ).toEqual([
      ["email", "person", false],
      ["wecom", "person", false],
      ["dingtalk", "person", false],
      ["site_msg", "person", true],
      ["feishu", "person", false],
      ["slack", "room", false],
      ["teams", "room", true],
    ]);
    const known = (await product.administrator.call("GET", "notifications/backends/")).body;
    expect(known.map(({ name }: { name: string }) => name)).toEqual(["site_msg"]);
    const system = "notifications/system-msg-subscription/CommandAlertMessage/";
    const { administrator: admin } = product;
    expect((await admin.call("PATCH", system, { receive_backends: ["slack"] })).status).toBe(400);
    expect((await admin.call("PATCH", system, { receive_backends: ["site_msg"] })).status).toBe(200);
    expect((await admin.call("GET", `${channels}CommandAlertMessage/`)).body.rooms).toEqual([
      "slack",
      "teams",
    ]);
    expect((await admin.call("PATCH", `${channels}CommandAlertMessage/`, { rooms: ["email"] })).status).toBe(
      400,
    );
    expect((await admin.call("PATCH", `${channels}NoSuchMessage/`, { rooms: [] })).status).toBe(404);
  });

  it("stand beside the channels of people, each of which says why it is not offered", async () => {
    const { administrator: admin } = product;
    const ada = await product.createUser({ username: "ada", name: "Ada" });
    const path = "notifications/system-msg-subscription/CommandAlertMessage/";
    const offered = async () =>
      Object.fromEntries(
        (await admin.call("GET", `${channels}CommandAlertMessage/`)).body.channels.map(
          (one: { name: string; reason: string; unreached: string[] }) => [
            one.name,
            [one.reason, one.unreached],
          ],
        ),
      );
    await product.configure({ AUTH_WECOM: true, SLACK_ENABLED: false });
    expect((await admin.call("PATCH", path, { users: [] })).status).toBe(200);
    expect((await offered()).wecom).toEqual(["", []]);
    expect((await admin.call("PATCH", path, { users: [ada.id] })).status).toBe(200);
    expect(await offered()).toEqual({
      email: ["No mail server and sender are saved in the settings.", []],
      wecom: ["Reaches none of the recipients: they have no address there.", ["Ada"]],
      dingtalk: ["Turned off in the settings.", ["Ada"]],
      site_msg: ["", []],
      feishu: ["Turned off in the settings.", ["Ada"]],
      slack: ["Turned off in the settings.", []],
      teams: ["", []],
    });
    const bob = await product.createUser({ username: "bob", name: "Bob" });
    await product.database.pool.query("update users set wecom_id = 'u-bob' where id = $1", [bob.id]);
    expect((await admin.call("PATCH", path, { users: [ada.id, bob.id] })).status).toBe(200);
    expect((await offered()).wecom).toEqual(["", ["Ada"]]);
    const own = async (id: string) =>
      (await (await product.signIn(id)).call("GET", "sallyport/own-message-channels/")).body.map(
        (one: { name: string; reason: string }) => [one.name, one.reason],
      );
    expect(await own(ada.id)).toEqual([
      ["email", "Not in use in this installation."],
      ["wecom", "Bind your WeCom account in your profile first."],
      ["dingtalk", "Not in use in this installation."],
      ["site_msg", ""],
      ["feishu", "Not in use in this installation."],
    ]);
    expect((await own(bob.id))[1]).toEqual(["wecom", ""]);
    await product.configure({ AUTH_WECOM: false });
    await admin.call("PATCH", path, { users: [] });
  });

  it("are tested with what is in the form, and repeat what was answered, but no secret", async () => {
    expect(await test("slack")).toMatchObject({
      status: 200,
      body: { msg: "Slack took the test message and answered: 200 ok" },
    });
    slack.answer = (response) =>
      response.writeHead(404).end(`no_service at ${secretPath} (${secretPath.split("/").at(-1)})`);
    const refused = await test("slack");
    expect([refused.status, refused.body.error]).toEqual([
      400,
      "Slack did not take the message and answered: 404 no_service at … (…)",
    ]);
    const other = await startHook();
    other.answer = (response) => response.writeHead(200).end("<html>a login page</html>");
    const moved = await test("slack", { SLACK_WEBHOOK_URL: `${other.url}/%ff` });
    expect(moved.body.error).toContain("200 <html>a login page</html>");
    expect(other.requests).toHaveLength(1);
    other.close();
    const away = await test("teams", { TEAMS_WEBHOOK_URL: other.url });
    expect([away.status, away.body.error]).toEqual([400, expect.stringContaining("Cannot connect")]);
    teams.answer = (response) =>
      response
        .writeHead(200)
        .end("Webhook message delivery failed with error: HTTP error 429 with ContextId x");
    expect((await test("teams")).body.error).toContain("HTTP error 429");
    for (const host of ["127.0.0.2", "169.254.169.254", "[::1]"]) {
      const local = await test("slack", { SLACK_WEBHOOK_URL: `https://${host}/` });
      expect([host, local.status, local.body.error]).toEqual([
        host,
        400,
        expect.stringContaining("The target is this machine."),
      ]);
    }
  });

  it("have addresses that are never told, nor sent in clear", async () => {
    const path = "settings/setting/?category=slack";
    const { administrator: admin } = product;
    const read = await admin.call("GET", path);
    expect(read.body).toEqual({ SLACK_ENABLED: true, SLACK_LANGUAGE: "en" });
    const refused = ["http://hooks.slack.com/x", "https://me:pw@hooks.slack.com/", "ftp://x/", "hooks"];
    for (const SLACK_WEBHOOK_URL of refused) {
      const { status, body } = await admin.call("PATCH", path, { SLACK_WEBHOOK_URL });
      expect([status, Object.keys(body)]).toEqual([400, ["SLACK_WEBHOOK_URL"]]);
      expect((await test("slack", { SLACK_WEBHOOK_URL })).status).toBe(400);
    }
    expect(slack.requests).toEqual([]);
    const url = slack.url.replace("/hook", secretPath);
    expect((await admin.call("PATCH", path, { SLACK_WEBHOOK_URL: url })).body).toEqual(read.body);
    await expect.poll(() => product.services.settings.get("SLACK_WEBHOOK_URL")).toBe(url);
    slack.answer = (response) => response.writeHead(403).end(`no ${url}`);
    await tell("kept");
    expect((await settled("slack", "failed")).can_retry).toBe(true);
    const { rows } = await product.database.pool.query(
      `select (select json_agg(s) from settings s)::text || (select json_agg(d) from message_deliveries d)::text
        || (select json_agg(o) from operate_logs o)::text as everything`,
    );
    expect(rows[0].everything).not.toContain("nobodyKnowsThisPart");
    const user = await product.createUser({ username: "curious", name: "Curious" });
    const caller = await product.signIn(user.id);
    expect((await caller.call("POST", "sallyport/slack/testing/", {})).status).toBe(403);
    expect((await caller.call("GET", channels)).status).toBe(403);
  });

  it("are written to in the language that was chosen", async () => {
    await product.configure({ SLACK_LANGUAGE: "ja" });
    await tell("x");
    expect((await settled("slack", "sent")).subject).toBe("コマンドの拒否");
    await product.configure({ SLACK_LANGUAGE: "en" });
  });
});

it.each(rooms)("what is too long for $name ends earlier, within its limit", (room) => {
  const message = {
    subject: "Long",
    text: "<😀&".repeat(20_000),
    links: [{ title: "Open | it", url: "https://gate.example/ui/#/a?b=1&c=2" }],
  };
  const body = JSON.parse(JSON.stringify(room.body(message)));
  if (room.name === "slack") {
    expect(body.text.length).toBeGreaterThan(39_900);
    expect(body.text.length).toBeLessThanOrEqual(40_000);
    expect(body.text).toMatch(/…\n\n<https:\/\/gate.example\/ui\/#\/a\?b=1&amp;c=2\|Open \/ it>$/);
    expect(body.text).not.toMatch(/&(?!amp;|lt;|gt;)/);
  } else {
    const size = Buffer.byteLength(JSON.stringify(body));
    expect(size).toBeGreaterThan(28_600);
    expect(size).toBeLessThanOrEqual(28 * 1024);
    expect(body.attachments[0].content.body[1].text).toMatch(/…$/);
  }
  expect(JSON.stringify(body)).not.toMatch(/\\ud83d(?!\\ude00)/i);
});
