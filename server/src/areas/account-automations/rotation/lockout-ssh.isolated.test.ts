import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createAccount,
  type OpenSshOptions,
  type OpenSshServer,
  opensshMissing,
  ownEtcPossible,
  passwordAccountsPossible,
  startOpenSsh,
  type TestAccount,
} from "../../../engine/testing/openssh.ts";
import { openFaultyWay } from "./testing/faulty-way.ts";
import {
  type Fault,
  holdsUnderFaults,
  lockoutBed,
  proveRun,
  provesNoLockout,
  type Stage,
} from "./testing/lockout-proof.ts";

provesNoLockout();

interface Machine extends Stage {
  readonly sshd: OpenSshServer;
}

/** A Linux machine, and an account on it that root changes. */
function machine(options: OpenSshOptions = {}): () => Machine {
  let user: TestAccount;
  let stage: Machine;
  beforeAll(async () => {
    user = await createAccount();
    const sshd = await startOpenSsh(options);
    const way = await openFaultyWay(sshd.port);
    const asset = await lockoutBed().addAsset("ssh", way.port, [
      { username: "root", secret_type: "ssh_key", secret: sshd.privateKey, privileged: true },
      { username: user.username, secret: user.password },
    ]);
    const accountId = asset.accounts[user.username] ?? "";
    stage = { protocol: "ssh", port: sshd.port, username: user.username, way, asset, accountId, sshd };
  });
  afterAll(async () => {
    await stage?.way.close();
    await stage?.sshd.stop();
    await user?.remove();
  });
  return () => stage;
}

describe.skipIf(opensshMissing() !== null || !passwordAccountsPossible())(
  "nobody is locked out of a Linux machine",
  { timeout: 300_000 },
  () => {
    holdsUnderFaults(machine(), 20, 8, 3);
  },
);

describe.skipIf(opensshMissing() !== null || !ownEtcPossible())(
  "nobody is locked out of a Linux machine",
  { timeout: 300_000 },
  () => {
    const stage = machine({
      ownEtc: true,
      config: ["UsePAM yes", "SetEnv LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8"],
    });
    /** Something broken on the machine while the secret is changed, and mended before the repair. */
    const broken = (breaks: string, mends: string): Fault => ({
      during: async () => {
        await stage().sshd.inside(breaks);
        return () => stage().sshd.inside(mends);
      },
    });
    const lastOf = async () => (await lockoutBed().changesOf(stage().accountId)).at(-1);

    it("that talks German, and says much before each command", async () => {
      const noise = "echo 'Willkommen! Passwort:'; echo mehr >&2";
      await proveRun(stage(), broken(`sed -i "1i ${noise}" /etc/bash.bashrc`, "sed -i 1d /etc/bash.bashrc"));
      expect(await lastOf()).toMatchObject({ state: "success" });
    });

    it("whose /etc may only be read", async () => {
      const known = await proveRun(stage(), broken("mount -o remount,ro /etc", "mount -o remount,rw /etc"));
      expect(known?.state).not.toBe("success");
    });

    it("whose disk is full", async () => {
      const fills = "dd if=/dev/zero of=/etc/full bs=4k 2>/dev/null || true";
      const known = await proveRun(stage(), broken(fills, "rm /etc/full"));
      expect(known?.state).not.toBe("success");
    });

    it("where PAM refuses everybody", async () => {
      const refuses = "cp -a /etc/pam.d /etc/pam.kept; echo 'account required pam_deny.so' > /etc/pam.d/sshd";
      await proveRun(stage(), broken(refuses, "rm -r /etc/pam.d; mv /etc/pam.kept /etc/pam.d"));
    });

    it("where PAM refuses the account alone, as it does when it has expired", async () => {
      const { username } = stage();
      await proveRun(stage(), broken(`chage -E 0 ${username}`, `chage -E -1 ${username}`));
    });

    it("where somebody else holds the lock of the accounts", async () => {
      await proveRun(
        stage(),
        broken("echo 1 > /etc/.pwd.lock; ln /etc/passwd /etc/passwd.lock", "rm -f /etc/passwd.lock"),
      );
    });

    it("where the account is gone, and comes back as it was", async () => {
      const { username } = stage();
      const gone = `cp -a /etc/passwd /etc/passwd.kept; cp -a /etc/shadow /etc/shadow.kept;
        sed -i '/^${username}:/d' /etc/passwd /etc/shadow`;
      await proveRun(
        stage(),
        broken(gone, "mv /etc/passwd.kept /etc/passwd; mv /etc/shadow.kept /etc/shadow"),
      );
    });

    it("where the machine is put back to what it was before the change", async () => {
      await stage().sshd.inside("cp -a /etc/shadow /etc/shadow.old");
      await proveRun(stage(), {
        meanwhile: ["answered", () => stage().sshd.inside("cp -a /etc/shadow.old /etc/shadow")],
        at: "answered",
      });
    });

    it.skipIf(!existsSync("/usr/bin/sudo"))(
      "where an operator becomes root by sudo, which asks, or refuses",
      async () => {
        // The last of these tests: from here on another asset knows the secret of the account.
        const { sshd, way, username, accountId } = stage();
        const known = (await lockoutBed().secretOf(accountId)) ?? "";
        const asset = await lockoutBed().addAsset("ssh", way.port, [
          { username: sshd.username, secret: sshd.password, privileged: true },
          { username, secret: known },
        ]);
        const own = { ...stage(), asset, accountId: asset.accounts[username] ?? "" };
        const rule = "/etc/sudoers.d/operators";
        const allows = `echo '${sshd.username} ALL=(ALL) ALL' > ${rule}; chmod 440 ${rule}`;
        await sshd.inside(allows);
        expect(await proveRun(own, {})).toMatchObject({ state: "success" });
        const refused = await proveRun(own, broken(`rm ${rule}`, allows));
        expect(refused).toMatchObject({ state: "failed" });
        const locked = await proveRun(
          own,
          broken(`chage -E 0 ${sshd.username}`, `chage -E -1 ${sshd.username}`),
        );
        expect(locked?.state).not.toBe("success");
      },
    );
  },
);
