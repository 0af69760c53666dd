import { execFile } from "node:child_process";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../../../engine/testing/openssh.ts";
import { openSshConnection } from "../connection.ts";
import type { HostKeyStore } from "../host-key.ts";
import {
  type CertificateRequest,
  type CertifiedKey,
  certificateLifetime,
  certificateSkew,
  makeCertifiedKey,
} from "./certified-key.ts";
import { certificateType, publicKeyBlob, signUserCertificate } from "./user-certificate.ts";

const run = promisify(execFile);
const authority = generateKeyPairSync("ed25519").privateKey;
const authorityLine = `ssh-ed25519 ${publicKeyBlob(authority).toString("base64")} sallyport`;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "certificates-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const request = (principal: string, more: Partial<CertificateRequest> = {}): CertificateRequest => ({
  keyId: "sallyport user=alice session=42",
  principal,
  extensions: ["permit-pty"],
  ...more,
});

/** What `ssh-keygen -L` reads in a certificate, line by line. */
async function shown(certificate: string): Promise<string[]> {
  const file = path.join(folder, "id-cert.pub");
  await writeFile(file, `${certificateType} ${certificate}\n`);
  const { stdout } = await run("ssh-keygen", ["-L", "-f", file], { env: { ...process.env, TZ: "UTC" } });
  return stdout.split("\n").map((line) => line.trim());
}

describe.skipIf(opensshMissing() !== null)("a certificate, as OpenSSH reads it", () => {
  it("says for whom, for how long and for what it is", async () => {
    const now = new Date("2026-03-01T12:00:00Z");
    const { certificate } = await makeCertifiedKey(authority, request("deploy"), now);
    const lines = await shown(certificate);
    const file = path.join(folder, "authority.pub");
    await writeFile(file, `${authorityLine}\n`);
    const { stdout } = await run("ssh-keygen", ["-l", "-f", file]);
    expect(lines).toContain(`Type: ${certificateType} user certificate`);
    expect(lines).toContain(`Signing CA: ED25519 ${stdout.split(" ")[1]} (using ssh-ed25519)`);
    expect(lines).toContain('Key ID: "sallyport user=alice session=42"');
    expect(lines).toContain("Valid: from 2026-03-01T11:58:00 to 2026-03-01T12:05:00");
    expect(lines.slice(lines.indexOf("Principals:"))).toEqual([
      "Principals:",
      "deploy",
      "Critical Options: (none)",
      "Extensions:",
      "permit-pty",
      "",
    ]);
  });

  it("has its extensions in the order servers ask for, or none", async () => {
    const both = await makeCertifiedKey(
      authority,
      request("deploy", { extensions: ["permit-pty", "permit-port-forwarding"] }),
    );
    const lines = await shown(both.certificate);
    expect(lines.slice(lines.indexOf("Extensions:") + 1)).toEqual([
      "permit-port-forwarding",
      "permit-pty",
      "",
    ]);
    const none = await makeCertifiedKey(authority, request("deploy", { extensions: [] }));
    expect(await shown(none.certificate)).toContain("Extensions: (none)");
  });

  it("has a serial, a nonce and a key of its own each time", async () => {
    const two = await Promise.all([1, 2].map(() => makeCertifiedKey(authority, request("deploy"))));
    const serials = [];
    for (const { certificate } of two) {
      serials.push((await shown(certificate)).find((line) => line.startsWith("Serial:")));
    }
    expect(new Set(serials).size).toBe(2);
    expect(new Set(two.map(({ privateKey }) => privateKey)).size).toBe(2);
  });

  it("lets nothing into logs that is not part of a line", async () => {
    const { certificate } = await makeCertifiedKey(authority, request("deploy", { keyId: 'a\n"b\u202e' }));
    expect(await shown(certificate)).toContain('Key ID: "a??b?"');
  });

  it("is never anybody's", () => {
    const { publicKey } = generateKeyPairSync("ed25519");
    const one = {
      publicKey: publicKeyBlob(publicKey),
      serial: 1n,
      keyId: "",
      extensions: [],
      validAfter: new Date(),
      validBefore: new Date(),
    };
    expect(() => signUserCertificate({ ...one, principal: "" }, authority)).toThrow(TypeError);
  });
});

const anyHostKey: HostKeyStore = {
  get: async () => null,
  pinFirst: async (_endpoint, key) => key,
  reportMismatch: async () => undefined,
};

describe.skipIf(opensshMissing() !== null)("signing in by certificate", { timeout: 60_000 }, () => {
  let sshd: OpenSshServer;
  beforeAll(async () => {
    const trusted = path.join(folder, "trusted");
    await writeFile(trusted, `${authorityLine}\n`);
    sshd = await startOpenSsh({
      config: [`TrustedUserCAKeys ${trusted}`, "AuthorizedKeysFile none", "PasswordAuthentication no"],
    });
  });
  afterAll(() => sshd?.stop());

  async function signIn(make: () => Promise<CertifiedKey>) {
    const { username, port } = sshd;
    const stream = connect(port, "127.0.0.1");
    try {
      return await openSshConnection(
        stream,
        {
          endpoint: { assetId: "one", host: "127.0.0.1", port },
          profile: "modern",
          account: { display: username, username, secretType: "password", secret: "", certificate: make },
        },
        { hostKeys: anyHostKey, timeout: 10_000 },
      );
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }
  const certified = (signer: KeyObject, more: Partial<CertificateRequest> = {}, now = new Date()) =>
    makeCertifiedKey(signer, request(sshd.username, more), now);

  it("runs commands, with the rights the certificate gives", async () => {
    const { client, secretUsed } = await signIn(() => certified(authority));
    expect(secretUsed).toBe(true);
    const output = await new Promise<string>((resolve, reject) =>
      client.exec("id -un", (error, channel) => {
        if (error) reject(error);
        else channel.on("data", (data: Buffer) => resolve(data.toString().trim()));
      }),
    );
    expect(output).toBe(sshd.username);
    const forwarded = await new Promise<Error | undefined>((resolve) =>
      client.forwardOut("127.0.0.1", 1, "127.0.0.1", sshd.port, (error) => resolve(error)),
    );
    expect(forwarded?.message).toContain("open failed");
    client.end();
  });

  it("forwards where the certificate says so, and has no terminal then", async () => {
    const { client } = await signIn(() => certified(authority, { extensions: ["permit-port-forwarding"] }));
    const forwarded = await new Promise<string>((resolve, reject) =>
      client.forwardOut("127.0.0.1", 1, "127.0.0.1", sshd.port, (error, channel) => {
        if (error) reject(error);
        else channel.once("data", (data: Buffer) => resolve(data.toString()));
      }),
    );
    expect(forwarded).toContain("SSH-2.0");
    const terminal = await new Promise<Error | undefined>((resolve) =>
      client.exec("true", { pty: true }, (error) => resolve(error)),
    );
    expect(terminal).toBeInstanceOf(Error);
    client.end();
  });

  it.each<[string, () => Promise<CertifiedKey>]>([
    ["for another user", () => certified(authority, { principal: "somebody-else" })],
    [
      "that has expired",
      () => certified(authority, {}, new Date(Date.now() - (certificateLifetime + 5) * 1000)),
    ],
    [
      "that is not valid yet",
      () => certified(authority, {}, new Date(Date.now() + (certificateSkew + 60) * 1000)),
    ],
    ["of another authority", () => certified(generateKeyPairSync("ed25519").privateKey)],
    [
      "with the key of another one",
      async () => ({ ...(await certified(authority)), privateKey: (await certified(authority)).privateKey }),
    ],
  ])("is refused with a certificate %s", async (_what, make) => {
    await expect(signIn(make)).rejects.toMatchObject({
      code: "authentication_failed",
      detail: { en: expect.stringContaining("rejected the certificate") },
    });
  });
});
