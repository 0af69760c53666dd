import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { openKeyRing } from "../engine/secrets/key-ring.ts";
import { createSecretBox } from "../engine/secrets/secret-box.ts";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../engine/testing/openssh.ts";
import type { SignInPeer } from "../engine/testing/telnetd.ts";
import type { AdmissionLimits } from "../gateway/clients/ssh-server/admission.ts";
import type { ServerAlgorithmProfile } from "../gateway/clients/ssh-server/algorithms.ts";
import { createGateway, type Gateway } from "../gateway/gateway.ts";
import { createGatewayPorts } from "../gateway-ports.ts";
import { createTestProduct, type TestProduct } from "./product.ts";

/** Whether a program is not installed here; its tests are then skipped by name. */
export function isMissing(program: string): boolean {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return !folders.some((folder) => folder !== "" && existsSync(join(folder, program)));
}

/** Whether a gateway with a real target and OpenSSH's client cannot be had here. */
export const gatewayMissing = (): boolean =>
  opensshMissing() !== null || isMissing("ssh") || isMissing("sshpass");

/** How a program of a test ended. */
export interface ProgramResult {
  /** Exit status; null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What is typed into a program, when: each text after the output has shown what it waits for. */
export type Typed = readonly { readonly after: string | RegExp; readonly type: string }[];

/** Options of a run. */
export interface RunOptions {
  /** Sent to standard input, which is closed then. */
  readonly input?: string | Buffer;
  /** A dialog; standard input stays open until it is through. */
  readonly typed?: Typed;
  readonly environment?: Readonly<Record<string, string>>;
  /** Told of all that has come so far, each time more comes. */
  readonly onOutput?: (text: string) => void;
  /** The same for standard error. */
  readonly onErrors?: (text: string) => void;
  /** Longest run, in milliseconds. */
  readonly timeout?: number;
}

/** A product with its SSH server, a person, and a real machine that person may use. */
export interface SshGateway {
  readonly product: TestProduct;
  readonly gateway: Gateway;
  readonly port: number;
  readonly target: OpenSshServer;
  /** Folder for files of the test, removed at the end. */
  readonly folder: string;
  readonly user: { readonly id: string; readonly username: string; readonly password: string };
  /** Id of the asset `box`, whose account `operator` is the target's. */
  readonly assetId: string;
  /** `user@operator@box`, with the separator that has no meaning for the client. */
  readonly direct: string;
  /** The latest session, when it has ended. */
  lastSession(): Promise<Record<string, unknown>>;
  /** Runs a program to its end. */
  run(program: string, args: readonly string[], options?: RunOptions): Promise<ProgramResult>;
  /** Runs OpenSSH's client with the user's password. */
  ssh(args: readonly string[], options?: RunOptions & { readonly password?: string }): Promise<ProgramResult>;
  close(): Promise<void>;
}

/** Options of OpenSSH's clients that know no host yet and read no configuration. */
export const plainClient: readonly string[] = [
  ...["-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"],
  ...["-o", "NumberOfPasswordPrompts=1"],
];

/** What a gateway of a test has other than usual. */
export interface SshServerChanges {
  readonly limits?: AdmissionLimits;
  readonly trustedProxies?: readonly string[];
  readonly guardInterval?: number;
  readonly connectTimeout?: number;
  readonly keepAliveInterval?: number;
  /** Whether channels of one client share connections to targets; they do unless given. */
  readonly reuseConnections?: boolean;
  /** Where recordings and copies of files are kept; that of the product unless given. */
  readonly dataFolder?: string;
  /** The program of the runners that databases are reached in. */
  readonly runnerProgram?: string;
  /** Which algorithms clients are offered. */
  readonly algorithms?: ServerAlgorithmProfile;
  /** Minutes somebody may type nothing; the setting has no fractions. */
  readonly idleMinutes?: number;
}

/** Starts a gateway with an SSH server on a port of its own. */
export async function createSshServer(
  { services }: Pick<TestProduct, "services">,
  { limits, trustedProxies = [], dataFolder, idleMinutes, algorithms, ...timing }: SshServerChanges = {},
): Promise<Gateway> {
  const ports = await createGatewayPorts(services);
  const { sshServer } = ports;
  const settings = async () => {
    const found = await sshServer.settings();
    return idleMinutes === undefined ? found : { ...found, idleMinutes };
  };
  return createGateway({
    ports: { ...ports, sshServer: { ...sshServer, settings } },
    keys: createSecretBox(openKeyRing(services.config)),
    dataFolder: dataFolder ?? services.config.dataFolder,
    siteUrl: services.config.siteUrl,
    ...timing,
    sshServer: {
      port: 0,
      host: "127.0.0.1",
      trustedProxies,
      ...(limits === undefined ? {} : { limits }),
      ...(algorithms === undefined ? {} : { algorithms }),
    },
  });
}

/** Starts all of it. */
export async function startSshGateway({
  targetConfig,
  ...changes
}: SshServerChanges & { readonly targetConfig?: readonly string[] } = {}): Promise<SshGateway> {
  const target = await startOpenSsh(targetConfig === undefined ? {} : { config: targetConfig });
  const product = await createTestProduct();
  const folder = await mkdtemp(join(tmpdir(), "ssh-gateway-"));
  const user = await product.createUser({ username: "ada", name: "Ada" });
  const assetId = await createTarget(product, target);
  await permit(product, { users: [user.id], assets: [assetId], accounts: ["@ALL"] });
  const gateway = await createSshServer(product, changes);
  const port = gateway.sshPort;
  const run = (program: string, args: readonly string[], how?: RunOptions) => runProgram(program, args, how);
  return {
    product,
    gateway,
    port,
    target,
    folder,
    user,
    assetId,
    direct: `${user.username}#operator#box`,
    run,
    ssh: (args, { password = user.password, ...how } = {}) =>
      run("sshpass", ["-e", "ssh", ...plainClient, "-o", "LogLevel=ERROR", "-p", String(port), ...args], {
        ...how,
        environment: { SSHPASS: password, ...how.environment },
      }),
    async lastSession() {
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const { rows } = await product.database.pool.query(
          "select * from sessions order by date_start desc limit 1",
        );
        if (rows[0]?.is_finished === true) return rows[0];
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error("the last session was not finished");
    },
    async close() {
      await gateway.close();
      await product.close();
      await target.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Connections a server of this machine serves on an IPv4 port. */
export async function connectionsTo(port: number): Promise<number> {
  const local = port.toString(16).toUpperCase().padStart(4, "0");
  const established = /^ *\d+: [0-9A-F]{8}:([0-9A-F]{4}) \S+ 01 /;
  const lines = (await readFile("/proc/net/tcp", "utf8")).split("\n");
  return lines.filter((line) => established.exec(line)?.[1] === local).length;
}

/** Makes the asset `box` for a target, with the account `operator`. */
function createTarget(product: TestProduct, target: OpenSshServer): Promise<string> {
  return createAsset(product, {
    name: "box",
    protocols: [{ name: "ssh", port: target.port }],
    account: {
      username: target.username,
      secret_type: target.password === "" ? "ssh_key" : "password",
      secret: target.password === "" ? target.privateKey : target.password,
    },
  });
}

/**
 * Makes the asset `dial` for a telnet server, with the account `operator`; answers its id. Its platform has SSH as well, so
 * who connects names the protocol: `user#telnet#operator#dial`.
 */
export function createTelnetTarget(product: TestProduct, peer: SignInPeer): Promise<string> {
  return createAsset(product, {
    name: "dial",
    protocols: [
      { name: "ssh", port: 22 },
      { name: "telnet", port: peer.port },
    ],
    account: { username: peer.username, secret_type: "password", secret: peer.password },
  });
}

interface AssetDraft {
  readonly name: string;
  readonly protocols: readonly { readonly name: string; readonly port: number }[];
  readonly account: { readonly username: string; readonly secret_type: string; readonly secret: string };
}

async function createAsset(
  { administrator }: TestProduct,
  { name, protocols, account }: AssetDraft,
): Promise<string> {
  const platforms = await administrator.call("GET", "assets/platforms/?name=Linux");
  const made = await administrator.call("POST", "assets/hosts/", {
    name,
    address: "127.0.0.1",
    platform: platforms.body[0].id,
    protocols,
    nodes_display: ["/Default"],
    accounts: [{ name: "operator", ...account }],
  });
  if (made.status !== 201) throw new Error(`the asset was not made: ${JSON.stringify(made.body)}`);
  return String(made.body.id);
}

/** Makes a permission; answers its id. */
export async function permit(
  product: TestProduct,
  permission: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { status, body } = await product.administrator.call("POST", "perms/asset-permissions/", {
    name: `permission ${randomBytes(4).toString("hex")}`,
    actions: ["connect"],
    ...permission,
  });
  if (status !== 201) throw new Error(`the permission was not made: ${JSON.stringify(body)}`);
  return String(body.id);
}

function runProgram(
  program: string,
  args: readonly string[],
  { input, typed, environment, onOutput, onErrors, timeout = 30_000 }: RunOptions = {},
): Promise<ProgramResult> {
  const child = spawn(program, [...args], {
    env: { PATH: process.env.PATH, HOME: "/nonexistent", TERM: "xterm", LANG: "C.UTF-8", ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), timeout);
  const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on("data", (data: Buffer) => {
    output.stdout.push(data);
    onOutput?.(Buffer.concat(output.stdout).toString());
  });
  child.stderr.on("data", (data: Buffer) => {
    output.stderr.push(data);
    onErrors?.(Buffer.concat(output.stderr).toString());
  });
  child.stdin.on("error", () => undefined);
  if (typed === undefined) child.stdin.end(input ?? "");
  else type(child, typed);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({
        code,
        stdout: Buffer.concat(output.stdout).toString(),
        stderr: Buffer.concat(output.stderr).toString(),
      });
    });
  });
}

/** Types each text when what it waits for has come since the one before. */
function type({ stdin, stdout }: ChildProcess, typed: Typed): void {
  let seen = "";
  let next = 0;
  stdout?.on("data", (data: Buffer) => {
    seen += data.toString();
    for (let step = typed[next]; step !== undefined; step = typed[next]) {
      const { after } = step;
      const found = typeof after === "string" ? seen.indexOf(after) : seen.search(after);
      if (found === -1) return;
      const length = typeof after === "string" ? after.length : (seen.match(after)?.[0].length ?? 0);
      seen = seen.slice(found + length);
      stdin?.write(step.type);
      next += 1;
    }
  });
}
