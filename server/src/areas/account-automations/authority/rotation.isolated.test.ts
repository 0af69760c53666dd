import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type OpenSshServer,
  opensshMissing,
  ownEtcPossible,
  startOpenSsh,
} from "../../../engine/testing/openssh.ts";
import { verifyAccount } from "../../../runner/methods/ping.ts";
import { distrustAuthority, trustAuthority } from "../../../runner/methods/trust-authority.ts";
import { jobSpecFor, runJobSpec } from "../../../runner/testing/job-specs.ts";
import type { JobOutcome, runJobSpecs } from "../../../transport/runner-control/index.ts";
import { accountsById, openAccount } from "../../automation/index.ts";
import { authorityKey } from "../../ssh-authority/index.ts";
import { setUpCertificateTask } from "../certificates/set-up-task.ts";
import { type FaultyWay, openFaultyWay, type WayFault } from "../rotation/testing/faulty-way.ts";
import { type BedAsset, openRotationBed, type RotationBed } from "../rotation/testing/rotation-bed.ts";
import { moveAccountsTask } from "./move-task.ts";

const methods = { trust_authority: trustAuthority, distrust_authority: distrustAuthority };

/** Pieces between two faults; `SALLYPORT_LOCKOUT_RUNS` for the whole proof. */
const step = process.env.SALLYPORT_LOCKOUT_RUNS === undefined ? 3 : 1;

/** Carries jobs out in this process, as a runner does. */
const runJobs: typeof runJobSpecs = async ({ next, done }) => {
  for (let spec = await next(); spec !== null; spec = await next()) {
    const method = methods[spec.method as keyof typeof methods];
    const { result, code, text, translations } = await runJobSpec(method, { ...spec, timeoutSeconds: 5 });
    const outcome: JobOutcome =
      result === null
        ? { ok: false, error: { code: code ?? "", text, ...(translations && { translations }) } }
        : { ok: true, result };
    await done(spec, outcome);
  }
};

describe.skipIf(opensshMissing() !== null || !ownEtcPossible())(
  "replacing the key by which accounts sign in",
  { timeout: 600_000 },
  () => {
    let bed: RotationBed;
    let sshd: OpenSshServer;
    let way: FaultyWay;
    let asset: BedAsset;
    let folder: string;
    let accountId = "";
    const home = () => `/home/${sshd.username}`;
    const keysFile = () => `${home()}/.ssh/authorized_keys`;
    const foreign = "# a line of somebody else, without an end";

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "authority-"));
      [bed, sshd] = await Promise.all([
        openRotationBed(),
        startOpenSsh({
          ownEtc: true,
          config: ["AuthorizedKeysFile .ssh/authorized_keys", "PasswordAuthentication no"],
        }),
      ]);
      // A home of its own, which can be full and read-only.
      await sshd.inside(
        `mount -t tmpfs -o size=64k,mode=755 tmpfs ${home()}; mkdir ${home()}/.ssh; chown -R ${sshd.username} ${home()}`,
      );
      way = await openFaultyWay(sshd.port);
      asset = await bed.addAsset("ssh", way.port, [{ username: sshd.username, secret: "of-no-use" }]);
      accountId = asset.accounts[sshd.username] ?? "";
      const { blob } = await authorityKey(bed.product.services);
      await writeKeys(`${foreign}\n${lineOf(blob)}`);
      await bed.product.database.pool.query(
        "update accounts set by_certificate = true, secret_sealed = null where id = $1",
        [accountId],
      );
    });
    afterAll(async () => {
      await way?.close();
      await bed?.close();
      await sshd?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const lineOf = (blob: string) =>
      `cert-authority,principals="${sshd.username}" ssh-ed25519 ${blob} sallyport-ca@elsewhere`;
    const writeKeys = (content: string) =>
      sshd.inside(
        `printf '%s' '${content}' > ${keysFile()}; chown ${sshd.username} ${keysFile()}; chmod 600 ${keysFile()}`,
      );
    const readKeys = async () => {
      const file = join(folder, "keys");
      await sshd.inside(`cp ${keysFile()} ${file}; chmod 644 ${file}`);
      return readFile(file, "utf8");
    };
    const url = (rest: string) => `sallyport/ssh-authority/${rest}`;
    const call = async (method: string, rest: string, body?: object) => {
      const answer = await bed.product.administrator.call(method, url(rest), body);
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body;
    };
    const start = () => call("POST", "rotation/", { purpose: "accounts" });
    const formerKeys = async () => (await call("GET", "keys/")).accounts.former_keys;
    const retire = async (accounts = 0) => {
      const [{ fingerprint }] = await formerKeys();
      return call("POST", "retirement/", { fingerprint, accounts });
    };
    const move = () => moveAccountsTask({ program: "", runJobs }).run(bed.run(), {});
    /** Whether the account gets in, as every session signs it in. */
    const getsIn = async () => {
      const { services, database } = bed.product;
      const account = (await accountsById(database.db, [accountId])).get(accountId);
      if (account === undefined) throw new Error("no account");
      const opened = { ...(await openAccount(services, account)), switchFrom: null };
      const { code } = await runJobSpec(
        verifyAccount,
        jobSpecFor({
          account: opened,
          params: { sign_in_only: true },
          target: { port: sshd.port, protocol: "ssh" },
        }),
      );
      return code === null;
    };
    const authorities = async () =>
      (await readKeys())
        .split("\n")
        .filter((line) => line.startsWith("cert-authority"))
        .map((line) => line.split(" ")[2]);

    it("writes the new key beside the former one, proves it, and takes the former one away in the end", async () => {
      const before = await authorityKey(bed.product.services);
      // Whoever does not prove first who they are starts nothing.
      const refused = await bed.product.administrator.call("POST", url("rotation/"), { purpose: "accounts" });
      expect(refused).toMatchObject({ status: 400, body: { code: "mfa" } });
      await bed.product.configure({ SECURITY_VIEW_AUTH_NEED_MFA: false });
      expect(await start()).toEqual({ task: expect.any(String) });
      const after = await authorityKey(bed.product.services);
      expect(after.fingerprint).not.toBe(before.fingerprint);
      // Nothing is changed for the account until its host has accepted the new key.
      expect(await getsIn()).toBe(true);
      expect(await formerKeys()).toEqual([
        expect.objectContaining({
          fingerprint: before.fingerprint,
          date_retired: null,
          waiting: 1,
          lines: 0,
        }),
      ]);
      expect(await bed.product.administrator.call("GET", "sallyport/ssh-authority/")).toMatchObject({
        body: { fingerprint: after.fingerprint, former_public_key: before.line },
      });
      expect(await move()).toEqual({ success: 1, left: 0, removed: 1, lines: 0 });
      expect(await getsIn()).toBe(true);
      expect(await authorities()).toEqual([after.blob]);
      expect(await readKeys()).toContain(`${foreign}\n`);
      expect(await formerKeys()).toMatchObject([{ waiting: 0, lines: 0 }]);
      expect(await retire()).toEqual({ task: null });
      expect(await formerKeys()).toMatchObject([{ date_retired: expect.any(String) }]);
      const { rows } = await bed.product.database.pool.query(
        "select private_sealed from ssh_authority_keys where date_retired is not null",
      );
      expect(rows).toEqual([{ private_sealed: null }]);
    });

    /** One rotation in which something goes wrong; the account gets in at each moment of it. */
    async function survives(fault: WayFault): Promise<boolean> {
      await start();
      way.set(fault);
      await move().catch((error: unknown) => expect(error).toMatchObject({ code: "nothing_succeeded" }));
      const hasHappened = way.hasHappened;
      way.set(null);
      expect(await getsIn(), JSON.stringify(fault)).toBe(true);
      if ((await formerKeys())[0].waiting + (await formerKeys())[0].lines > 0) {
        expect(await move()).toMatchObject({ left: 0, lines: 0 });
      }
      expect(await getsIn(), JSON.stringify(fault)).toBe(true);
      expect(await authorities()).toEqual([(await authorityKey(bed.product.services)).blob]);
      await retire();
      return hasHappened;
    }

    it.each(["cut", "cut_after"] as const)(
      "locks nobody out when the connection breaks at any piece of it (%s)",
      async (how) => {
        let piece = 0;
        for (; piece < 200; piece += step) if (!(await survives({ piece, how, stays: false }))) break;
        // Four connections: the proof in vain, the line, the proof, the removal.
        expect(piece).toBeGreaterThan(20);
        expect(piece).toBeLessThan(200);
      },
    );

    it.each([
      [
        "a full disk",
        () => sshd.inside(`dd if=/dev/zero of=${home()}/full bs=4k 2>/dev/null || true`),
        () => sshd.inside(`rm ${home()}/full`),
      ],
      [
        "a home that is read-only",
        () => sshd.inside(`mount -o remount,ro ${home()}`),
        () => sshd.inside(`mount -o remount,rw ${home()}`),
      ],
    ])("keeps the former key with %s, says why, and goes on afterwards", async (_what, breaks, mends) => {
      await start();
      const before = await readKeys();
      await breaks();
      await expect(move()).rejects.toMatchObject({ code: "nothing_succeeded", result: { left: 1 } });
      expect(await readKeys()).toBe(before);
      expect(await getsIn()).toBe(true);
      const { results } = await call("GET", "accounts/?limit=10");
      expect(results).toEqual([
        expect.objectContaining({
          id: accountId,
          username: sshd.username,
          state: { value: "waiting", label: "Signs in by the former key" },
          problem: expect.stringMatching(/./),
          date_tried: expect.any(String),
        }),
      ]);
      // The reason is in the language of whoever reads it, not of whoever began.
      const told = await Promise.all(
        ["en", "zh-hans", "ja"].map((language) =>
          bed.product.administrator.call("GET", url("accounts/?limit=10"), undefined, {
            "accept-language": language,
          }),
        ),
      );
      const reasons: string[] = told.map(({ body }) => body.results[0].problem);
      expect(reasons[0]).toMatch(/^[\x20-\x7e]+$/);
      expect(reasons[1]).toMatch(/\p{Script=Han}/u);
      expect(reasons[2]).toMatch(/[\p{Script=Hiragana}\p{Script=Katakana}]/u);
      const [{ fingerprint }] = await formerKeys();
      const refused = await bed.product.administrator.call("POST", url("retirement/"), { fingerprint });
      expect(refused).toMatchObject({ status: 400, body: { code: "accounts_left", accounts: 1 } });
      await mends();
      expect(await move()).toMatchObject({ success: 1, left: 0, lines: 0 });
      expect(await getsIn()).toBe(true);
      await retire();
    });

    it("keeps a former line that cannot be taken away, and takes it away later", async () => {
      await start();
      const removal = { piece: 0, how: "cut", stays: true } as const;
      const onlyProof: typeof runJobSpecs = async (work) => {
        if (work.methods.includes("distrust_authority")) way.set(removal);
        await runJobs(work);
      };
      expect(await moveAccountsTask({ program: "", runJobs: onlyProof }).run(bed.run(), {})).toMatchObject({
        success: 1,
        left: 0,
        lines: 1,
      });
      way.set(null);
      expect(await getsIn()).toBe(true);
      expect(await authorities()).toHaveLength(2);
      expect(await retire()).toEqual({ task: expect.any(String) });
      expect(await move()).toMatchObject({ success: 0, left: 0, removed: 1, lines: 0 });
      expect(await authorities()).toHaveLength(1);
      expect(await getsIn()).toBe(true);
    });

    it("goes on from a backup that was made in the middle", async () => {
      await start();
      const { pool } = bed.product.database;
      await pool.query("create table kept_keys as table ssh_authority_keys");
      await pool.query("create table kept_accounts as table ssh_authority_accounts");
      expect(await move()).toMatchObject({ left: 0, lines: 0 });
      await retire();
      // As the database was: the former key signs, while its line is gone.
      await pool.query("truncate ssh_authority_accounts");
      await pool.query(
        "update ssh_authority_keys k set date_retired = o.date_retired, private_sealed = o.private_sealed from kept_keys o where o.fingerprint = k.fingerprint",
      );
      await pool.query("insert into ssh_authority_accounts select * from kept_accounts");
      await pool.query("drop table kept_keys, kept_accounts");
      expect(await getsIn()).toBe(false);
      expect(await move()).toMatchObject({ success: 1, left: 0, lines: 0 });
      expect(await getsIn()).toBe(true);
      await retire();
    });

    it("keeps the former key for whoever was proved with it meanwhile", async () => {
      const { services, database, administrator } = bed.product;
      await database.pool.query("update accounts set by_certificate = false where id = $1", [accountId]);
      const during: typeof runJobSpecs = async (work) => {
        await runJobs({
          ...work,
          done: async (spec, outcome) => {
            await start();
            await work.done(spec, outcome);
          },
        });
      };
      const task = setUpCertificateTask({ program: "", runJobs: during });
      const choice = task.readKwargs?.({ accounts: [accountId] }) ?? null;
      if (choice === null) throw new Error("a choice that is none");
      const userId = (await administrator.call("GET", "users/profile/")).body.id;
      expect(await task.run({ ...bed.run(), userId }, choice)).toMatchObject({ success: 1 });
      expect((await formerKeys())[0]).toMatchObject({ waiting: 1 });
      expect(await getsIn()).toBe(true);
      expect(await move()).toMatchObject({ success: 1, left: 0, lines: 0 });
      expect(await authorities()).toEqual([(await authorityKey(services)).blob]);
      await retire();
    });

    it("says how many accounts lose their sign-in where a key is retired all the same", async () => {
      await start();
      const twice = await bed.product.administrator.call("POST", url("rotation/"), { purpose: "accounts" });
      expect(twice).toMatchObject({ status: 400, body: { code: "rotation_running" } });
      await retire(1);
      expect(await getsIn()).toBe(false);
      const { rows } = await bed.product.database.pool.query(
        "select action, diff from operate_logs where resource_type = 'Key of the SSH authority' order by datetime desc limit 1",
      );
      expect(rows[0]).toMatchObject({ action: "delete" });
      expect(JSON.stringify(rows[0].diff)).toContain("lose their sign-in");
    });
  },
);
