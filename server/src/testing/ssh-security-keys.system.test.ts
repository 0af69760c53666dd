import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeSoftwareKey,
  type SecurityKeyKind,
  type SoftwareKey,
  startSecurityKeyAgent,
} from "../engine/testing/security-key-agent.ts";
import { gatewayMissing, plainClient, type SshGateway, startSshGateway } from "./ssh-gateway.ts";

const kinds: SecurityKeyKind[] = ["sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com"];

describe.skipIf(gatewayMissing())("signing in to the SSH server with a security key", () => {
  let gateway: SshGateway;
  let agents = 0;

  beforeAll(async () => {
    gateway = await startSshGateway();
  });
  afterAll(() => gateway.close());

  /** OpenSSH's client with an agent that holds the key. */
  async function signIn(key: SoftwareKey, signing?: (message: Buffer) => Buffer) {
    agents += 1;
    const agent = await startSecurityKeyAgent(join(gateway.folder, `agent-${agents}`), key, signing);
    try {
      const only = [
        "-o",
        "PreferredAuthentications=publickey",
        "-o",
        "BatchMode=yes",
        "-o",
        "LogLevel=ERROR",
      ];
      const destination = ["-p", String(gateway.port), "-l", gateway.direct, "127.0.0.1"];
      const { code, stdout } = await gateway.run(
        "ssh",
        [...plainClient, ...only, ...destination, "echo in"],
        {
          environment: { SSH_AUTH_SOCK: agent.socket },
        },
      );
      return { code, stdout };
    } finally {
      agent.close();
    }
  }

  /** Sets the key on the profile page's way. */
  async function store(key: SoftwareKey): Promise<void> {
    const person = await gateway.product.signIn(gateway.user.id);
    await gateway.product.confirm(person);
    const { status } = await person.call("PUT", "users/profile/public-key/", {
      public_key: `${key.kind} ${key.blob.toString("base64")} a token`,
    });
    expect(status).toBe(200);
  }

  const inside = { code: 0, stdout: "in\n" };
  const outside = { code: 255, stdout: "" };

  it.each(kinds)("%s lets in who stored it, at a touch", async (kind) => {
    const key = makeSoftwareKey(kind);
    expect(await signIn(key)).toEqual(outside);
    await store(key);
    expect(await signIn(key)).toEqual(inside);
    expect(await signIn(key, (message) => key.sign(message, 0))).toEqual(outside);
    expect(await signIn(key, () => key.sign(Buffer.from("an older session")))).toEqual(outside);
    const other = makeSoftwareKey(kind);
    expect(await signIn(key, (message) => other.sign(message))).toEqual(outside);
    expect(await signIn(other)).toEqual(outside);
    expect(await signIn(key)).toEqual(inside);
  });

  it("leaves a line in the login log", async () => {
    const key = makeSoftwareKey("sk-ssh-ed25519@openssh.com");
    await store(key);
    await signIn(key);
    const { rows } = await gateway.product.database.pool.query(
      "select backend, status from login_logs order by datetime desc limit 1",
    );
    expect(rows[0]).toMatchObject({ status: true });
  });

  it("takes what ssh-keygen takes for such a key", async () => {
    for (const kind of kinds) {
      const file = join(gateway.folder, "key.pub");
      await writeFile(file, `${kind} ${makeSoftwareKey(kind).blob.toString("base64")} a token\n`);
      const { code, stdout } = await gateway.run("ssh-keygen", ["-l", "-f", file]);
      expect([code, stdout]).toEqual([0, expect.stringContaining("-SK)")]);
    }
  });
});
