import { afterAll, beforeAll, describe } from "vitest";
import {
  createAccount,
  type OpenSshServer,
  opensshMissing,
  passwordAccountsPossible,
  startOpenSsh,
  type TestAccount,
} from "../../../engine/testing/openssh.ts";
import { openFaultyWay } from "./testing/faulty-way.ts";
import { holdsUnderFaults, lockoutBed, provesNoLockout, type Stage } from "./testing/lockout-proof.ts";

provesNoLockout();

describe.skipIf(opensshMissing() !== null || !passwordAccountsPossible())(
  "nobody is locked out of a Linux machine",
  { timeout: 300_000 },
  () => {
    let sshd: OpenSshServer;
    let user: TestAccount;
    let stage: Stage;
    beforeAll(async () => {
      [sshd, user] = await Promise.all([startOpenSsh(), createAccount()]);
      const way = await openFaultyWay(sshd.port);
      const asset = await lockoutBed().addAsset("ssh", way.port, [
        { username: "root", secret_type: "ssh_key", secret: sshd.privateKey, privileged: true },
        { username: user.username, secret: user.password },
      ]);
      const accountId = asset.accounts[user.username] ?? "";
      stage = { protocol: "ssh", port: sshd.port, username: user.username, way, asset, accountId };
    });
    afterAll(async () => {
      await stage?.way.close();
      await sshd?.stop();
      await user?.remove();
    });
    holdsUnderFaults(() => stage, 20, 8, 3);
  },
);
