import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import type { Owner } from "./owner.ts";
import { scramVerifier } from "./password.ts";

/** Whoever reaches the socket says the password: nobody is trusted without it. */
const rules = "# Written by Sallyport at every start.\nlocal all all scram-sha-256\n";

const rulesFile = (data: string): string => join(data, "pg_hba.conf");

/** Whether a cluster asks everybody for the password. */
export function isProtected(data: string): boolean {
  try {
    return readFileSync(rulesFile(data), "utf8") === rules;
  } catch {
    return false;
  }
}

/** The cluster whose password is set. */
export interface ClusterToProtect {
  readonly binaries: Binaries;
  readonly data: string;
  readonly owner: Owner | null;
  readonly user: string;
  readonly password: string;
}

/**
 * Has a cluster that is not running ask for the password: also one that an earlier version made without, or whose
 * password was lost. The server sets it by itself (single-user mode), so that nobody can come before.
 * @throws Error with what the server said
 */
export async function protectCluster({
  binaries,
  data,
  owner,
  user,
  password,
}: ClusterToProtect): Promise<void> {
  // A server that finds no rules lets nobody in.
  rmSync(rulesFile(data), { force: true });
  const said: Buffer[] = [];
  const child = spawn(join(binaries.binFolder, "postgres"), ["--single", "-D", data, "postgres"], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { LC_ALL: "C", PATH: process.env.PATH ?? "" },
    cwd: data,
    ...(owner ?? {}),
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(`alter role "${user}" password '${scramVerifier(password)}'\n`);
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  const failure = await new Promise<string | null>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code === 0 ? null : `ended with ${signal ?? code}`));
  });
  const heard = Buffer.concat(said).toString("utf8");
  if (failure !== null || /^.*\b(ERROR|FATAL|PANIC):/m.test(heard)) {
    const last = heard.trim().split("\n").slice(-3).join(" ");
    throw new Error(
      `The password of the embedded database could not be set (${failure ?? "refused"}): ${last}`,
    );
  }
  writeFileSync(rulesFile(data), rules, { mode: 0o644 });
}
