import { execFile, execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../engine/testing/free-port.ts";
import { startProcess } from "../../engine/testing/process.ts";
import { testCertificate } from "../../testing/certificate.ts";

const run = promisify(execFile);

/** A real database server on a loopback port, with `testCertificate` for TLS. */
export interface DatabasePeer {
  readonly port: number;
  /** An account that may sign in by password. */
  readonly username: string;
  readonly password: string;
  readonly database: string;
  stop(): Promise<void>;
}

/** Which servers are not installed here, for the names of skipped tests. */
export const missingPeers = {
  mariadb: missing("mariadbd", "/usr/sbin/mariadbd"),
  redis: missing("redis-server", "/usr/bin/redis-server"),
  postgresql: postgresFolder() === null ? "postgresql is not installed" : null,
};

const account = { username: "operator", password: "a pass:word@/", database: "shop" } as const;

/**
 * Starts MariaDB with an account and a database of its own.
 *
 * @param options.administers whether the account may do everything
 * @param options.more statements it starts with
 */
export async function startMariadb(
  options: { readonly administers?: boolean; readonly more?: readonly string[] } = {},
): Promise<DatabasePeer> {
  const { folder, file, certificate } = prepare();
  const port = await freePort();
  const owner = process.getuid?.() === 0 ? ["--user=root"] : [];
  // Each removes the temporary tables of all others that it finds where it begins.
  const env = { ...process.env, TMPDIR: folder };
  await run(
    "mariadb-install-db",
    [
      "--no-defaults",
      ...owner,
      `--datadir=${file("data")}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
    ],
    { env },
  );
  writeFileSync(
    file("init.sql"),
    [
      "create database shop;",
      `create user operator@'%' identified by '${account.password}';`,
      "grant all on shop.* to operator@'%';",
      ...(options.administers === true ? ["grant all on *.* to operator@'%' with grant option;"] : []),
      ...(options.more ?? []),
      "",
    ].join("\n"),
  );
  const server = startProcess(
    "/usr/sbin/mariadbd",
    [
      "--no-defaults",
      ...owner,
      `--datadir=${file("data")}`,
      `--socket=${file("socket")}`,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      "--skip-name-resolve",
      `--init-file=${file("init.sql")}`,
      `--ssl-cert=${certificate.cert}`,
      `--ssl-key=${certificate.key}`,
      "--innodb-flush-method=fsync",
    ],
    { env },
  );
  return running(server, port, folder);
}

/** Starts Redis with a password, and an account of its own beside it. */
export async function startRedis(): Promise<DatabasePeer & { readonly tlsPort: number }> {
  const { folder, file, certificate } = prepare();
  const [port, tlsPort] = [await freePort(), await freePort()];
  writeFileSync(
    file("redis.conf"),
    [
      "bind 127.0.0.1",
      `port ${port}`,
      `tls-port ${tlsPort}`,
      `tls-cert-file ${certificate.cert}`,
      `tls-key-file ${certificate.key}`,
      `tls-ca-cert-file ${certificate.cert}`,
      "tls-auth-clients no",
      `dir ${folder}`,
      'save ""',
      `requirepass "${account.password}"`,
      // The hash of the password of the account.
      'user operator on ">a pass:word@/ of its own" ~* +@all',
    ].join("\n"),
  );
  const server = startProcess("/usr/bin/redis-server", [file("redis.conf")]);
  return { ...(await running(server, port, folder)), tlsPort };
}

/** Starts PostgreSQL with password sign-ins. */
export async function startPostgresql(): Promise<DatabasePeer> {
  const { folder, file, certificate } = prepare();
  const port = await freePort();
  const programs = postgresFolder() ?? "";
  const isRoot = process.getuid?.() === 0;
  const id = isRoot ? Number(execFileSync("id", ["-u", "nobody"]).toString()) : null;
  const as = id === null ? {} : { uid: id, gid: id };
  if (id !== null) for (const name of ["", "cert.pem", "key.pem"]) chownSync(path.join(folder, name), id, id);
  writeFileSync(file("password"), account.password, { mode: 0o644 });
  const environment = { PATH: process.env.PATH ?? "", LC_ALL: "C" };
  await run(
    path.join(programs, "initdb"),
    ["-D", file("data"), "-U", account.username, "-A", "scram-sha-256", `--pwfile=${file("password")}`],
    { ...as, cwd: folder, env: environment },
  );
  const server = startProcess(
    path.join(programs, "postgres"),
    [
      ...["-D", file("data"), "-k", folder, "-p", String(port), "-h", "127.0.0.1"],
      ...[
        "ssl=on",
        `ssl_cert_file=${certificate.cert}`,
        `ssl_key_file=${certificate.key}`,
        "fsync=off",
      ].flatMap((option) => ["-c", option]),
    ],
    { ...as, cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"] },
  );
  return { ...(await running(server, port, folder)), database: "postgres" };
}

function prepare() {
  const folder = mkdtempSync(path.join(tmpdir(), "database-"));
  chmodSync(folder, 0o755);
  const file = (name: string) => path.join(folder, name);
  const certificate = { cert: file("cert.pem"), key: file("key.pem") };
  writeFileSync(certificate.cert, testCertificate.cert);
  writeFileSync(certificate.key, testCertificate.key, { mode: 0o600 });
  return { folder, file, certificate };
}

async function running(
  server: ReturnType<typeof startProcess>,
  port: number,
  folder: string,
): Promise<DatabasePeer> {
  const stop = async () => {
    server.child.kill("SIGKILL");
    await server.ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await answers(port)) return { ...account, port, stop };
    if (server.child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`a database did not start: ${server.output()} ${server.errors()}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function missing(name: string, program: string): string | null {
  return existsSync(program) ? null : `${name} is not installed`;
}

function postgresFolder(): string | null {
  const base = "/usr/lib/postgresql";
  if (!existsSync(base)) return null;
  const [newest] = readdirSync(base).sort((one, other) => Number(other) - Number(one));
  return newest === undefined ? null : path.join(base, newest, "bin");
}
