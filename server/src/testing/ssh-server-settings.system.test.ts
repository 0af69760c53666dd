import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createSshServer,
  gatewayMissing,
  plainClient,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";

describe.skipIf(gatewayMissing())("settings of the SSH server", () => {
  let gateway: SshGateway;
  beforeAll(async () => {
    gateway = await startSshGateway();
  });
  afterAll(() => gateway.close());

  const makeKey = (name: string, ...options: string[]) => {
    const file = path.join(gateway.folder, name);
    execFileSync("ssh-keygen", ["-q", "-f", file, "-N", "", ...options]);
    const [, fingerprint = ""] = execFileSync("ssh-keygen", ["-l", "-f", file], { encoding: "utf8" }).split(
      " ",
    );
    return { pem: readFileSync(file, "utf8"), publicHalf: readFileSync(`${file}.pub`, "utf8"), fingerprint };
  };
  const save = (value: string) =>
    gateway.product.administrator.call("PATCH", "settings/setting/?category=terminal", {
      TERMINAL_HOST_KEY: value,
    });
  /** The fingerprint a client is shown. */
  const shown = async (port: number, algorithm: string) => {
    const scanned = await keysOf(port, algorithm);
    const { stdout } = await gateway.run("ssh-keygen", ["-l", "-f", "-"], { input: scanned });
    return stdout.split(" ")[1];
  };
  const keysOf = async (port: number, algorithm: string) =>
    (await gateway.run("ssh-keyscan", ["-p", String(port), "-t", algorithm, "127.0.0.1"])).stdout;

  it("refuse a host key the server could not show, on its field", () => {
    const encrypted = path.join(gateway.folder, "encrypted");
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-f", encrypted, "-N", "a passphrase"]);
    const wrong = [
      "no key at all",
      makeKey("public", "-t", "ed25519").publicHalf,
      makeKey("short", "-t", "rsa", "-b", "2048").pem,
      makeKey("curve", "-t", "ecdsa").pem,
      readFileSync(encrypted, "utf8"),
    ];
    return Promise.all(
      wrong.map(async (value) => {
        const { status, body } = await save(value);
        expect([status, Object.keys(body)], value.slice(0, 40)).toEqual([400, ["TERMINAL_HOST_KEY"]]);
        expect(JSON.stringify(body)).not.toContain(value.slice(40, 80) || "-----");
      }),
    );
  });

  it.each(["ed25519", "rsa"])(
    "have a %s host key of one's own shown from the next start on, the other kind stays",
    async (kind) => {
      const other = kind === "rsa" ? "ed25519" : "rsa";
      const before = await shown(gateway.port, other);
      const own = makeKey(`own-${kind}`, "-t", kind, ...(kind === "rsa" ? ["-b", "3072", "-m", "PEM"] : []));
      const saved = await save(own.pem);
      expect(saved.status, saved.text).toBe(200);
      expect(saved.text).not.toContain(own.pem.split("\n")[1]);
      // A process that starts reads what is stored; this one is told of it.
      const { settings } = gateway.product.product.services;
      await expect
        .poll(() => settings.get<string>("TERMINAL_HOST_KEY"), { timeout: 10_000 })
        .toContain(own.pem.trim());
      const next = await createSshServer(gateway.product);
      try {
        expect(await shown(next.sshPort, kind)).toBe(own.fingerprint);
        expect(await shown(next.sshPort, other)).toBe(before);
        const strict = path.join(gateway.folder, `known-${kind}`);
        writeFileSync(strict, await keysOf(next.sshPort, kind));
        const { code, stdout } = await gateway.run(
          "sshpass",
          [
            ...[
              "-e",
              "ssh",
              "-F",
              "none",
              "-o",
              `UserKnownHostsFile=${strict}`,
              "-o",
              "StrictHostKeyChecking=yes",
            ],
            ...["-p", String(next.sshPort), `${gateway.direct}@127.0.0.1`, "echo in"],
          ],
          { environment: { SSHPASS: gateway.user.password } },
        );
        expect([code, stdout]).toEqual([0, "in\n"]);
      } finally {
        await next.close();
      }
    },
    30_000,
  );

  it("show out whoever types nothing in the menu, and nobody who does", async () => {
    const idle = await createSshServer(gateway.product, { idleMinutes: 0.03 });
    try {
      const began = Date.now();
      const { code, stdout } = await gateway.run(
        "sshpass",
        [
          ...["-e", "ssh", ...plainClient, "-tt", "-p", String(idle.sshPort)],
          `${gateway.user.username}@127.0.0.1`,
        ],
        {
          environment: { SSHPASS: gateway.user.password },
          // A session in the menu's terminal is not the menu's to end.
          typed: [
            { after: "Opt> ", type: "box\r" },
            { after: "$ ", type: "sleep 3; echo still he''re; exit\r" },
          ],
        },
      );
      expect(stdout).toContain("still here\r\n");
      expect(stdout).toMatch(/still here[\s\S]*No input for/);
      expect(code).toBe(255);
      expect(Date.now() - began).toBeGreaterThan(4800);
      expect(idle.sessions).toBe(0);
    } finally {
      await idle.close();
    }
  });
});
