import { execFile, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../server/src/engine/testing/free-port.ts";

const run = promisify(execFile);

/** A PostgreSQL server of the system, such as an operator has, reached over TCP with a password. */
export interface ExternalPostgresql {
  /** Address of an empty database. */
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
}

const installed = "/usr/lib/postgresql";

/** Folder of the newest installed server's programs. */
function programs(): string | null {
  const versions = existsSync(installed) ? readdirSync(installed) : [];
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(installed, version, "bin"))
    .filter((folder) => existsSync(join(folder, "initdb")));
  return folders[0] ?? null;
}

/** Why there can be no server of the system, for the name of a skipped test; null when there can. */
export function postgresqlMissing(): string | null {
  if (programs() === null) return "the system's PostgreSQL is not installed";
  return process.getuid?.() === 0 && !accountExists() ? "there is no account postgres" : null;
}

function accountExists(): boolean {
  return existsSync("/var/lib/postgresql");
}

/** Makes a cluster in a temporary folder and starts it, under the account `postgres` when this is root. */
export async function startPostgresql(): Promise<ExternalPostgresql> {
  const folder = mkdtempSync(join(tmpdir(), "external-postgresql-"));
  const bin = programs() ?? "";
  const isRoot = process.getuid?.() === 0;
  const port = await freePort();
  const password = "an operator's word";
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o644 });
  chmodSync(folder, 0o755);
  if (isRoot) await run("chown", ["postgres", folder]);
  const identity = isRoot ? await identityOf("postgres") : {};
  const data = join(folder, "data");
  await run(
    join(bin, "initdb"),
    [
      "-D",
      data,
      "-U",
      "operator",
      "-A",
      "scram-sha-256",
      `--pwfile=${passwordFile}`,
      "-E",
      "UTF8",
      "--locale=C.UTF-8",
    ],
    identity,
  );
  const server = spawn(
    join(bin, "postgres"),
    ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-k", folder, "-c", "fsync=off"],
    { ...identity, stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  server.stderr.on("data", (text: Buffer) => {
    said = (said + text.toString()).slice(-4000);
  });
  const gone = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  for (let attempt = 0; !said.includes("ready to accept connections"); attempt += 1) {
    if (server.exitCode !== null || attempt > 300) throw new Error(`PostgreSQL did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { stdout } = await run(join(bin, "postgres"), ["--version"]);
  return {
    url: `postgres://operator:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    version: stdout.trim(),
    async stop() {
      server.kill("SIGINT");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function identityOf(account: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ["-u", "-g"].map(async (what) => Number((await run("id", [what, account])).stdout)),
  );
  return { uid: uid ?? -1, gid: gid ?? -1 };
}
