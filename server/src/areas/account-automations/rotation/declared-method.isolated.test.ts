import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createAccount,
  type OpenSshServer,
  opensshMissing,
  passwordAccountsPossible,
  startOpenSsh,
  type TestAccount,
} from "../../../engine/testing/openssh.ts";
import {
  type BedAsset,
  inProcess,
  isTaken,
  openRotationBed,
  type RotationBed,
} from "./testing/rotation-bed.ts";

const id = "change_secret_harbour";
const declared = `
id: ${id}
name: Change secret by chpasswd
item: change_secret
types: [linux]
parameters:
  - { name: algorithm, type: choice, choices: [SHA256, SHA512], default: SHA256 }
commands:
  - stty -echo
  - printf '%s:%s\\n' '{username}' '{password}' | chpasswd -c {algorithm}
`;

describe.skipIf(opensshMissing() !== null || !passwordAccountsPossible())(
  "a method that an installation declares",
  { timeout: 60_000 },
  () => {
    let folder: string;
    let bed: RotationBed;
    let sshd: OpenSshServer;
    let user: TestAccount;
    let asset: BedAsset;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "declared-"));
      mkdirSync(join(folder, "automation-methods"));
      writeFileSync(join(folder, "automation-methods", "harbour.yaml"), declared);
      user = await createAccount();
      [bed, sshd] = await Promise.all([openRotationBed({ SALLYPORT_DATA: folder }), startOpenSsh()]);
      asset = await bed.addAsset("ssh", sshd.port, [
        { username: "root", secret_type: "ssh_key", secret: sshd.privateKey, privileged: true },
        { username: user.username, secret: user.password },
      ]);
    });
    afterAll(async () => {
      await bed?.close();
      await sshd?.stop();
      await user?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    const call = async (method: string, path: string) =>
      (await bed.product.administrator.call(method, path)).body;
    const usedWith = (algorithm: string) =>
      sql`
        update platform_automations set change_secret_method = ${id},
          change_secret_params = ${JSON.stringify({ [id]: { algorithm } })}::jsonb
        where platform_id = (select id from platforms where name = 'Linux')
      `.execute(bed.product.database.db);
    const accountId = () => asset.accounts[user.username] ?? "";

    it("is offered to the platforms it is for, with a form for its parameters", async () => {
      const methodsOf = async (type: string) =>
        (await call("GET", `assets/categories/constraints/?category=host&type=${type}`)).automation
          .change_secret_methods;
      expect(await methodsOf("linux")).toContainEqual({ id, name: "Change secret by chpasswd" });
      expect(await methodsOf("unix")).not.toContainEqual(expect.objectContaining({ id }));
      const { actions } = await call("OPTIONS", "assets/platform-automation-methods/");
      expect(actions.GET[id].children.algorithm).toMatchObject({ type: "choice", default: "SHA256" });
      expect((await call("GET", "assets/platform-automation-methods/"))[id]).toEqual({ algorithm: "SHA256" });
    });

    it("changes a secret on a real machine, by what the platform sets", async () => {
      await usedWith("SHA512");
      const rules = { length: 16, symbol_set: "#-_" };
      const request = bed.request([accountId()], { passwordRules: rules });
      expect(await bed.rotate(inProcess(), request)).toMatchObject({ success: 1 });
      const secret = (await bed.secretOf(accountId())) ?? "";
      expect(await isTaken("ssh", sshd.port, user.username, secret)).toBe(true);
      expect(bed.said.join("\n")).not.toContain(secret);
    });

    it("is skipped with a parameter that does not fit, and the account stays as it is", async () => {
      await usedWith("MD5; reboot");
      const before = await bed.secretOf(accountId());
      await expect(bed.rotate(inProcess(), bed.request([accountId()]))).rejects.toMatchObject({
        code: "nothing_succeeded",
      });
      expect(bed.said.join("\n")).toContain("one of SHA256, SHA512 is needed");
      expect(await bed.secretOf(accountId())).toBe(before);
    });
  },
);
