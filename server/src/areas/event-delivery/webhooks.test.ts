import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { renewedCertificate, testCertificate } from "../../testing/certificate.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { type Hook, startHook } from "../../testing/webhook.ts";
import { removeOldEvents } from "./outbox/retention.ts";
import { numbersOf, type ReceiverBed, receiverBed, soon } from "./testing/receivers.ts";

let product: TestProduct;
let bed: ReceiverBed;
let hook: Hook;
const key = "a key that nobody guesses";
const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);
const query = (text: string) => product.database.pool.query(text);

beforeAll(async () => {
  product = await createTestProduct({ SALLYPORT_LOCAL_TARGETS: "127.0.0.1" });
  bed = receiverBed(product);
}, 180_000);
afterEach(async () => {
  hook?.close();
  await bed.clear();
});
afterAll(() => product?.close());

const webhook = (values: Readonly<Record<string, unknown>> = {}) =>
  bed.receiver({ type: "webhook", address: hook.url, signing_key: key, ...values });

describe("a webhook", () => {
  test("gets each event once, in order, signed", async () => {
    hook = await startHook();
    const id = await webhook();
    await bed.record(1, 450);
    await bed.deliver();
    expect(numbersOf(hook.taken)).toEqual(upTo(450));
    expect(new Set(hook.taken.map((event) => event.id)).size).toBe(450);
    const numbers = hook.taken.map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(hook.taken[0]).toMatchObject({
      kind: "object.created",
      user: "Mei(mei)",
      source_ip: "192.0.2.7",
      object: "object 1",
      object_type: "Asset",
      outcome: "success",
      summary: "Mei(mei) created Asset object 1.",
      record: { kind: "operation", resource: "object 1" },
    });
    for (const { headers, body } of hook.requests) {
      const timestamp = String(headers["x-sallyport-timestamp"]);
      expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
      const expected = createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
      expect(headers["x-sallyport-signature"]).toBe(`sha256=${expected}`);
    }
    expect(await bed.shown(id)).toMatchObject({
      state: { value: "fine" },
      delivered: 450,
      waiting: 0,
      oldest_waiting: null,
      problem: "",
    });
    const requests = hook.requests.length;
    await bed.deliver();
    expect(hook.requests.length).toBe(requests);
  });

  test("that is away, refuses, redirects, breaks off or is slow gets all of it later, and says why", async () => {
    hook = await startHook();
    const id = await webhook();
    const elsewhere = await startHook();
    const cases: readonly [Hook["answer"], string, string][] = [
      [503, "The server refused the request.", "503 thanks"],
      [401, "The server refused the request.", "401 thanks"],
      [(response) => response.writeHead(302, { location: elsewhere.url }).end(), "The server refused", "302"],
      [(response) => response.destroy(), "Cannot connect", ""],
      [() => undefined, "No response within 10 seconds.", ""],
    ];
    let last = 0;
    for (const [answer, problem, told] of cases) {
      hook.answer = answer;
      await bed.record(last + 1, last + 3);
      last += 3;
      await bed.deliver({ timeout: 300 });
      const state = await bed.shown(id);
      expect(state).toMatchObject({ state: { value: "failing" }, waiting: 3, answer: told });
      expect(state.problem).toContain(problem);
      expect(state.oldest_waiting).not.toBeNull();
      // It is left alone for a while.
      const requests = hook.requests.length;
      const { deliverEvents } = await import("./delivery/deliver-events.ts");
      await deliverEvents(product.services, { signal: new AbortController().signal });
      expect(hook.requests.length).toBe(requests);
      hook.answer = 200;
      await bed.deliver();
      expect(numbersOf(hook.taken)).toEqual(upTo(last));
    }
    expect(elsewhere.requests).toEqual([]);
    elsewhere.close();
    const log = (
      await product.administrator.call(
        "GET",
        `sallyport/event-deliveries/?receiver_id=${id}&is_success=false`,
      )
    ).body;
    expect(log).toHaveLength(cases.length);
    expect(log[0]).toMatchObject({ events: 3, is_success: false, purpose: { value: "delivery" } });
  });

  test("asks to be left alone, and is", async () => {
    hook = await startHook();
    const id = await webhook();
    hook.answer = (response) => response.writeHead(429, { "retry-after": "1800" }).end();
    await bed.record(1, 1);
    await bed.deliver();
    const { rows } = await query(
      "select extract(epoch from date_next - now())::int as pause from event_receiver_states",
    );
    expect(rows[0].pause).toBeGreaterThan(1700);
    expect((await bed.shown(id)).date_next).not.toBeNull();
  });

  test("that does not take one event gets the others; that one is put aside, and sent again when asked", async () => {
    hook = await startHook();
    const id = await webhook({ kinds: ["object.created"] });
    hook.answer = (response, { body }) =>
      response.writeHead(body.includes('"object 7"') ? 422 : 200).end("not this one");
    await bed.record(1, 20);
    for (let round = 0; round < 5; round += 1) await bed.deliver();
    expect(numbersOf(hook.taken)).toEqual(upTo(20).filter((number) => number !== 7));
    expect(await bed.shown(id)).toMatchObject({ dead: 1, waiting: 0, delivered: 19 });
    const letters = await product.administrator.call(
      "GET",
      `sallyport/event-dead-letters/?receiver_id=${id}`,
    );
    expect(letters.body).toMatchObject([
      { kind: { value: "object.created" }, answer: "422 not this one", is_due: false },
    ]);
    // Refused once more, it stays.
    const retry = () =>
      product.administrator.call("POST", `sallyport/event-receivers/${id}/retry-dead-letters/`, {});
    expect((await retry()).body).toEqual({ events: 1 });
    await bed.deliver();
    expect(await bed.shown(id)).toMatchObject({ dead: 1 });
    hook.answer = 200;
    await retry();
    await bed.deliver();
    expect(numbersOf(hook.taken).at(-1)).toBe(7);
    expect(await bed.shown(id)).toMatchObject({ dead: 0, delivered: 20 });
  });

  test("is sent again what happened since a time", async () => {
    hook = await startHook();
    const id = await webhook({ kinds: ["object.created"] });
    await bed.record(1, 3);
    await bed.deliver();
    await query("update events set date_added = now() - interval '2 days'");
    await bed.record(4, 5);
    await bed.deliver();
    const replay = (from: string) =>
      product.administrator.call("POST", `sallyport/event-receivers/${id}/replay/`, { from });
    const hour = new Date(Date.now() - 3_600_000).toISOString();
    expect((await replay(hour)).body).toEqual({ events: 2 });
    await bed.deliver();
    expect(numbersOf(hook.taken)).toEqual([1, 2, 3, 4, 5, 4, 5]);
    // The same events: whoever keeps their ids has them once.
    expect(new Set(hook.taken.map((event) => event.id)).size).toBe(5);
    const { rows } = await query(
      `select resource from operate_logs where action = 'update' and resource_id = '${id}'`,
    );
    expect(rows).toHaveLength(1);
    const future = await replay(new Date(Date.now() + 86_400_000).toISOString());
    expect([future.status, Object.keys(future.body)]).toEqual([400, ["from"]]);
    expect((await replay("yesterday")).status).toBe(400);
  });

  test("gets the kinds and organizations it asked for", async () => {
    hook = await startHook();
    const { body: organization } = await product.administrator.call("POST", "orgs/orgs/", {
      name: "Another",
    });
    const other = organization.id as string;
    const id = await webhook({ kinds: ["object.created"], org_ids: [other] });
    await bed.record(1, 3);
    await bed.record(4, 5, other);
    await query(`insert into operate_logs (user_display, action, resource_type, resource, resource_id, remote_addr, org_id)
      values ('Mei(mei)', 'delete', 'Asset', 'object 6', '6', '', '${other}')`);
    await bed.deliver();
    expect(numbersOf(hook.taken)).toEqual([4, 5]);
    expect(await bed.shown(id)).toMatchObject({
      delivered: 2,
      waiting: 0,
      skipped: 0,
      state: { value: "fine" },
    });
  });

  test("that is slow or silent holds up no other", async () => {
    hook = await startHook();
    const fast = await startHook();
    hook.answer = () => undefined;
    const slowId = await webhook();
    const fastId = await webhook({ address: fast.url });
    await bed.record(1, 1);
    const run = bed.deliver({ timeout: 5_000, longest: 60_000 });
    await soon(() => expect(hook.requests).toHaveLength(1));
    // Recorded while the silent one is being waited for.
    await bed.record(2, 400);
    await soon(() => expect(numbersOf(fast.taken)).toEqual(upTo(400)));
    expect(hook.requests).toHaveLength(1);
    expect((await bed.shown(slowId)).delivered).toBe(0);
    hook.close();
    await run;
    expect((await bed.shown(fastId)).delivered).toBe(400);
    fast.close();
  });

  test("that answers without end is read no further than the beginning", async () => {
    hook = await startHook();
    const id = await webhook();
    let written = 0;
    hook.answer = (response) => {
      response.writeHead(400);
      const piece = Buffer.alloc(65_536, "x");
      const more = () => {
        while (!response.destroyed && written < 2 ** 30) {
          written += piece.length;
          if (!response.write(piece)) return void response.once("drain", more);
        }
      };
      more();
    };
    await bed.record(1, 1);
    await bed.deliver();
    expect(written).toBeLessThan(2 ** 24);
    expect(String((await bed.shown(id)).answer)).toHaveLength(500);
  });
});

describe("what is entered as a receiver", () => {
  test("is refused where it is wrong, at the field", async () => {
    const cases: readonly [Readonly<Record<string, unknown>>, string][] = [
      [{ type: "webhook", address: "ftp://x.example.com", signing_key: key }, "address"],
      [{ type: "webhook", address: "https://user:pw@x.example.com/", signing_key: key }, "address"],
      [{ type: "webhook", address: "", signing_key: key }, "address"],
      [{ type: "webhook", address: "https://x.example.com/", signing_key: "short" }, "signing_key"],
      [{ type: "webhook", address: "https://x.example.com/" }, "signing_key"],
      [{ type: "syslog", address: "https://x.example.com/" }, "address"],
      [{ type: "syslog", address: "tls://x.example.com/path" }, "address"],
      [{ type: "slack", chat_address: "http://hooks.example.com/x" }, "chat_address"],
      [{ type: "teams" }, "chat_address"],
      [{ type: "pager", address: "https://x.example.com/" }, "type"],
      [{ type: "syslog", address: "tcp://x.example.com", kinds: ["no.such"] }, "kinds"],
      [{ type: "syslog", address: "tcp://x.example.com", org_ids: ["nonsense"] }, "org_ids"],
      [{ type: "syslog", address: "tls://x.example.com", ca: "not a certificate" }, "ca"],
      [
        { type: "syslog", address: "tls://x.example.com", ca: testCertificate.cert.replace(/MII/, "AAA") },
        "ca",
      ],
    ];
    for (const [values, field] of cases) {
      const answer = await product.administrator.call("POST", "sallyport/event-receivers/", {
        name: "wrong",
        ...values,
      });
      expect([answer.status, Object.keys(answer.body)], JSON.stringify(values)).toEqual([400, [field]]);
    }
    const unknown = await product.administrator.call("POST", "sallyport/event-receivers/", {
      name: "wrong",
      type: "syslog",
      address: "tcp://x.example.com",
      org_ids: ["11111111-2222-4333-8444-555555555555"],
    });
    expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, ["org_ids"]]);
  });

  test("keeps its secrets: they are sealed, read by nobody, and kept when left out", async () => {
    hook = await startHook();
    const id = await webhook();
    const path = `sallyport/event-receivers/${id}/`;
    const read = await product.administrator.call("GET", path);
    expect(read.text).not.toContain(key);
    expect(read.body).toMatchObject({ has_signing_key: true });
    const { rows } = await query("select signing_key_sealed as sealed from event_receivers");
    expect(rows[0].sealed).toMatch(/^v2\./);
    expect((await product.administrator.call("PATCH", path, { comment: "x", signing_key: "" })).status).toBe(
      200,
    );
    await query("delete from event_notes");
    await bed.record(1, 1);
    await bed.deliver();
    const [{ headers, body } = { headers: {}, body: "" }] = hook.requests;
    const expected = createHmac("sha256", key)
      .update(`${headers["x-sallyport-timestamp"]}.${body}`)
      .digest("hex");
    expect(headers["x-sallyport-signature"]).toBe(`sha256=${expected}`);
    const logs = await query("select diff::text from operate_logs");
    expect(JSON.stringify(logs.rows)).not.toContain(key);
    const moved = await product.administrator.call("PATCH", path, {
      type: "syslog",
      address: "tcp://x.example.com",
    });
    expect([moved.status, Object.keys(moved.body)]).toEqual([400, ["type"]]);
  });

  test("says so when its secret does not open any more", async () => {
    hook = await startHook();
    const id = await webhook();
    await query("update event_receivers set signing_key_sealed = 'v2.none.broken'");
    await bed.record(1, 1);
    await bed.deliver();
    expect((await bed.shown(id)).problem).toContain("cannot be read");
    expect(hook.requests).toEqual([]);
  });

  test("is tried at once by a test, whose answer is shown", async () => {
    hook = await startHook();
    const id = await webhook();
    const test = async () =>
      (await product.administrator.call("POST", `sallyport/event-receivers/${id}/test/`, {})).body;
    expect(await test()).toMatchObject({ is_success: true, answer: "200 thanks" });
    expect(hook.taken).toMatchObject([{ kind: "receiver.test", seq: 0 }]);
    hook.answer = 404;
    expect(await test()).toMatchObject({ is_success: false, answer: "404 thanks" });
    const none = await product.administrator.call(
      "POST",
      "sallyport/event-receivers/11111111-2222-4333-8444-555555555555/test/",
      {},
    );
    expect(none.status).toBe(404);
  });
});

describe("attacks", () => {
  test("this machine is no receiver, under whatever name", async () => {
    const asked: string[] = [];
    const server = createServer((socket) => {
      asked.push("asked");
      socket.destroy();
    }).listen(0, "::");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    for (const host of ["127.0.0.2", "0.0.0.0", "[::1]", "[::ffff:7f00:2]", "169.254.169.254"]) {
      for (const values of [
        { type: "webhook", address: `http://${host}:${port}/`, signing_key: key },
        { type: "syslog", address: `tcp://${host}:${port}` },
        { type: "syslog", address: `udp://${host}:${port}` },
        { type: "otlp", address: `http://${host}:${port}/` },
        { type: "slack", chat_address: `https://${host}:${port}/` },
      ]) {
        const id = await bed.receiver(values);
        const { body } = await product.administrator.call(
          "POST",
          `sallyport/event-receivers/${id}/test/`,
          {},
        );
        expect(body, JSON.stringify(values)).toMatchObject({ is_success: false });
        expect(body.detail).toContain("The target is this machine.");
      }
    }
    expect(asked).toEqual([]);
    server.close();
  });

  test("a server with another certificate than the one that is trusted reads nothing", async () => {
    hook = await startHook(testCertificate);
    const trusted = await webhook({ ca: testCertificate.cert });
    const untrusted = await webhook();
    const another = await webhook({ ca: renewedCertificate.cert });
    const test = async (id: string) =>
      (await product.administrator.call("POST", `sallyport/event-receivers/${id}/test/`, {})).body;
    expect(await test(trusted)).toMatchObject({ is_success: true });
    const before = hook.requests.length;
    for (const id of [untrusted, another]) {
      const answer = await test(id);
      expect(answer).toMatchObject({ is_success: false });
      expect(answer.detail).toContain("not trusted");
    }
    expect(hook.requests.length).toBe(before);
  });

  test("texts of records break no message and reach nobody as markup", async () => {
    hook = await startHook();
    const id = await webhook();
    const evil = "x\r\n<1>1 - evil\u0000\u001b[31m <!channel> [a](http://b)";
    await product.database.pool.query(
      `insert into operate_logs (user_display, action, resource_type, resource, resource_id, remote_addr, org_id)
       values ($1, 'create', 'Asset', $1, 'x', '', '00000000-0000-0000-0000-000000000002')`,
      [evil.replace("\u0000", "")],
    );
    await bed.deliver();
    expect(hook.taken[0]?.object).toBe(evil.replace("\u0000", ""));
    expect(hook.requests[0]?.body.includes("\n")).toBe(false);
    expect((await bed.shown(id)).delivered).toBe(1);
  });

  test("nobody but administrators writes receivers, and nobody without the right reads them", async () => {
    hook = await startHook();
    const id = await webhook();
    const { id: userId } = await product.createUser({ username: "plain", name: "plain" });
    const plain = await product.signIn(userId);
    for (const [method, path] of [
      ["GET", "sallyport/event-receivers/"],
      ["POST", "sallyport/event-receivers/"],
      ["POST", `sallyport/event-receivers/${id}/test/`],
      ["POST", `sallyport/event-receivers/${id}/replay/`],
      ["POST", `sallyport/event-receivers/${id}/retry-dead-letters/`],
      ["GET", "sallyport/event-deliveries/"],
      ["GET", "sallyport/event-dead-letters/"],
    ] as const)
      expect((await plain.call(method, path, {})).status, path).toBe(403);
  });
});

describe("what is kept", () => {
  test("what a receiver did not get before its time is over is counted, not dropped in silence", async () => {
    hook = await startHook();
    const id = await webhook({ kinds: ["object.created"] });
    hook.answer = 503;
    await bed.record(1, 30);
    await bed.deliver();
    await removeOldEvents(product.services, { events: 12, deliveries: 1, deadLetters: 1 });
    expect(await bed.shown(id)).toMatchObject({ skipped: 18, waiting: 12 });
    hook.answer = 200;
    await bed.deliver();
    expect(numbersOf(hook.taken)).toEqual(upTo(30).slice(18));
    await query("update events set date_added = now() - interval '8 days'");
    await removeOldEvents(product.services);
    expect((await query("select 1 from events")).rows).toEqual([]);
    expect(await bed.shown(id)).toMatchObject({ skipped: 18, delivered: 12 });
    // Numbers go on.
    await bed.record(31, 31);
    await bed.deliver();
    expect(numbersOf(hook.taken).at(-1)).toBe(31);
  });

  test("nothing is noted while nobody is to be told", async () => {
    hook = await startHook();
    const id = await webhook({ is_active: false });
    await bed.record(1, 5);
    expect((await query("select 1 from event_notes")).rows).toEqual([]);
    await product.administrator.call("PATCH", `sallyport/event-receivers/${id}/`, { is_active: true });
    await query("delete from event_notes");
    await bed.record(6, 7);
    await bed.deliver();
    expect(numbersOf(hook.taken)).toEqual([6, 7]);
  });
});
