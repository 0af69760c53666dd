import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiClient } from "../../e2e/support/api.ts";
import { withDatabase } from "../../e2e/support/database.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import { type OpenSshServer, startOpenSsh } from "../../server/src/engine/testing/openssh.ts";
import { accountOf, gatewayOptions } from "../fixtures/ssh-clients.ts";
import { quietSsh, type SshTestBed } from "../fixtures/ssh-test-bed.ts";
import { inMilliseconds, judged, median, type Row } from "../table.ts";

/** How much longer than a plain key a certificate may take. */
const limit = 1.25;

/** What the gateway says to anyone who is in and names no asset for a command. */
const inside = "Add the asset to the username";

/** Sign-ins to the gateway by a certificate of OpenSSH, beside those by a key that is stored, in turns. */
export async function certificateSignIns(testBed: SshTestBed, rounds: number): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-certificates-"));
  try {
    const key = await certify(testBed, folder);
    const certificateAlone = "PubkeyAcceptedAlgorithms=ssh-ed25519-cert-v01@openssh.com";
    const [plain, certified]: [number[], number[]] = [[], []];
    for (let round = -3; round < rounds; round += 1) {
      const pair = [
        await signIn(testBed, ["-i", testBed.keyFile]),
        await signIn(testBed, ["-i", key, "-o", certificateAlone]),
      ] as const;
      // The first ones warm up.
      if (round < 0) continue;
      plain.push(pair[0]);
      certified.push(pair[1]);
    }
    const ratio = median(certified) / median(plain);
    return [
      judged(
        "ssh sign-in by certificate",
        inMilliseconds(median(certified)),
        `<= ${limit.toFixed(2)} x a plain key`,
        ratio <= limit,
        { beside: `plain key ${inMilliseconds(median(plain))}`, ratio },
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Sessions of a host that trusts the authority, whose account signs in by a certificate made for each of them, beside
 * sessions by a stored key, in turns: from the start of `ssh` to the end of a command, with both sign-ins in it.
 */
export async function certifiedSessions(testBed: SshTestBed, rounds: number): Promise<Row[]> {
  const { product } = testBed;
  const folder = await mkdtemp(path.join(tmpdir(), "bench-authority-"));
  let server: OpenSshServer | null = null;
  try {
    await chmod(folder, 0o755);
    const authority = path.join(folder, "authority");
    const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
    const { public_key: line } = await admin.get("/api/v1/sallyport/ssh-authority/");
    await writeFile(authority, `${line}\n`);
    server = await startOpenSsh({ config: [`TrustedUserCAKeys ${authority}`, "MaxStartups 200:30:400"] });
    const account = accountOf(server);
    const [stored, certified] = [
      await testBed.addHost(server.port, account),
      await testBed.addHost(server.port, account),
    ];
    await withDatabase(product, (client) =>
      client.query("update accounts set by_certificate = true, secret_sealed = null where asset_id = $1", [
        certified.split("@").at(-1),
      ]),
    );
    const [plain, ours]: [number[], number[]] = [[], []];
    for (let round = -3; round < rounds; round += 1) {
      const pair = [await runTrue(testBed, stored), await runTrue(testBed, certified)] as const;
      // The first ones warm up.
      if (round < 0) continue;
      plain.push(pair[0]);
      ours.push(pair[1]);
    }
    const ratio = median(ours) / median(plain);
    return [
      judged(
        "ssh session by certificate at the target",
        inMilliseconds(median(ours)),
        `<= ${limit.toFixed(2)} x a stored key`,
        ratio <= limit,
        { beside: `stored key ${inMilliseconds(median(plain))}`, ratio },
      ),
    ];
  } finally {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of a command that does nothing, from the start of `ssh` to its end. */
async function runTrue(testBed: SshTestBed, login: string): Promise<number> {
  const began = performance.now();
  const child = spawn("ssh", [...gatewayOptions(testBed, login), "true"], { stdio: "ignore" });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`a session ended with ${code}`);
  return performance.now() - began;
}

/** Has ssh-keygen sign a key, as an authority that signs no more; answers the key's file, with the certificate beside it. */
async function certify({ product, username }: SshTestBed, folder: string): Promise<string> {
  const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
  await admin.patch("/api/v1/settings/setting/?category=terminal", { TERMINAL_BROWSER_AUTH: true });
  const [authority, key] = [path.join(folder, "authority"), path.join(folder, "key")];
  for (const file of [authority, key])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file]);
  const options = ["-s", authority, "-I", "bench", "-z", "1", "-n", username, "-V", "-5m:+1h"];
  execFileSync("ssh-keygen", ["-q", ...options, `${key}.pub`]);
  const read = async (file: string) => (await readFile(file, "utf8")).trim().split(" ");
  const [[, authorityBlob = ""], [, keyBlob = ""], certificate] = await Promise.all([
    read(`${authority}.pub`),
    read(`${key}.pub`),
    read(`${key}-cert.pub`),
  ]);
  const fingerprintOf = (blob: string) =>
    `SHA256:${createHash("sha256").update(Buffer.from(blob, "base64")).digest("base64").replace(/=+$/, "")}`;
  await withDatabase(product, async (client) => {
    await client.query(
      `insert into ssh_authority_keys (fingerprint, public_key, private_sealed, purpose, date_replaced)
       values ($1, $2, 'none', 'people', now())`,
      [fingerprintOf(authorityBlob), authorityBlob],
    );
    await client.query(
      `insert into user_certificates
         (user_id, fingerprint, serial, certificate, factor, remote_address, date_expired, date_password, authority)
       select id, $1, '1', $2, 'otp', '127.0.0.1', now() + interval '1 hour', date_password_last_updated, $4
       from users where username = $3`,
      [fingerprintOf(keyBlob), certificate.slice(0, 2).join(" "), username, fingerprintOf(authorityBlob)],
    );
  });
  return key;
}

/** Milliseconds from the start of `ssh` to its end, with nothing but the sign-in in between. */
async function signIn({ product, username }: SshTestBed, options: readonly string[]): Promise<number> {
  const began = performance.now();
  const args = [...quietSsh, ...options, "-p", String(product.sshPort), "-l", username, "127.0.0.1", "exit"];
  const child = spawn("ssh", args, { stdio: ["ignore", "ignore", "pipe"] });
  const said: Buffer[] = [];
  child.stderr.on("data", (data: Buffer) => said.push(data));
  await once(child, "close");
  if (!Buffer.concat(said).toString().includes(inside))
    throw new Error(`nobody signed in: ${Buffer.concat(said)}`);
  return performance.now() - began;
}
