import { JsonLogsSerializer } from "@opentelemetry/otlp-transformer";
import type { ReadableLogRecord } from "@opentelemetry/sdk-logs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { productVersion } from "../../engine/config/index.ts";
import { testCertificate } from "../../testing/certificate.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { type Hook, startHook } from "../../testing/webhook.ts";
import type { PlacedEvent } from "./catalogue/event.ts";
import { hasRejected, logsAddress, otlpLogs } from "./formats/otlp.ts";
import { requestHeaders } from "./receivers/request-headers.ts";
import { numbersOf, type ReceiverBed, receiverBed } from "./testing/receivers.ts";

const event: PlacedEvent = {
  seq: 4711,
  event: {
    id: "0197f6f0-5b5e-4c55-b3b5-6a3f0a3f6d51",
    kind: "session.started",
    time: "2026-11-28T15:04:05.123456Z",
    severity: 5,
    org_id: "00000000-0000-0000-0000-000000000002",
    user: "Mei(mei)",
    source_ip: "192.0.2.10",
    asset: "web-01(10.0.0.1)",
    account: "deploy(deploy)",
    object: "",
    object_type: "",
    session_id: "5f0c7d1a-7d2f-4f57-8a6c-0d6b8a1c2d3e",
    outcome: "success",
    record: {
      text: "å\u0000<",
      count: 7,
      share: 0.5,
      yes: true,
      none: null,
      list: ["a", 1],
      more: { x: "y" },
    },
  },
};

/** The same as the SDK of OpenTelemetry would hold it before its exporter writes it. */
const sameToTheSdk = {
  hrTime: [Date.parse("2026-11-28T15:04:05Z") / 1000, 123_456_000],
  hrTimeObserved: [Date.parse("2026-11-28T15:04:05Z") / 1000, 123_456_000],
  severityNumber: 10,
  severityText: "notice",
  eventName: "session.started",
  body: "Mei(mei) opened a session on web-01(10.0.0.1) as deploy(deploy) from 192.0.2.10.",
  attributes: {
    "log.record.uid": event.event.id,
    "user.name": "Mei(mei)",
    "client.address": "192.0.2.10",
    "session.id": event.event.session_id,
    "sallyport.seq": 4711,
    "sallyport.outcome": "success",
    "sallyport.asset": "web-01(10.0.0.1)",
    "sallyport.account": "deploy(deploy)",
    "sallyport.org_id": "00000000-0000-0000-0000-000000000002",
    "sallyport.record": event.event.record,
  },
  droppedAttributesCount: 0,
  resource: { attributes: { "service.name": "sallyport", "service.version": productVersion } },
  instrumentationScope: { name: "sallyport.events", version: productVersion },
} as unknown as ReadableLogRecord;

/** Integers are strings in both, or numbers, which mean the same; what has its default may be left out. */
const meant = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner) =>
    key === "intValue" ? String(inner) : key === "droppedAttributesCount" && inner === 0 ? undefined : inner,
  );

describe("events as logs of OpenTelemetry", () => {
  test("are what its own serializer writes for the same record", () => {
    const bytes = JsonLogsSerializer.serializeRequest([sameToTheSdk]);
    const official = JSON.parse(Buffer.from(bytes ?? []).toString());
    expect(meant(otlpLogs([event], "en"))).toEqual(meant(official));
  });

  test("have the severities that its data model gives those of syslog", () => {
    const numbers = [0, 1, 2, 3, 4, 5, 6, 7].map((severity) => {
      const logs = otlpLogs([{ seq: 1, event: { ...event.event, severity } }], "en");
      return Number(/"severityNumber":(\d+)/.exec(JSON.stringify(logs))?.[1]);
    });
    expect(numbers).toEqual([21, 19, 18, 17, 13, 10, 9, 5]);
  });

  test("go where a collector takes logs, unless the address says where", () => {
    expect(logsAddress("http://collector:4318")).toBe("http://collector:4318/v1/logs");
    expect(logsAddress("https://collector.example.com/")).toBe("https://collector.example.com/v1/logs");
    expect(logsAddress("https://x.example.com/otlp/v1/logs?a=b")).toBe(
      "https://x.example.com/otlp/v1/logs?a=b",
    );
  });

  test("were not all taken where a collector says so, however it writes it", () => {
    expect(hasRejected('{"partialSuccess":{"rejectedLogRecords":"3","errorMessage":"too old"}}')).toBe(true);
    expect(hasRejected('{"partial_success":{"rejected_log_records":3}}')).toBe(true);
    for (const fine of [
      "",
      "{}",
      '{"partialSuccess":{}}',
      '{"partialSuccess":{"rejectedLogRecords":"0","errorMessage":"3 slow"}}',
    ])
      expect(hasRejected(fine), fine).toBe(false);
  });

  test("carry the headers that were entered, and none that break a request", () => {
    expect(requestHeaders("")).toEqual({});
    expect(requestHeaders("Authorization=Bearer%20abc==, x-tenant=a%2Cb ,")).toEqual({
      authorization: "Bearer abc==",
      "x-tenant": "a,b",
    });
    for (const wrong of [
      "nonsense",
      "=x",
      "x=",
      "a b=c",
      "x=%0d%0aEvil:%201",
      "x=%zz",
      "x=1,X=2",
      "Content-Length=1",
      "host=inside",
    ])
      expect(requestHeaders(wrong), wrong).toBeNull();
  });
});

describe("a collector of OpenTelemetry", () => {
  let product: TestProduct;
  let bed: ReceiverBed;
  let hook: Hook;
  const base = () => new URL(hook.url).origin;
  const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);
  type Attributes = readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
  /** The objects of the events of a request. */
  const objectsOf = (body: string) => {
    const [logs] = JSON.parse(body).resourceLogs;
    return numbersOf(
      logs.scopeLogs[0].logRecords.map(({ attributes }: { readonly attributes: Attributes }) => ({
        object: attributes.find(({ key }) => key === "sallyport.object")?.value.stringValue ?? "",
      })),
    );
  };

  beforeAll(async () => {
    product = await createTestProduct({ SALLYPORT_LOCAL_TARGETS: "127.0.0.1" });
    bed = receiverBed(product);
  }, 180_000);
  afterEach(async () => {
    hook?.close();
    await bed.clear();
  });
  afterAll(() => product?.close());

  test("gets each event once and in order over TLS, with the headers that let in", async () => {
    hook = await startHook(testCertificate);
    const id = await bed.receiver({
      type: "otlp",
      address: base(),
      ca: testCertificate.cert,
      headers: "Authorization=Bearer%20abc",
    });
    const paths: string[] = [];
    hook.answer = (response) => {
      paths.push(response.req.url ?? "");
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    };
    await bed.record(1, 700);
    await bed.deliver();
    expect(hook.requests.flatMap(({ body }) => objectsOf(body))).toEqual(upTo(700));
    expect(new Set(paths)).toEqual(new Set(["/v1/logs"]));
    const path = `sallyport/event-receivers/${id}/`;
    const moved = (values: object) => product.administrator.call("PATCH", path, values);
    const elsewhere = await moved({ address: "https://elsewhere.example.com" });
    expect([elsewhere.status, Object.keys(elsewhere.body)]).toEqual([400, ["headers"]]);
    // Another path of the same server gets what it has.
    expect((await moved({ address: `${base()}/v1/logs` })).status).toBe(200);
    const again = { address: "https://elsewhere.example.com", headers: "a=b" };
    expect((await moved(again)).body).toMatchObject({ has_headers: true });
    for (const { headers } of hook.requests)
      expect(headers).toMatchObject({ authorization: "Bearer abc", "content-type": "application/json" });
    expect(await bed.shown(id)).toMatchObject({ delivered: 700, waiting: 0, state: { value: "fine" } });
    const read = await product.administrator.call("GET", `sallyport/event-receivers/${id}/`);
    expect(read.text).not.toContain("Bearer");
    const { rows } = await product.database.pool.query("select diff::text from operate_logs");
    expect(JSON.stringify(rows)).not.toContain("Bearer%20abc");
  });

  test("that rejects one record gets the others; that one is put aside with what was said of it", async () => {
    hook = await startHook();
    const id = await bed.receiver({ type: "otlp", address: hook.url, kinds: ["object.created"] });
    const kept = new Set<number>();
    hook.answer = (response, { body }) => {
      const rejected = objectsOf(body).filter((number) => number === 7);
      for (const number of objectsOf(body)) if (number !== 7) kept.add(number);
      const partialSuccess = { rejectedLogRecords: String(rejected.length), errorMessage: "too old" };
      response.writeHead(200).end(JSON.stringify(rejected.length === 0 ? {} : { partialSuccess }));
    };
    await bed.record(1, 20);
    for (let round = 0; round < 5; round += 1) await bed.deliver();
    expect([...kept]).toEqual(upTo(20).filter((number) => number !== 7));
    expect(await bed.shown(id)).toMatchObject({ dead: 1, waiting: 0, delivered: 19 });
    const letters = await product.administrator.call(
      "GET",
      `sallyport/event-dead-letters/?receiver_id=${id}`,
    );
    expect(letters.body).toMatchObject([{ problem: expect.stringContaining("refused the request") }]);
    expect(letters.body[0].answer).toContain("too old");
  });

  test("is refused where its address or its headers are wrong, at the field", async () => {
    const cases: readonly [Readonly<Record<string, unknown>>, string][] = [
      [{ address: "" }, "address"],
      [{ address: "grpc://collector:4317" }, "address"],
      [{ address: "https://user:pw@collector.example.com" }, "address"],
      [{ address: "https://collector.example.com", headers: "Bearer abc" }, "headers"],
      [{ address: "https://collector.example.com", headers: "x=%0aEvil:1" }, "headers"],
    ];
    for (const [values, field] of cases) {
      const answer = await product.administrator.call("POST", "sallyport/event-receivers/", {
        name: "wrong",
        type: "otlp",
        ...values,
      });
      expect([answer.status, Object.keys(answer.body)], JSON.stringify(values)).toEqual([400, [field]]);
    }
  });
});
