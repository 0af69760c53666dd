import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTelnetd, telnetdMissing } from "../engine/testing/telnetd.ts";
import {
  createTelnetTarget,
  gatewayMissing,
  permit,
  plainClient,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";

describe.skipIf(gatewayMissing())("sessions of an account that signs in by certificate", () => {
  let gateway: SshGateway;
  let folder: string;
  const quiet = ["-o", "LogLevel=ERROR", ...plainClient];
  const direct = () => `${gateway.direct}@127.0.0.1`;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "trusted-"));
    await chmod(folder, 0o755);
    // Nothing else lets anybody in; who has come in can look at what with.
    gateway = await startSshGateway({
      targetConfig: [
        `TrustedUserCAKeys ${folder}/authorities`,
        "AuthorizedKeysFile none",
        "PasswordAuthentication no",
        "ExposeAuthInfo yes",
      ],
    });
    const { administrator, database } = gateway.product;
    const { body } = await administrator.call("GET", "sallyport/ssh-authority/");
    expect(body).toEqual({
      public_key: expect.stringMatching(/^ssh-ed25519 AAAA\S+ sallyport-ca@\S+$/),
      fingerprint: expect.stringMatching(/^SHA256:.{43}$/),
      date_created: expect.any(String),
      former_public_key: null,
    });
    await writeFile(path.join(folder, "authorities"), `${body.public_key}\n`);
    await database.pool.query("update accounts set by_certificate = true, secret_sealed = null");
  });
  afterAll(async () => {
    await gateway?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("begin with a certificate for this session and this account alone", async () => {
    const { stdout, code } = await gateway.ssh([direct(), "cat $SSH_USER_AUTH"]);
    expect(code).toBe(0);
    const [, certificate] = /^publickey (ssh-ed25519-cert-v01@openssh\.com \S+)$/m.exec(stdout) ?? [];
    const file = path.join(folder, "seen-cert.pub");
    await writeFile(file, `${certificate}\n`);
    const told = execFileSync("ssh-keygen", ["-L", "-f", file], { encoding: "utf8" });
    const session = await gateway.lastSession();
    expect(told).toContain(`Key ID: "sallyport session=${session.id} user=ada"`);
    expect(
      told
        .slice(told.indexOf("Principals:"))
        .split("\n")
        .map((line) => line.trim()),
    ).toEqual([
      "Principals:",
      gateway.target.username,
      "Critical Options: (none)",
      "Extensions:",
      "permit-pty",
      "",
    ]);
  });

  it("are shells with a terminal, and carry files", async () => {
    const shell = await gateway.ssh(["-tt", direct()], {
      typed: [
        { after: "$", type: "tty; id -un\n" },
        { after: gateway.target.username, type: "exit\n" },
      ],
    });
    expect(shell.stdout).toContain("/dev/pts/");
    const { target, product, assetId } = gateway;
    const protocols = ["ssh", "sftp"].map((name) => ({ name, port: target.port }));
    const changed = await product.administrator.call("PATCH", `assets/hosts/${assetId}/`, { protocols });
    expect(changed.status, changed.text).toBe(200);
    const actions = ["connect", "upload", "download", "delete"];
    await permit(product, { users: [gateway.user.id], assets: [assetId], accounts: ["@ALL"], actions });
    const { stdout, code } = await gateway.run(
      "sshpass",
      ["-e", "sftp", ...quiet, "-o", "BatchMode=no", "-P", String(gateway.port), "-b", "-", direct()],
      { input: "pwd\n", environment: { SSHPASS: gateway.user.password } },
    );
    expect(code).toBe(0);
    expect(stdout).toContain("Remote working directory");
  });

  it("forward only where that is granted", async () => {
    const permission = await permit(gateway.product, {
      users: [gateway.user.id],
      assets: [gateway.assetId],
      accounts: ["@ALL"],
    });
    const url = `sallyport/asset-permissions/${permission}/forwarding/`;
    await gateway.product.administrator.call("PUT", url, { forwarding: ["local"] });
    // Each has its own certificate: one for a tunnel has no terminal, and the other way around.
    const { stdout } = await gateway.ssh(["-W", `127.0.0.1:${gateway.target.port}`, direct()]);
    expect(stdout).toContain("SSH-2.0-OpenSSH");
    expect(await gateway.lastSession()).toMatchObject({ type: "tunnel" });
  });

  it("pass through a gateway that is signed in to by certificate", async () => {
    const { product, assetId, target } = gateway;
    const { administrator, database } = product;
    const domain = await administrator.call("POST", "assets/domains/", { name: "behind" });
    expect(domain.status, domain.text).toBe(201);
    const platforms = await administrator.call("GET", "assets/platforms/?name=Gateway");
    const hop = await administrator.call("POST", "assets/gateways/", {
      name: "hop",
      address: "127.0.0.1",
      platform: platforms.body[0].id,
      protocols: [{ name: "ssh", port: target.port }],
      domain: domain.body.id,
      accounts: [{ name: "carrier", username: target.username, secret: "of-no-use" }],
    });
    expect(hop.status, hop.text).toBe(201);
    const moved = await administrator.call("PATCH", `assets/hosts/${assetId}/`, { domain: domain.body.id });
    expect(moved.status, moved.text).toBe(200);
    // Its password lets nobody in.
    expect((await gateway.ssh([direct(), "true"])).code).not.toBe(0);
    await database.pool.query("update accounts set by_certificate = true where name = 'carrier'");
    const { stdout } = await gateway.ssh([direct(), "echo through $SSH_CONNECTION"]);
    expect(stdout).toContain("through 127.0.0.1");
    await administrator.call("PATCH", `assets/hosts/${assetId}/`, { domain: null });
  });

  it.skipIf(telnetdMissing())("ask for the password where the target is reached by telnet", async () => {
    const { product, user } = gateway;
    const peer = await startTelnetd();
    try {
      const assetId = await createTelnetTarget(product, peer);
      await product.database.pool.query(
        "update accounts set by_certificate = true, secret_sealed = null where asset_id = $1",
        [assetId],
      );
      await permit(product, { users: [user.id], assets: [assetId], accounts: ["@ALL"] });
      const asked = `Password for ${peer.username}: `;
      const shell = await gateway.ssh(["-tt", `${user.username}#telnet#operator#dial@127.0.0.1`], {
        typed: [
          { after: asked, type: `${peer.password}\r` },
          { after: "$ ", type: "id -un\r" },
          { after: `${peer.username}\r\n`, type: "exit\r" },
        ],
      });
      expect(shell.stdout).toContain(`${peer.username}\r\n`);
      expect(shell.stdout).not.toContain(peer.password);
      expect(await gateway.lastSession()).toMatchObject({
        ...{ asset: "dial(127.0.0.1)", protocol: "telnet", is_success: true },
      });
      // What is typed is for one session alone, and whoever types nothing is let go.
      const left = await gateway.ssh(["-tt", `${user.username}#telnet#operator#dial@127.0.0.1`], {
        typed: [{ after: asked, type: "\r" }],
      });
      expect(left.stdout).not.toContain("$ ");
      const { rows } = await product.database.pool.query(
        "select count(*)::integer as sessions from sessions where asset_id = $1",
        [assetId],
      );
      expect(rows[0].sessions).toBe(1);
    } finally {
      await peer.stop();
    }
  });

  it("fail with the reason where the target does not trust the authority", async () => {
    await writeFile(path.join(folder, "authorities"), "");
    const { stderr, stdout, code } = await gateway.ssh([direct(), "true"]);
    expect(code).not.toBe(0);
    expect(stderr + stdout).toContain("rejected the certificate");
    expect(stderr + stdout).not.toContain("BEGIN");
  });
});
