import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectSecurely } from "node:tls";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testCertificate } from "../../testing/certificate.ts";
import { bundleForTest, type TestBundle } from "../testing/bundle.ts";
import { freePort } from "../testing/free-port.ts";
import { startProcess, type TestProcess } from "../testing/process.ts";
import { isDue } from "./acme.ts";
import type { TlsOptions } from "./tls-options.ts";

const isAbsent = spawnSync("pebble", ["-h"]).error !== undefined;

/** A certificate authority that checks signatures, nonces and challenges: Let's Encrypt's own, made for tests. */
describe.skipIf(isAbsent)("a certificate of an authority (ACME; Pebble)", () => {
  let bundle: TestBundle;
  let folder: string;
  let options: TlsOptions;
  const processes: TestProcess[] = [];

  beforeAll(async () => {
    bundle = await bundleForTest(join(import.meta.dirname, "tls.fixture.ts"));
    folder = mkdtempSync(join(tmpdir(), "sallyport-acme-"));
    writeFileSync(join(folder, "ca.pem"), testCertificate.cert);
    writeFileSync(join(folder, "ca.key"), testCertificate.key);
    const [httpPort, httpsPort, directory, management, names] = await Promise.all([
      freePort(),
      freePort(),
      freePort(),
      freePort(),
      freePort(),
    ]);
    const pebble = {
      listenAddress: `127.0.0.1:${directory}`,
      managementListenAddress: `127.0.0.1:${management}`,
      certificate: join(folder, "ca.pem"),
      privateKey: join(folder, "ca.key"),
      httpPort,
      tlsPort: httpsPort,
      ocspResponderURL: "",
      externalAccountBindingRequired: false,
    };
    writeFileSync(join(folder, "pebble.json"), JSON.stringify({ pebble }));
    const dns = `127.0.0.1:${names}`;
    run("pebble-challtestsrv", [
      ...["-dns01", dns, "-defaultIPv4", "127.0.0.1", "-defaultIPv6", ""],
      ...["-management", "", "-http01", "", "-https01", "", "-tlsalpn01", ""],
    ]);
    // A tenth of the nonces is refused, as an authority may do at any time.
    const strict = { PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: "10" };
    run("pebble", ["-strict", "-config", join(folder, "pebble.json"), "-dnsserver", dns], strict);
    await vi.waitFor(() => reachable(directory), { timeout: 60_000, interval: 100 });
    options = {
      host: "127.0.0.1",
      httpPort,
      httpsPort,
      siteUrl: "https://access.example.com",
      linkToken: "x",
      certificate: {
        kind: "acme",
        hosts: ["access.example.com", "other.example.com"],
        directory: `https://localhost:${directory}/dir`,
        email: "ops@example.com",
        folder: join(folder, "tls"),
      },
    };
  });
  afterAll(async () => {
    for (const { child, ended } of processes.reverse()) {
      child.kill("SIGKILL");
      await ended;
    }
    bundle?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  function run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): TestProcess {
    const started = startProcess(command, [...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"), ...environment },
    });
    processes.push(started);
    return started;
  }

  const reachable = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connectSecurely({ port, host: "localhost", ca: testCertificate.cert }, () => {
        socket.destroy();
        resolve();
      });
      socket.once("error", reject);
    });

  const answered = (path: string): Promise<{ status: number | undefined; location: string | undefined }> =>
    new Promise((resolve, reject) => {
      const { host, httpPort: port } = options;
      get({ host, port, path, headers: { host: "access.example.com" } }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, location: response.headers.location });
      }).once("error", reject);
    });

  const servedNames = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const { host, httpsPort: port } = options;
      const socket = connectSecurely({ host, port, rejectUnauthorized: false }, () => {
        resolve(String(socket.getPeerCertificate().subjectaltname));
        socket.destroy();
      });
      socket.once("error", reject);
    });

  test("is ordered, served, kept for itself, and used again by the next start", async () => {
    const first = run(process.execPath, [bundle.script, JSON.stringify(options)]);
    await first.until(/listening/);
    expect([301, 308, 503]).toContain((await answered("/")).status);
    await vi.waitFor(async () => expect(await servedNames()).toContain("DNS:other.example.com"), {
      timeout: 60_000,
      interval: 200,
    });
    expect(await answered("/x")).toEqual({ status: 308, location: "https://access.example.com/x" });
    expect((await answered("/.well-known/acme-challenge/guess")).status).toBe(404);
    const { certificate } = options;
    const kept = join(folder, "tls");
    for (const name of ["account.pem", "key.pem", "certificate.pem"]) {
      expect([name, statSync(join(kept, name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    const serial = new X509Certificate(readFileSync(join(kept, "certificate.pem"))).serialNumber;
    expect(certificate.kind === "acme" && isDue(certificate, new Date())).toBe(false);
    first.child.kill("SIGTERM");
    await first.ended;
    const second = run(process.execPath, [bundle.script, JSON.stringify(options)]);
    await second.until(/listening/);
    expect(await servedNames()).toContain("DNS:access.example.com");
    expect(new X509Certificate(readFileSync(join(kept, "certificate.pem"))).serialNumber).toBe(serial);
  }, 120_000);

  test("is ordered again when a third of its life is left, or a name is missing", () => {
    const { certificate } = options;
    if (certificate.kind !== "acme") throw new Error("no authority");
    const { validFrom, validTo } = new X509Certificate(readFileSync(join(folder, "tls/certificate.pem")));
    const at = (share: number) =>
      new Date(Date.parse(validFrom) + share * (Date.parse(validTo) - Date.parse(validFrom)));
    expect([isDue(certificate, at(0.6)), isDue(certificate, at(0.7))]).toEqual([false, true]);
    expect(isDue({ ...certificate, hosts: ["third.example.com"] }, at(0.1))).toBe(true);
  });
});
