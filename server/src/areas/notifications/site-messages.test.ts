import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { HttpApp } from "../../engine/http/http-server.ts";
import { mostConnections } from "../../engine/http/open-pages.ts";
import { acceptUpgrades } from "../../engine/http/upgrades.ts";
import type { ProcessChannel } from "../../engine/process/runtime.ts";
import { createHttpApp } from "../../http-app.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { createNotificationsArea, sendSiteMessage } from "./index.ts";
import { sanitizeMessage } from "./sanitize.ts";

const base = "notifications/site-messages/";

describe("a message", () => {
  it.each([
    ["<p onclick=alert(1)>a <b>b</b></p>", "<p>a <b>b</b></p>"],
    ["<script>alert(1)</script>x", "x"],
    ["<img src=x onerror=alert(1)>y", "y"],
    ["<svg><script>1</script></svg><math><mi//xlink:href='data:x,<script>1</script>'>", ""],
    ["<iframe srcdoc='<script>1</script>'></iframe>z", "z"],
    ["<div style='position:fixed;inset:0' class='el-dialog' id='app'>q</div>", "<div>q</div>"],
    ["<form action=/x><input name=a></form>f", "f"],
    ["a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"],
  ])("%s is kept as %s", (given, kept) => expect(sanitizeMessage(given)).resolves.toBe(kept));

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "//evil.example/",
  ])("keeps no link to %s", (href) =>
    expect(sanitizeMessage(`<a href="${href}">x</a>`)).resolves.not.toMatch(/href/),
  );

  it("keeps links that are safe to follow", async () => {
    const kept = await sanitizeMessage(
      '<a href="https://example.com/?a=1&b=2" target="_self">x</a><a href="/ui/x">y</a>',
    );
    expect(kept).toContain(
      'href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank"',
    );
    expect(kept).toContain('href="/ui/x"');
  });
});

describe("site messages", () => {
  let product: TestProduct;
  let ada: TestCaller;
  let bob: TestCaller;
  let adaId: string;
  let bobId: string;
  beforeAll(async () => {
    product = await createTestProduct();
    adaId = (await product.createUser({ name: "Ada" })).id;
    bobId = (await product.createUser({ name: "Bob" })).id;
    ada = await product.signIn(adaId);
    bob = await product.signIn(bobId);
  });
  afterAll(() => product?.close());
  const send = (body: object) => product.administrator.call("POST", `${base}send/`, body);

  it("reach the people and groups they are for, cleaned, and nobody else", async () => {
    const answer = await send({
      subject: "Maintenance",
      message: "<p>Tonight <img src=x onerror=alert(1)></p>",
      user_ids: [adaId],
    });
    expect([answer.status, answer.body]).toEqual([200, { detail: "ok" }]);
    const { body } = await ada.call("GET", `${base}?limit=15&offset=0&has_read=false`);
    expect(body.count).toBe(1);
    expect(body.results[0]).toEqual({
      id: expect.any(String),
      has_read: false,
      read_at: null,
      content: {
        id: expect.any(String),
        subject: "Maintenance",
        message: "<p>Tonight </p>",
        date_created: expect.stringMatching(/^\d{4}\//),
        date_updated: expect.stringMatching(/^\d{4}\//),
        sender: expect.stringContaining("admin"),
      },
      date_created: expect.any(String),
    });
    const id = body.results[0].id;
    expect((await ada.call("GET", `${base}${id}/`)).body.id).toBe(id);
    expect((await bob.call("GET", `${base}${id}/`)).status).toBe(404);
    expect((await bob.call("GET", base)).body).toEqual([]);
    expect((await product.administrator.call("GET", base)).body).toEqual([]);
    expect((await ada.call("GET", `${base}unread-total/`)).body).toEqual({ total: 1 });

    // Marking another person's message changes nothing.
    expect((await bob.call("PATCH", `${base}mark-as-read/`, { ids: [id] })).status).toBe(200);
    expect((await ada.call("GET", `${base}unread-total/`)).body).toEqual({ total: 1 });
    expect((await ada.call("PATCH", `${base}mark-as-read/`, { ids: [id] })).body).toEqual({ detail: "ok" });
    const read = (await ada.call("GET", `${base}${id}/`)).body;
    expect([read.has_read, typeof read.read_at]).toEqual([true, "string"]);
    expect((await ada.call("GET", `${base}?has_read=false`)).body).toEqual([]);
  });

  it("go to groups and to everybody once each, and are all marked at once", async () => {
    const group = await product.administrator.call("POST", "users/groups/", {
      name: "Night shift",
      users: [adaId, bobId],
    });
    await send({ subject: "Twice named", message: "x", user_ids: [adaId], group_ids: [group.body.id] });
    await send({ subject: "All", message: "x", is_broadcast: true });
    expect((await ada.call("GET", `${base}unread-total/`)).body).toEqual({ total: 2 });
    expect((await bob.call("GET", `${base}unread-total/`)).body).toEqual({ total: 2 });
    expect((await ada.call("PATCH", `${base}mark-as-read-all/`)).body).toEqual({ detail: "ok" });
    expect((await ada.call("GET", `${base}unread-total/`)).body).toEqual({ total: 0 });
    expect((await bob.call("GET", `${base}unread-total/`)).body).toEqual({ total: 2 });
    expect(
      (await bob.call("GET", base)).body.map((row: { content: { subject: string } }) => row.content.subject),
    ).toEqual(["All", "Twice named"]);
  });

  it("are refused with the field named when they cannot be sent", async () => {
    const ghost = "ffffffff-ffff-4fff-8fff-ffffffffffff";
    const cases: [object, string][] = [
      [{ subject: "s", message: "m" }, "user_ids"],
      [{ subject: "s", message: "m", user_ids: [] }, "user_ids"],
      [{ subject: "s", message: "m", user_ids: [ghost] }, "user_ids"],
      [{ subject: "s", message: "m", group_ids: ["no uuid"] }, "group_ids"],
      [{ message: "m", is_broadcast: true }, "subject"],
      [{ subject: "s".repeat(1_025), message: "m", is_broadcast: true }, "subject"],
      [{ subject: "s", message: "m".repeat(70_000), is_broadcast: true }, "message"],
    ];
    for (const [body, field] of cases) {
      const answer = await send(body);
      expect([answer.status, Object.keys(answer.body)], JSON.stringify(body).slice(0, 80)).toEqual([
        400,
        [field],
      ]);
    }
    expect(
      (await ada.call("POST", `${base}send/`, { subject: "s", message: "m", is_broadcast: true })).status,
    ).toBe(403);
    expect((await ada.call("PATCH", `${base}mark-as-read/`, { ids: "x" })).status).toBe(400);
    expect((await ada.call("PATCH", `${base}mark-as-read/`, [])).status).toBe(400);
  });

  describe("over the socket", () => {
    let apps: HttpApp[];
    let ports: number[];
    beforeAll(async () => {
      const channel = { send: () => undefined, sendSocket: () => undefined, onHandOff: () => undefined };
      // Two web processes of one installation.
      apps = await Promise.all(
        [0, 1].map(async () => {
          const area = createNotificationsArea({ checkSeconds: 0.2 });
          const app = await createHttpApp(product.services, [area]);
          acceptUpgrades(app.fastify, product.services, area.sockets ?? [], channel satisfies ProcessChannel);
          await app.fastify.listen({ port: 0, host: "127.0.0.1" });
          return app;
        }),
      );
      ports = apps.map(({ fastify }) => (fastify.server.address() as AddressInfo).port);
    });
    afterAll(async () => {
      const closing = Promise.all(apps.map(({ fastify }) => fastify.close()));
      const late = new Promise((_resolve, reject) =>
        setTimeout(reject, 5_000, new Error("open sockets hold the server")),
      );
      await Promise.race([closing, late]);
    });

    const open = (who: TestCaller, node = 0, headers: Record<string, string> = {}) => {
      const cookie = Object.entries(who.cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; ");
      const socket = new WebSocket(`ws://127.0.0.1:${ports[node]}/ws/notifications/site-msg/`, {
        headers: { ...(cookie === "" ? {} : { cookie }), ...headers },
      });
      const counts: number[] = [];
      const ended = new Promise<number>((resolve) => {
        socket.on("close", (code) => resolve(code));
        socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
        socket.on("error", () => undefined);
      });
      socket.on("message", (data) => {
        const message = JSON.parse(String(data));
        expect(message.type).toBe("unread_count");
        counts.push(message.unread_count);
      });
      return { socket, counts, ended };
    };

    it("the count is told at once and on every change, on every node, to its person only", async () => {
      await ada.call("PATCH", `${base}mark-as-read-all/`);
      await bob.call("PATCH", `${base}mark-as-read-all/`);
      const first = open(ada, 0);
      const second = open(ada, 1);
      const other = open(bob, 1);
      await expect.poll(() => [first.counts, second.counts, other.counts]).toEqual([[0], [0], [0]]);
      first.socket.send(JSON.stringify({ refresh_every_seconds: 1 }));
      first.socket.send("not json");
      const { db, events } = product.services;
      await sendSiteMessage({ db, events }, { subject: "s", message: "m", userIds: [adaId] });
      await expect.poll(() => [first.counts.at(-1), second.counts.at(-1)]).toEqual([1, 1]);
      await ada.call("PATCH", `${base}mark-as-read-all/`);
      await expect.poll(() => [first.counts.at(-1), second.counts.at(-1)]).toEqual([0, 0]);
      expect(other.counts).toEqual([0]);
      for (const { socket } of [first, second, other]) socket.close();
    });

    it("is not told what is rolled back", async () => {
      const page = open(ada);
      await expect.poll(() => page.counts).toEqual([0]);
      const { db, events } = product.services;
      await expect(
        db.transaction().execute(async (transaction) => {
          await sendSiteMessage(
            { db: transaction, events },
            { subject: "s", message: "m", userIds: [adaId] },
          );
          throw new Error("back");
        }),
      ).rejects.toThrow("back");
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(page.counts).toEqual([0]);
      page.socket.close();
    });

    it("is closed when the sign-in ends or the person is disabled, and refused to strangers and other origins", async () => {
      const again = await product.signIn(adaId);
      const page = open(again);
      await expect.poll(() => page.counts.length).toBe(1);
      await again.call("GET", "/core/auth/logout/");
      expect(await page.ended).toBe(4401);
      expect(await open(product.anonymous).ended).toBe(401);
      expect(await open(bob, 0, { origin: "https://evil.example" }).ended).toBe(403);

      const { username, password } = await product.createUser({});
      const { body } = await product.anonymous.call("POST", "authentication/auth/", { username, password });
      const withToken = open(product.anonymous, 0, { authorization: `Bearer ${body.token}` });
      await expect.poll(() => withToken.counts).toEqual([0]);
      await product.administrator.call("PATCH", `users/users/${body.user.id}/`, { is_active: false });
      expect(await withToken.ended).toBe(4401);
    });

    it("has room for a bounded number of pages of one person", async () => {
      const pages = Array.from({ length: mostConnections + 2 }, () => open(bob));
      await expect
        .poll(() => pages.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length, {
          timeout: 5_000,
        })
        .toBe(mostConnections);
      for (const { socket } of pages) socket.close();
    });

    it("does not take what is larger than anything it needs", async () => {
      const page = open(bob);
      await expect.poll(() => page.counts.length).toBe(1);
      page.socket.send("x".repeat(5_000));
      expect(await page.ended).toBe(1009);
    });
  });
});
