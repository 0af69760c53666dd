import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
/** The server; `SALLYPORT_TEST_SSHD` names another than the machine's. */
const sshd = process.env.SALLYPORT_TEST_SSHD ?? "/usr/sbin/sshd";

/** Whether a real OpenSSH server can be started here; otherwise why not, for the name of a skipped test. */
export function opensshMissing(): string | null {
  if (process.platform === "win32") return "no OpenSSH server on this platform";
  return existsSync(sshd) ? null : "openssh-server is not installed";
}

/** Whether password sign-ins can be tested: they need an account of their own, which only root can make. */
export function passwordAccountsPossible(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/sbin/useradd");
}

/** How the server is set up. */
export interface OpenSshOptions {
  /** Lines put at the front of `sshd_config`; the first value of an option counts. */
  config?: readonly string[];
  /**
   * Whether its `/etc` is a copy on a small file system of its own (16 MiB), which `inside` can break without harm to the
   * machine; see `ownEtcPossible`.
   */
  ownEtc?: boolean;
}

/** Whether a server can have a file system of its own: it takes root, and a machine that lets root mount. */
export function ownEtcPossible(): boolean {
  if (!passwordAccountsPossible()) return false;
  try {
    execFileSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A running OpenSSH server on a loopback port, with an account on it. */
export interface OpenSshServer {
  readonly port: number;
  /** Account to sign in with: a fresh one as root, else the current user. */
  readonly username: string;
  /** Its password; "" when it has none that is known (not root). */
  readonly password: string;
  /** A private key the account accepts, OpenSSH PEM; and the same with a passphrase. */
  readonly privateKey: string;
  readonly encryptedKey: { readonly key: string; readonly passphrase: string };
  /** The file of `privateKey`, for command-line clients. */
  readonly privateKeyFile: string;
  /** Current host key, `SHA256:…`. */
  fingerprint(): Promise<string>;
  /** Gives the server another host key, on the same port. */
  changeHostKey(): Promise<void>;
  /** Runs a shell command as root where the server sees its files. */
  inside(command: string): Promise<void>;
  /** Ends the server and every connection it serves, as a crash would. */
  kill(): Promise<void>;
  /** Stops it and removes account and folder. */
  stop(): Promise<void>;
}

/** Starts a real `sshd` with its own configuration and host key in a temporary folder. */
export async function startOpenSsh(options: OpenSshOptions = {}): Promise<OpenSshServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "openssh-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  const account = await createAccount();
  const file = (name: string) => path.join(folder, name);
  const passphrase = "a passphrase";
  await generateKey(file("host"), "");
  await generateKey(file("user"), "");
  await copyFile(file("user"), file("encrypted"));
  await chmod(file("encrypted"), 0o600);
  await run("ssh-keygen", ["-q", "-p", "-P", "", "-N", passphrase, "-f", file("encrypted")]);
  await copyFile(file("user.pub"), file("authorized_keys"));
  await chmod(file("authorized_keys"), 0o644);
  await writeFile(file("config"), configuration(folder, port, options.config ?? []));
  if (process.getuid?.() === 0) await mkdir("/run/sshd", { recursive: true, mode: 0o755 });
  const etc = options.ownEtc === true ? file("etc") : null;
  if (etc !== null) await mkdir(etc);
  let server = await launch(file("config"), port, etc);

  const kill = async () => {
    const serving = descendants(server.pid ?? 0);
    await endProcess(server);
    for (const pid of serving) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended by itself.
      }
    }
  };
  return {
    port,
    username: account.username,
    password: account.password,
    privateKey: await readFile(file("user"), "utf8"),
    encryptedKey: { key: await readFile(file("encrypted"), "utf8"), passphrase },
    privateKeyFile: file("user"),
    async fingerprint() {
      const { stdout } = await run("ssh-keygen", ["-l", "-f", file("host.pub")]);
      return stdout.split(" ")[1] ?? "";
    },
    async changeHostKey() {
      await endProcess(server);
      await rm(file("host"));
      await generateKey(file("host"), "");
      server = await launch(file("config"), port, etc);
    },
    async inside(command) {
      await run("nsenter", ["-t", String(server.pid), "-m", "sh", "-ec", command]);
    },
    kill,
    async stop() {
      await kill();
      await account.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, port: number, first: readonly string[]): string {
  return [
    ...first,
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${folder}/host`,
    `AuthorizedKeysFile ${folder}/authorized_keys`,
    "PidFile none",
    "StrictModes no",
    "UsePAM no",
    "PasswordAuthentication yes",
    "KbdInteractiveAuthentication no",
    "PermitRootLogin prohibit-password",
    "PrintMotd no",
    "PrintLastLog no",
    "UseDNS no",
    "MaxStartups 200",
    "LogLevel ERROR",
    "Subsystem sftp internal-sftp",
    "",
  ].join("\n");
}

async function generateKey(file: string, passphrase: string): Promise<void> {
  await run("ssh-keygen", ["-q", "-t", "ed25519", "-N", passphrase, "-C", "test", "-f", file]);
}

/** An account of this machine, made for a test. */
export interface TestAccount {
  readonly username: string;
  /** "" when it is the current user, whose password nobody knows. */
  readonly password: string;
  remove(): Promise<void>;
}

/** Makes a fresh account as root; else answers the current user. */
export async function createAccount(): Promise<TestAccount> {
  if (!passwordAccountsPossible()) {
    return { username: userInfo().username, password: "", remove: async () => undefined };
  }
  const username = `spt${randomBytes(5).toString("hex")}`;
  const password = randomBytes(12).toString("base64url");
  await run("/usr/sbin/useradd", ["--create-home", "--shell", "/bin/bash", username]);
  // Hashed at next to no cost: tests sign in thousands of times.
  const cheap = ["--crypt-method", "SHA256", "--sha-rounds", "1000"];
  execFileSync("/usr/sbin/chpasswd", cheap, { input: `${username}:${password}\n` });
  return {
    username,
    password,
    remove: async () => {
      // Processes of the account may live a moment longer than its connections.
      for (let attempt = 0; attempt < 20; attempt += 1) {
        try {
          await run("/usr/sbin/userdel", ["--remove", "--force", username]);
          return;
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    },
  };
}

/** Puts a copy of `/etc` on a file system of its own in its place, and becomes the rest of the arguments. */
const withOwnEtc =
  'mount -t tmpfs -o size=16m,mode=755 tmpfs "$1"; cp -a /etc/. "$1"; mount --move "$1" /etc; shift; exec "$@"';

async function launch(config: string, port: number, etc: string | null): Promise<ChildProcess> {
  const command = [sshd, "-D", "-e", "-f", config];
  const [program = sshd, ...parameters] =
    etc === null
      ? command
      : ["unshare", "-m", "--propagation", "private", "sh", "-ec", withOwnEtc, "sh", etc, ...command];
  const child = spawn(program, parameters, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr?.on("data", (data: Buffer) => {
    said = (said + data.toString()).slice(-2000);
  });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`sshd did not start: ${said}`);
    if (await answers(port)) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill("SIGKILL");
  throw new Error(`sshd did not listen on port ${port}: ${said}`);
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

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

/** Every process below `pid`; the ones serving connections outlive their listener, so they are looked up before. */
function descendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    return children.map(Number).flatMap((child) => [child, ...descendants(child)]);
  } catch {
    // It has ended, or there is no /proc here: connections then end with their clients.
    return [];
  }
}
