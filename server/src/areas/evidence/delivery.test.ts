import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createServer as createTlsServer } from "node:tls";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { staticFolder } from "../../engine/http/index.ts";
import { freePort } from "../../engine/testing/free-port.ts";
import { startProcess } from "../../engine/testing/process.ts";
import { testCertificate } from "../../testing/certificate.ts";
import { exportBundle } from "./bundle/bundle.ts";
import { advanceChain, latestCheckpoint } from "./chain/checkpoints.ts";
import { deliverCheckpoints } from "./delivery/deliver.ts";
import { createEvidenceBed, type EvidenceBed } from "./testing/evidence-bed.ts";

let bed: EvidenceBed;
let folder: string;
const never = new AbortController().signal;

/** A receiver of webhooks, which answers what it is told to. */
interface Receiver {
  readonly url: string;
  readonly requests: { readonly headers: IncomingMessage["headers"]; readonly body: string }[];
  answer: number | "nothing";
  readonly server: Server;
}

let receiver: Receiver;

async function startReceiver(): Promise<Receiver> {
  const requests: Receiver["requests"] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      requests.push({ headers: request.headers, body });
      if (started.answer === "nothing") return;
      response.writeHead(started.answer, { location: "/elsewhere" }).end("thanks");
    });
  });
  const started: Receiver = { url: "", requests, answer: 204, server };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(started, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` });
}

/** Saves settings as the console does, and waits until they are in force where the worker reads them. */
async function configure(set: Readonly<Record<string, string>>) {
  const answer = await bed.product.administrator.call("PATCH", "settings/setting/?category=evidence", set);
  for (const [key, value] of answer.status === 200 ? Object.entries(set) : []) {
    await vi.waitFor(async () => expect(await bed.product.services.settings.get(key)).toBe(value), {
      timeout: 20_000,
      interval: 10,
    });
  }
  return answer;
}

async function newCheckpoint(): Promise<number> {
  await bed.session();
  await advanceChain(bed.product.services, { isDue: true });
  return (await latestCheckpoint(bed.product.services.db))?.number ?? 0;
}

const deliver = (timeout?: number) => deliverCheckpoints(bed.product.services, never, timeout);

/** What the page shows. */
const shown = async () =>
  (await bed.product.administrator.call("GET", "sallyport/evidence/")).body.deliveries;

const soon = () => bed.product.database.pool.query("update evidence_deliveries set date_next = now()");

const numbers = (lines: readonly string[]): number[] => lines.map((line) => JSON.parse(line).number);
const received = (): number[] => numbers(receiver.requests.flatMap(({ body }) => body.trimEnd().split("\n")));
const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

beforeAll(async () => {
  bed = await createEvidenceBed({ SALLYPORT_LOCAL_TARGETS: "127.0.0.1" });
  folder = await mkdtemp(join(tmpdir(), "sallyport-delivery-"));
  receiver = await startReceiver();
}, 180_000);
afterEach(async () => {
  receiver.answer = 204;
  receiver.requests.length = 0;
  expect((await configure({ EVIDENCE_WEBHOOK_URL: "", EVIDENCE_SYSLOG_ADDRESS: "" })).status).toBe(200);
  await bed.product.database.pool.query("delete from evidence_deliveries");
});
afterAll(async () => {
  receiver?.server.closeAllConnections();
  receiver?.server.close();
  await bed?.product.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

describe("checkpoints by webhook", () => {
  test("arrive with the token, and are a copy that bundles are verified with", async () => {
    const { id } = await bed.session();
    const file = join(folder, "session.tar");
    await pipeline(Readable.from(await exportBundle(bed.product.services, id)), createWriteStream(file));
    await configure({ EVIDENCE_WEBHOOK_URL: receiver.url, EVIDENCE_WEBHOOK_TOKEN: "of-the-collector" });
    await deliver();
    const last = (await latestCheckpoint(bed.product.services.db))?.number ?? 0;
    expect(received()).toEqual(upTo(last));
    expect(receiver.requests[0]?.headers).toMatchObject({
      authorization: "Bearer of-the-collector",
      "content-type": "application/x-ndjson",
    });
    const copy = join(folder, "copy.log");
    for (const { body } of receiver.requests) await appendFile(copy, body);
    const script = pathToFileURL(join(staticFolder(), "evidence", "verify.mjs")).href;
    expect((await import(script)).verifyBundle(file, { copy }).problems).toEqual([]);
    const state = await shown();
    expect(state).toEqual([
      expect.objectContaining({
        target: "webhook",
        number: last,
        problem: "",
        host: new URL(receiver.url).host,
      }),
    ]);
    expect(JSON.stringify(state)).not.toContain("/hook");
    // Nothing new: nothing is sent.
    receiver.requests.length = 0;
    await deliver();
    expect(receiver.requests).toEqual([]);
    // The stored token goes to no other address.
    const moved = await configure({ EVIDENCE_WEBHOOK_URL: "https://elsewhere.example.com/hook" });
    expect([moved.status, Object.keys(moved.body)]).toEqual([400, ["EVIDENCE_WEBHOOK_TOKEN"]]);
  });

  test("wait while the receiver refuses, redirects, is slow or away, and lose nothing", async () => {
    await configure({ EVIDENCE_WEBHOOK_URL: receiver.url, EVIDENCE_WEBHOOK_TOKEN: "of-the-collector" });
    await newCheckpoint();
    await deliver();
    const answers: [Receiver["answer"], string][] = [
      [500, "The server refused the request. Check the URL and the token."],
      [302, "The server refused the request. Check the URL and the token."],
      ["nothing", "No response within 10 seconds."],
    ];
    for (const [answer, problem] of answers) {
      const before = received().length;
      receiver.answer = answer;
      const last = await newCheckpoint();
      await soon();
      await deliver(answer === "nothing" ? 200 : undefined);
      expect(await shown()).toEqual([expect.objectContaining({ number: last - 1, problem })]);
      // It is not tried again at once.
      const requests = receiver.requests.length;
      await deliver();
      expect(receiver.requests.length).toBe(requests);
      receiver.answer = 204;
      await soon();
      await deliver();
      expect(received().slice(before + 1)).toEqual([last]);
      expect(await shown()).toEqual([expect.objectContaining({ number: last, problem: "" })]);
    }
  });

  test("go to another address from the first one on", async () => {
    await configure({ EVIDENCE_WEBHOOK_URL: receiver.url, EVIDENCE_WEBHOOK_TOKEN: "of-the-collector" });
    const last = await newCheckpoint();
    await deliver();
    receiver.requests.length = 0;
    const other = { EVIDENCE_WEBHOOK_URL: `${receiver.url}/other`, EVIDENCE_WEBHOOK_TOKEN: "another" };
    expect((await configure(other)).status).toBe(200);
    await deliver();
    expect(received()).toEqual(upTo(last));
  });
});

describe("what people may enter as a target", () => {
  test("is an address of the kind that is asked for", async () => {
    for (const [key, value] of [
      ["EVIDENCE_SYSLOG_ADDRESS", "udp://logs.example.com"],
      ["EVIDENCE_SYSLOG_ADDRESS", "tcp://logs.example.com/path"],
      ["EVIDENCE_SYSLOG_ADDRESS", "logs.example.com:514"],
      ["EVIDENCE_WEBHOOK_URL", "file:///etc/passwd"],
      ["EVIDENCE_WEBHOOK_URL", "https://user:secret@example.com/"],
      ["EVIDENCE_WEBHOOK_TOKEN", "two\r\nlines"],
    ] as const) {
      const { status, body } = await configure({ [key]: value });
      expect([status, Object.keys(body)], value).toEqual([400, [key]]);
    }
    const { id } = await bed.product.createUser({ username: "plain", name: "plain" });
    const plain = await bed.product.signIn(id);
    expect((await plain.call("GET", "settings/setting/?category=evidence")).status).toBe(403);
  });

  test("is not this machine or its link, under whatever name", async () => {
    const asked: string[] = [];
    const server = createTcpServer((socket) => {
      asked.push("asked");
      socket.destroy();
    }).listen(0, "::");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const addresses = own
      .filter(({ internal, scopeid }) => !internal && !scopeid)
      .map(({ address }) => address);
    for (const host of [
      "127.0.0.2",
      "127.2",
      "0.0.0.0",
      "[::1]",
      "[::]",
      "169.254.169.254",
      "[::ffff:7f00:2]",
      ...addresses,
    ]) {
      const shownHost = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
      for (const settings of [
        { EVIDENCE_SYSLOG_ADDRESS: `tcp://${shownHost}:${port}` },
        {
          EVIDENCE_SYSLOG_ADDRESS: "",
          EVIDENCE_WEBHOOK_URL: `http://${shownHost}:${port}/`,
          EVIDENCE_WEBHOOK_TOKEN: "x",
        },
      ]) {
        expect((await configure(settings)).status, JSON.stringify(settings)).toBe(200);
        await deliver();
        expect(await shown(), JSON.stringify(settings)).toEqual([
          expect.objectContaining({
            number: 0,
            problem: expect.stringContaining("The target is this machine."),
          }),
        ]);
      }
      await configure({ EVIDENCE_WEBHOOK_URL: "" });
    }
    expect(asked).toEqual([]);
    server.close();
  });
});

describe("checkpoints by syslog", () => {
  test.skipIf(!existsSync("/usr/sbin/rsyslogd"))(
    "reach rsyslog as messages of RFC 5424, also those of a time it was killed",
    async () => {
      const port = await freePort();
      const [file, configuration] = [join(folder, "messages"), join(folder, "rsyslog.conf")];
      await writeFile(
        configuration,
        [
          'module(load="imtcp")',
          `input(type="imtcp" address="127.0.0.1" port="${port}")`,
          'template(name="all" type="string" string="%pri% %app-name% %msgid% %msg%\\n")',
          `action(type="omfile" file="${file}" template="all")`,
        ].join("\n"),
      );
      const start = () =>
        startProcess("rsyslogd", ["-n", "-f", configuration, "-i", join(folder, "rsyslog.pid")], {
          env: process.env,
        });
      const lines = async () =>
        (await readFile(file, "utf8").catch(() => "")).trimEnd().split("\n").filter(Boolean);
      await configure({ EVIDENCE_SYSLOG_ADDRESS: `tcp://127.0.0.1:${port}` });
      const first = await newCheckpoint();
      let daemon = start();
      try {
        const delivered = (last: number) =>
          vi.waitFor(
            async () => {
              await soon();
              await deliver();
              expect(await shown()).toEqual([
                expect.objectContaining({ target: "syslog", number: last, problem: "" }),
              ]);
            },
            { timeout: 20_000, interval: 100 },
          );
        await delivered(first);
        await vi.waitFor(async () => expect(await lines()).toHaveLength(first), {
          timeout: 20_000,
          interval: 50,
        });
        daemon.child.kill("SIGKILL");
        await daemon.ended;
        const second = await newCheckpoint();
        await soon();
        await deliver();
        expect((await shown())[0]).toMatchObject({
          number: first,
          problem:
            "Cannot connect, or the server closed the connection. Check address, network and firewall.",
        });
        await rm(join(folder, "rsyslog.pid"), { force: true });
        daemon = start();
        await delivered(second);
        await vi.waitFor(async () => expect(await lines()).toHaveLength(second), {
          timeout: 20_000,
          interval: 50,
        });
        const parts = (await lines()).map((line) => /^(\d+) (\S+) (\S+) +(\{.*)$/.exec(line) ?? []);
        expect(parts[0]?.slice(1, 4)).toEqual(["110", "sallyport", "checkpoint"]);
        expect(numbers(parts.map(([, , , , text]) => text ?? ""))).toEqual(upTo(second));
      } finally {
        daemon.child.kill("SIGKILL");
        await daemon.ended;
      }
    },
    90_000,
  );

  test("are not given to a server whose certificate nobody vouches for", async () => {
    const read: string[] = [];
    const server = createTlsServer(testCertificate, (socket) => {
      socket.on("data", (bytes) => read.push(String(bytes)));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await newCheckpoint();
    for (const settings of [
      { EVIDENCE_SYSLOG_ADDRESS: `tls://localhost:${port}` },
      {
        EVIDENCE_SYSLOG_ADDRESS: "",
        EVIDENCE_WEBHOOK_URL: `https://localhost:${port}/`,
        EVIDENCE_WEBHOOK_TOKEN: "x",
      },
    ]) {
      await configure(settings);
      await deliver();
      expect(await shown()).toEqual([
        expect.objectContaining({
          number: 0,
          problem: "The server's certificate is not trusted on this machine.",
        }),
      ]);
    }
    expect(read).toEqual([]);
    server.close();
  });
});
