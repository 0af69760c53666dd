import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { get as getSecurely, request } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectSecurely } from "node:tls";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { bundleForTest, type TestBundle } from "../engine/testing/bundle.ts";
import { freePort } from "../engine/testing/free-port.ts";
import { childrenOf, commandOf, startProcess, type TestProcess } from "../engine/testing/process.ts";
import { renewedCertificate, testCertificate } from "../testing/certificate.ts";

let bundle: TestBundle;
let folder: string;
let port: number;
let securePort: number;
let product: TestProcess;
const processes: TestProcess[] = [];
const ca = [testCertificate.cert, renewedCertificate.cert];

beforeAll(async () => {
  bundle = await bundleForTest(join(import.meta.dirname, "supervisor.fixture.ts"));
  folder = mkdtempSync(join(tmpdir(), "sallyport-tls-"));
  chmodSync(folder, 0o711);
  port = await freePort();
  securePort = await freePort();
  keep(testCertificate);
  product = await untilReady(launch());
}, 120_000);
afterAll(async () => {
  await stopAll();
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function stopAll(): Promise<void> {
  for (const each of processes.splice(0)) {
    each.child.kill("SIGTERM");
    await each.ended;
  }
}

function keep({ cert, key }: { readonly cert: string; readonly key: string }): void {
  writeFileSync(join(folder, "key.pem"), key);
  writeFileSync(join(folder, "cert.pem"), cert);
}

function launch(environment: NodeJS.ProcessEnv = {}): TestProcess {
  const started = startProcess(process.execPath, [bundle.script], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      SALLYPORT_HTTP_PORT: String(port),
      SALLYPORT_HTTPS_PORT: String(securePort),
      SALLYPORT_TLS_CERTIFICATE: "cert.pem",
      SALLYPORT_TLS_KEY: "key.pem",
      SALLYPORT_DATA: join(folder, "data"),
      ...environment,
    },
  });
  processes.push(started);
  return started;
}

async function untilReady(started: TestProcess): Promise<TestProcess> {
  await started.until(/is ready[\s\S]*Ctrl\+C/);
  return started;
}

const childCalled = (supervisor: TestProcess, name: string): number =>
  childrenOf(supervisor.pid).find((pid) => commandOf(pid).endsWith(`--child ${name}`)) ?? 0;

interface Answer {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly body: string;
}

function answerOf(sent: ReturnType<typeof get>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", async (response) => {
      let body = "";
      for await (const chunk of response.setEncoding("utf8")) body += chunk;
      resolve({ status: response.statusCode, location: response.headers.location, body });
    });
  });
}

const ask = (path = "/api/health/", agent = false) =>
  answerOf(getSecurely({ host: "127.0.0.1", port: securePort, path, ca, agent }));

/** Name in the certificate that a new connection is shown. */
const served = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connectSecurely({ host: "127.0.0.1", port: securePort, ca }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.once("error", reject);
  });

test("people are reached by https alone, whatever they ask by plain HTTP", async () => {
  expect(product.output()).toContain(`https://127.0.0.1:${securePort}`);
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(JSON.parse(body).client).toEqual({ remoteAddress: "127.0.0.1", isEncrypted: true });
  const plainly = (path: string, host: string) =>
    answerOf(get({ host: "127.0.0.1", port, path, headers: { host } }));
  expect(await plainly("/ui/?next=1", `localhost:${port}`)).toMatchObject({
    status: 308,
    location: `https://localhost:${securePort}/ui/?next=1`,
  });
  // Names the certificate is not for lead to the site's own.
  expect((await plainly("//elsewhere.example/", "elsewhere.example")).location).toBe(
    `https://127.0.0.1:${securePort}//elsewhere.example/`,
  );
  const old = await new Promise<string>((resolve) => {
    const socket = connectSecurely({ host: "127.0.0.1", port: securePort, ca, maxVersion: "TLSv1.1" });
    socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? ""));
    socket.once("secureConnect", () => resolve("connected"));
  });
  expect(old).not.toBe("connected");
  // A body larger than any buffer passes in both directions.
  const sent = request({ host: "127.0.0.1", port: securePort, ca, method: "POST", agent: false });
  const answered = answerOf(sent);
  sent.end(Buffer.alloc(3_000_000, "x"));
  expect(JSON.parse((await answered).body).received).toBe(3_000_000);
});

test("nobody on this machine passes for what ends TLS", async () => {
  const log = readFileSync(join(folder, "data/logs/web.log"), "utf8");
  const own = Number(/"port":(\d+),"msg":"listening for/.exec(log)?.[1]);
  for (const said of [
    "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "guess 10.0.0.1 1\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
  ]) {
    const heard = await new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(own, "127.0.0.1");
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.once("close", () => resolve(text));
      socket.once("error", reject);
      socket.write(said);
    });
    expect(heard).toBe("");
  }
});

test("a terminal outlives web, and web is found again", async () => {
  const socket = new WebSocket(`wss://127.0.0.1:${securePort}/koko/ws/terminal/`, { ca });
  const hello = await new Promise<string>((resolve, reject) => {
    socket.once("message", (data) => resolve(String(data)));
    socket.once("error", reject);
  });
  expect(JSON.parse(hello).address).toBe("127.0.0.1");
  const web = childCalled(product, "web");
  process.kill(web, "SIGKILL");
  await vi.waitFor(async () => expect(JSON.parse((await ask()).body).pid).not.toBe(web), {
    timeout: 20_000,
    interval: 100,
  });
  const echoed = new Promise<string>((resolve) => socket.once("message", (data) => resolve(String(data))));
  socket.send("still here");
  expect(await echoed).toBe("echo still here");
  socket.close();
});

test("another certificate is served without a restart; one that does not fit is not", async () => {
  expect(await served()).toBe("mail.test");
  writeFileSync(join(folder, "cert.pem"), renewedCertificate.cert);
  await vi.waitFor(
    () => expect(readFileSync(join(folder, "data/logs/tls.log"), "utf8")).toContain("the former stays"),
    { timeout: 60_000 },
  );
  expect(await served()).toBe("mail.test");
  keep(renewedCertificate);
  await vi.waitFor(async () => expect(await served()).toBe("renewed.test"), { timeout: 60_000 });
  expect(childCalled(product, "web")).toBeGreaterThan(0);
  expect(readFileSync(join(folder, "data/logs/tls.log"), "utf8")).not.toContain("PRIVATE KEY");
});

test("a signal has the certificate read at once, and ends nothing", async () => {
  const read = (): number =>
    readFileSync(join(folder, "data/logs/tls.log"), "utf8").match(/certificate in use/g)?.length ?? 0;
  const before = read();
  process.kill(product.pid, "SIGHUP");
  // Nothing on the disk has changed: but for the signal it would not have been read.
  await vi.waitFor(() => expect(read()).toBe(before + 1), { timeout: 60_000 });
  expect((await ask()).status).toBe(200);
});

test("a certificate that cannot be used refuses the start and says why", async () => {
  await stopAll();
  writeFileSync(join(folder, "key.pem"), testCertificate.key);
  const refused = launch();
  expect(await refused.ended).toEqual({ code: 78, signal: null });
  expect(refused.errors()).toContain("holds no key, without a passphrase, of the certificate");
});

test("an address beyond this machine without TLS is warned of, on the screen and in the log", async () => {
  await stopAll();
  const exposed = { SALLYPORT_TLS_CERTIFICATE: "", SALLYPORT_TLS_KEY: "", SALLYPORT_HOST: "0.0.0.0" };
  expect((await untilReady(launch(exposed))).output()).toContain("without TLS");
  expect(readFileSync(join(folder, "data/logs/supervisor.log"), "utf8")).toContain("without TLS");
});
