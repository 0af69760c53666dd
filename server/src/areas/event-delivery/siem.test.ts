import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../engine/testing/free-port.ts";
import { startProcess } from "../../engine/testing/process.ts";
import { testCertificate } from "../../testing/certificate.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import type { WireEvent } from "./formats/json.ts";
import { numbersOf, organizationId, type ReceiverBed, receiverBed, soon } from "./testing/receivers.ts";

let product: TestProduct;
let bed: ReceiverBed;
let folder: string;
const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

beforeAll(async () => {
  product = await createTestProduct({ SALLYPORT_LOCAL_TARGETS: "127.0.0.1" });
  bed = receiverBed(product);
  folder = await mkdtemp(join(tmpdir(), "sallyport-siem-"));
}, 180_000);
afterEach(() => bed.clear());
afterAll(async () => {
  await product?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Records that hold what ends a message for one reader or another, with every text of a record. */
const hostile = async (text: string) => {
  await product.database.pool.query(
    `insert into operate_logs (user_display, action, resource_type, resource, resource_id, remote_addr, org_id)
     values ($1, 'create', $1, $1, 'x', '', $2)`,
    [text, organizationId],
  );
};

/** A syslog server over TCP that keeps what it reads, split by the lengths before the messages. */
async function startCollector() {
  const pieces: Buffer[] = [];
  const server = createServer((socket: Socket) => {
    socket.on("data", (piece) => pieces.push(piece));
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    address: `tcp://127.0.0.1:${port}`,
    messages(): string[] {
      const all = Buffer.concat(pieces);
      const found: string[] = [];
      for (let at = 0; at < all.length; ) {
        const space = all.indexOf(" ", at);
        const size = Number(all.subarray(at, space).toString());
        expect(size).toBeGreaterThan(0);
        found.push(all.subarray(space + 1, space + 1 + size).toString());
        at = space + 1 + size;
      }
      return found;
    },
    close: () => server.close(),
  };
}

const controls = 'a\r\nb\u0001\u001b[0m\u007f\u0085\u2028|c=d\\e"f]g <13>1 - - - - - - h';

describe("syslog over TCP", () => {
  test("JSON, CEF and structured data are messages of one line each, whatever a record holds", async () => {
    const shapes: Readonly<Record<string, RegExp>> = {
      json: /^<110>1 [\d-]+T[\d:.]+Z \S+ sallyport - object\.created - \{"id":"/,
      cef: /^<110>1 [\d-]+T[\d:.]+Z \S+ sallyport - object\.created - CEF:0\|Sallyport\|Sallyport\|1\|object\.created\|Object created\|3\|externalId=[0-9a-f-]{36} rt=\d{13} outcome=success suser=/,
      rfc5424:
        /^<110>1 [\d-]+T[\d:.]+Z \S+ sallyport - object\.created \[event@32473 id="[0-9a-f-]{36}" seq="\d+" kind="object\.created" outcome="success" user="/,
    };
    for (const [format, shape] of Object.entries(shapes)) {
      const collector = await startCollector();
      await bed.receiver({ type: "syslog", address: collector.address, format });
      await hostile(controls);
      await bed.record(1, 1);
      await bed.deliver();
      const messages = collector.messages();
      expect(messages).toHaveLength(2);
      for (const message of messages) {
        expect(message).toMatch(shape);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
        expect(message).not.toMatch(/[\u0000-\u001f\u007f\u0085\u2028\u2029]/);
      }
      const [evil = ""] = messages;
      if (format === "json") {
        const event = JSON.parse(evil.slice(evil.indexOf("{"))) as WireEvent;
        expect(event.object.startsWith("a\r\nb\u0001")).toBe(true);
      }
      if (format === "cef") expect(evil).toContain('|c\\=d\\\\e"f]g');
      if (format === "rfc5424") expect(evil).toContain('c=d\\\\e\\"f\\]g');
      collector.close();
      await bed.clear();
    }
  });

  test("a record of a megabyte becomes a message that receivers take whole", async () => {
    for (const format of ["json", "cef", "rfc5424"]) {
      const collector = await startCollector();
      await bed.receiver({ type: "syslog", address: collector.address, format });
      const huge = "\u{1f512}x".repeat(350_000);
      await product.database.pool.query(
        `insert into operate_logs (user_display, action, resource_type, resource, resource_id, remote_addr, org_id, diff)
         values ('Mei(mei)', 'create', 'Asset', 'web-01', 'x', '', $2,
           jsonb_build_object('a', $1::text, 'b', repeat('y', 1000000)))`,
        [huge, organizationId],
      );
      await bed.deliver();
      const [message = ""] = collector.messages();
      expect(Buffer.byteLength(message)).toBeLessThanOrEqual(8_192);
      expect(message).not.toContain("\ufffd");
      if (format === "json") {
        const event = JSON.parse(message.slice(message.indexOf("{"))) as WireEvent;
        expect(event).toMatchObject({ truncated: true, kind: "object.created", object: "web-01" });
      }
      collector.close();
      await bed.clear();
    }
  });
});

describe("syslog over UDP", () => {
  test("each message is a datagram", async () => {
    const server = createSocket("udp4").bind(0, "127.0.0.1");
    await once(server, "listening");
    const got: string[] = [];
    server.on("message", (message) => got.push(String(message)));
    const id = await bed.receiver({ type: "syslog", address: `udp://127.0.0.1:${server.address().port}` });
    await bed.record(1, 20);
    await bed.deliver();
    await soon(() => expect(got).toHaveLength(20));
    expect(numbersOf(got.map((message) => JSON.parse(message.slice(message.indexOf("{")))))).toEqual(
      upTo(20),
    );
    expect(await bed.shown(id)).toMatchObject({ delivered: 20, problem: "" });
    server.close();
  });
});

const gnuTls = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"].some((place) =>
  existsSync(`${place}/rsyslog/lmnsd_gtls.so`),
);

describe("rsyslog over TLS", () => {
  test.skipIf(!existsSync("/usr/sbin/rsyslogd") || !gnuTls)(
    "loses nothing while it is killed and started again, and keeps the order",
    async () => {
      const port = await freePort();
      const at = (name: string) => join(folder, name);
      await writeFile(at("cert.pem"), testCertificate.cert);
      await writeFile(at("key.pem"), testCertificate.key, { mode: 0o600 });
      await writeFile(
        at("rsyslog.conf"),
        [
          `global(defaultNetstreamDriverCAFile="${at("cert.pem")}" defaultNetstreamDriverCertFile="${at("cert.pem")}"`,
          `  defaultNetstreamDriverKeyFile="${at("key.pem")}" workDirectory="${folder}")`,
          // What is read is written before the next is read: what it says it took is on the disk.
          'main_queue(queue.type="Direct")',
          'module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")',
          `input(type="imtcp" address="127.0.0.1" port="${port}")`,
          'template(name="all" type="string" string="%pri% %app-name% %msgid% %msg%\\n")',
          `action(type="omfile" file="${at("messages")}" template="all" asyncWriting="off" flushOnTXEnd="on")`,
        ].join("\n"),
      );
      const start = async () => {
        await rm(at("rsyslog.pid"), { force: true });
        return startProcess("rsyslogd", ["-n", "-f", at("rsyslog.conf"), "-i", at("rsyslog.pid")], {
          env: process.env,
        });
      };
      const lines = async () =>
        (await readFile(at("messages"), "utf8").catch(() => ""))
          .split("\n")
          .filter((line) => line.endsWith("}"));
      const numbers = async () =>
        numbersOf((await lines()).map((line) => JSON.parse(line.slice(line.indexOf("{"))) as WireEvent));
      const id = await bed.receiver({
        type: "syslog",
        address: `tls://localhost:${port}`,
        ca: testCertificate.cert,
        kinds: ["object.created"],
      });
      let daemon = await start();
      try {
        let last = 0;
        const delivering = async (amount: number) => {
          await bed.record(last + 1, last + amount);
          last += amount;
          await bed.deliver({ timeout: 5_000 });
        };
        await soon(async () => {
          await bed.deliver({ timeout: 5_000 });
          const { body } = await product.administrator.call(
            "POST",
            `sallyport/event-receivers/${id}/test/`,
            {},
          );
          expect(body).toMatchObject({ is_success: true });
        });
        await rm(at("messages"), { force: true });
        daemon.child.kill("SIGHUP");
        await delivering(200);
        for (let round = 0; round < 3; round += 1) {
          // Killed while it reads, and away for a while.
          const busy = delivering(1_500);
          await soon(async () => expect((await numbers()).length).toBeGreaterThan(last - 1_500));
          daemon.child.kill("SIGKILL");
          await daemon.ended;
          await busy;
          await delivering(300);
          expect(await bed.shown(id)).toMatchObject({ state: { value: "failing" } });
          daemon = await start();
          await soon(async () => {
            await bed.deliver({ timeout: 5_000 });
            expect(await bed.shown(id)).toMatchObject({ waiting: 0, problem: "" });
          });
        }
        const got = await numbers();
        expect([...new Set(got)].toSorted((a, b) => a - b)).toEqual(upTo(last));
        // In order, but for what was sent twice because nobody knew whether it had arrived.
        const seen = new Set<number>();
        expect(got.filter((number) => !seen.has(number) && seen.add(number))).toEqual(upTo(last));
        const parts = /^(\d+) (\S+) (\S+) /.exec((await lines())[0] ?? "");
        expect(parts?.slice(1)).toEqual(["110", "sallyport", "object.created"]);
      } finally {
        daemon.child.kill("SIGKILL");
        await daemon.ended;
      }
    },
    120_000,
  );
});
