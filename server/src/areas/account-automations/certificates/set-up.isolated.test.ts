import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleForTest, type TestBundle } from "../../../engine/testing/bundle.ts";
import {
  type OpenSshServer,
  opensshMissing,
  passwordAccountsPossible,
  startOpenSsh,
} from "../../../engine/testing/openssh.ts";
import { authorityKey } from "../../ssh-authority/index.ts";
import { type BedAsset, openRotationBed, type RotationBed } from "../rotation/testing/rotation-bed.ts";
import { setUpCertificateTask } from "./set-up-task.ts";

describe.skipIf(opensshMissing() !== null || !passwordAccountsPossible())(
  "setting an account up for certificates",
  { timeout: 120_000 },
  () => {
    let bed: RotationBed;
    let sshd: OpenSshServer;
    let runner: TestBundle;
    let asset: BedAsset;
    let accountId = "";
    let administrator: string;
    const keys = () => `/home/${sshd.username}/.ssh/authorized_keys`;
    const foreign = "# a line of somebody else, without an end";

    const start = async (...config: string[]) => {
      await sshd?.stop();
      sshd = await startOpenSsh({ config: [...config, "AuthorizedKeysFile .ssh/authorized_keys"] });
      asset = await bed.addAsset("ssh", sshd.port, [{ username: sshd.username, secret: sshd.password }]);
      accountId = asset.accounts[sshd.username] ?? "";
    };
    beforeAll(async () => {
      [bed, runner] = await Promise.all([
        openRotationBed(),
        bundleForTest(join(import.meta.dirname, "../../../runner/main.ts")),
      ]);
      administrator = (await bed.product.administrator.call("GET", "users/profile/")).body.id;
      await start();
    });
    afterAll(async () => {
      await bed?.close();
      await sshd?.stop();
      runner?.remove();
    });

    const setUp = (id: string, more: object = {}) => {
      const task = setUpCertificateTask({ program: runner.script });
      const choice = task.readKwargs?.({ accounts: [id], ...more }) ?? null;
      if (choice === null) throw new Error("a choice that is none");
      return task.run({ ...bed.run(), userId: administrator }, choice);
    };
    const url = (id = accountId) => `sallyport/account-certificates/${id}/`;
    const call = (method: string, path = url(), body?: object) =>
      bed.product.administrator.call(method, path, body);
    const verify = async () => {
      const { verifyAccount } = await import("../../../runner/methods/ping.ts");
      const { jobSpecFor, runJobSpec } = await import("../../../runner/testing/job-specs.ts");
      const { accountsById, openAccount } = await import("../../automation/index.ts");
      const { services, database } = bed.product;
      const account = (await accountsById(database.db, [accountId])).get(accountId);
      if (account === undefined) throw new Error("no account");
      const opened = { ...(await openAccount(services, account)), switchFrom: null };
      return runJobSpec(
        verifyAccount,
        jobSpecFor({
          account: opened,
          params: { sign_in_only: true },
          target: { port: sshd.port, protocol: "ssh" },
        }),
      );
    };
    const operations = async () =>
      (
        await bed.product.database.pool.query(
          "select user_display, user_id, remote_addr, action, resource_id, diff from operate_logs where resource_id = $1 and diff::text like '%ertificate%'",
          [accountId],
        )
      ).rows;

    it("changes nothing where the certificate is refused, and says why", async () => {
      // The keys of the account are looked for elsewhere.
      await start("AuthorizedKeysFile none");
      await setUp(accountId).then(
        () => expect.unreachable(),
        (error: unknown) => {
          expect(error).toMatchObject({ code: "nothing_succeeded" });
        },
      );
      expect(bed.said.join("\n")).toContain("rejected the certificate");
      expect(await bed.secretOf(accountId)).toBe(sshd.password);
      expect((await call("GET")).body).toEqual({ by_certificate: false, unsuitable: null });
      expect(await readFile(keys(), "utf8")).not.toContain("cert-authority");
      expect((await verify()).code).toBeNull();
      expect(await operations()).toEqual([]);
      await start();
    });

    it("changes nothing where the account cannot sign in to begin with", async () => {
      await bed.product.administrator.call("PATCH", `accounts/accounts/${accountId}/`, {
        secret: "not-the-one",
      });
      await expect(setUp(accountId, { remove_secret: true })).rejects.toMatchObject({
        code: "nothing_succeeded",
      });
      expect(await bed.secretOf(accountId)).toBe("not-the-one");
      expect((await call("GET")).body).toMatchObject({ by_certificate: false });
      const back = { secret: sshd.password };
      await bed.product.administrator.call("PATCH", `accounts/accounts/${accountId}/`, back);
    });

    it("writes one line, proves the sign-in, and lets the secret go", async () => {
      await setUp(accountId).catch(() => undefined);
      await call("DELETE");
      await writeFile(keys(), foreign);
      const asked = { remove_secret: true, remote_address: "192.0.2.7" };
      expect(await setUp(accountId, asked)).toEqual({ success: 1, failed: 0, skipped: 0 });
      const { blob } = await authorityKey(bed.product.services);
      const lines = (await readFile(keys(), "utf8")).trimEnd().split("\n");
      expect(lines).toEqual([
        foreign,
        expect.stringMatching(/^cert-authority,principals="[^"]+" ssh-ed25519 \S+ sallyport-ca@\S+$/),
      ]);
      expect(lines[1]).toContain(`principals="${sshd.username}" ssh-ed25519 ${blob} `);
      expect((await call("GET")).body).toEqual({ by_certificate: true, unsuitable: null });
      expect(await bed.secretOf(accountId)).toBeNull();
      expect((await verify()).code).toBeNull();
      expect(await operations()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            action: "update",
            resource_id: accountId,
            user_id: administrator,
            remote_addr: "192.0.2.7",
          }),
        ]),
      );
      const former = await bed.product.database.pool.query(
        "select version, secret_sealed is null as cleared from account_histories where account_id = $1 order by version desc limit 1",
        [accountId],
      );
      expect(former.rows[0].cleared).toBe(true);
    });

    it("is not done twice, and not undone while nothing else lets it in", async () => {
      const again = await call("POST", url(), {});
      expect(again.status).toBe(400);
      expect(again.text).toContain("signs in by certificate already");
      const off = await call("DELETE");
      expect(off.status).toBe(400);
      expect(off.text).toContain("Store a secret");
      await bed.product.administrator.call("PATCH", `accounts/accounts/${accountId}/`, {
        secret: sshd.password,
      });
      expect((await call("DELETE")).status).toBe(204);
      expect((await call("GET")).body).toEqual({ by_certificate: false, unsuitable: null });
    });

    it("writes nothing where the host trusts the authority already", async () => {
      const before = await readFile(keys(), "utf8");
      // No secret is needed then.
      await bed.product.administrator.call("PATCH", "accounts/accounts/clear-secret/", {
        account_ids: [accountId],
      });
      expect(await setUp(accountId)).toMatchObject({ success: 1 });
      expect(bed.said.join("\n")).toContain("trusts the authority already");
      expect(await readFile(keys(), "utf8")).toBe(before);
    });

    it("leaves the account alone when secrets are changed by plan", async () => {
      const request = bed.request([accountId]);
      await expect(bed.rotate({ program: runner.script }, request)).rejects.toMatchObject({
        code: "nothing_succeeded",
      });
      expect(bed.said.join("\n")).toContain("signs in by certificate");
    });

    it("is refused for what is no machine reached by SSH", async () => {
      const other = await bed.addAsset("redis", 1, [{ username: "cache", secret: "a-secret" }]);
      const { body } = await call("GET", url(other.accounts.cache));
      expect(body).toEqual({ by_certificate: false, unsuitable: "the asset is not reached by SSH" });
      expect((await call("POST", url(other.accounts.cache), {})).status).toBe(400);
      expect((await call("POST", url(other.accounts.cache), { remove_secret: "yes" })).status).toBe(400);
    });
  },
);
