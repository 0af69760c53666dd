import { randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type OpenSshServer,
  opensshMissing,
  passwordAccountsPossible,
  startOpenSsh,
} from "../../../engine/testing/openssh.ts";
import { openArchive } from "../../../testing/open-archive.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { checkStore, type ObjectStore, putWhole } from "./object-store.ts";
import { findStorage, openStore } from "./open-store.ts";
import type { StorageProblem } from "./storage-error.ts";

describe.skipIf(opensshMissing() !== null || !passwordAccountsPossible())(
  "a storage on an SFTP server",
  { timeout: 60_000 },
  () => {
    let sshd: OpenSshServer;
    let product: TestProduct;
    beforeAll(async () => {
      [sshd, product] = await Promise.all([startOpenSsh(), createTestProduct()]);
    });
    afterAll(async () => {
      await product?.close();
      await sshd?.stop();
    });

    const call = (method: string, path: string, body?: unknown) =>
      product.administrator.call(method, `terminal/replay-storages/${path}`, body);
    const make = async (meta: object = {}) => {
      const made = await call("POST", "?type=sftp", {
        name: `sftp-${randomUUID()}`,
        type: "sftp",
        meta: {
          HOST: "127.0.0.1",
          PORT: sshd.port,
          USERNAME: sshd.username,
          PASSWORD: sshd.password,
          ROOT: "kept/here",
          ...meta,
        },
      });
      expect(made.status, made.text).toBe(201);
      return made.body;
    };
    const storeOf = async (id: string, timeout?: number): Promise<ObjectStore> => {
      const kept = await findStorage(product.services, id);
      if (kept === undefined) throw new Error("no storage");
      return openStore(product.services, kept, timeout);
    };
    const test = async (id: string) => (await call("GET", `${id}/test-connective/`)).body;
    const problemOf = (work: Promise<unknown>): Promise<StorageProblem | "none"> =>
      work.then(
        () => "none",
        (error: { problem: StorageProblem }) => error.problem,
      );
    const home = () => `/home/${sshd.username}`;

    it("keeps what is put there, whole or in parts, for its user alone", async () => {
      const { id, meta } = await make();
      expect(meta).not.toHaveProperty("PASSWORD");
      const store = await storeOf(id);
      await checkStore(store);
      const key = "2026-05-04/a b+c(1)'*!~世.rec";
      const parts = [randomBytes(300_000), randomBytes(300_000), randomBytes(17)];
      const upload = await store.begin(key);
      const tags: string[] = [];
      for (const [at, part] of parts.entries()) {
        // One that is sent again replaces itself.
        await store.part(key, upload, at + 1, randomBytes(part.length), at * 300_000);
        tags.push(await store.part(key, upload, at + 1, part, at * 300_000));
      }
      await store.complete(key, upload, tags);
      const whole = Buffer.concat(parts);
      expect(await readFile(`${home()}/kept/here/${key}`)).toEqual(whole);
      expect((await stat(`${home()}/kept/here/${key}`)).mode & 0o777).toBe(0o600);
      expect(await store.read(key, 299_000, 200_000)).toEqual(whole.subarray(299_000, 499_000));
      expect(await store.read(key, whole.length - 5, 100)).toEqual(whole.subarray(-5));
      await store.put(key, Buffer.from("another"));
      expect(await store.read(key, 0, 100)).toEqual(Buffer.from("another"));
      await putWhole(store, "large", Buffer.alloc(9_000_000, 7));
      expect((await store.read("large", 8_999_990, 100)).length).toBe(10);
      await store.remove(key);
      await store.remove(key);
      expect(await problemOf(store.read(key, 0, 1))).toBe("missing");
      expect(await readdir(`${home()}/kept/here/2026-05-04`)).toEqual([]);
    });

    it("ends no upload of which a part is missing", async () => {
      const store = await storeOf((await make()).id);
      const upload = await store.begin("short");
      await store.part("short", upload, 1, Buffer.from("part"), 0);
      expect(await problemOf(store.complete("short", upload, ["4", "4"]))).toBe("no_upload");
      expect(await problemOf(store.part("short", randomUUID(), 1, Buffer.from("x"), 0))).toBe("no_upload");
      expect(await problemOf(store.complete("short", randomUUID(), ["4"]))).toBe("no_upload");
    });

    it("is signed in to with a key, too", async () => {
      const { id } = await make({ PASSWORD: "", PRIVATE_KEY: sshd.privateKey });
      expect(await test(id)).toMatchObject({ is_valid: true });
      const refused = await call("POST", "?type=sftp", {
        name: "locked",
        type: "sftp",
        meta: { HOST: "127.0.0.1", USERNAME: "x", PRIVATE_KEY: sshd.encryptedKey.key },
      });
      expect(refused.body).toMatchObject({ meta: { PRIVATE_KEY: [expect.stringContaining("passphrase")] } });
    });

    it("says what is wrong", async () => {
      expect(await test((await make({ PASSWORD: "not the one" })).id)).toMatchObject({
        is_valid: false,
        msg: expect.stringContaining("user name or password"),
      });
      expect(await test((await make({ PORT: 1 })).id)).toMatchObject({
        is_valid: false,
        msg: expect.stringContaining("cannot be reached"),
      });
      expect(await test((await make({ ROOT: "/var/of others" })).id)).toMatchObject({ is_valid: false });
      const missing = await call("POST", "?type=sftp", { name: "m", type: "sftp", meta: { HOST: "a b" } });
      expect(missing.body.meta).toMatchObject({ HOST: expect.anything(), USERNAME: expect.anything() });
    });

    it("asks for the password again when it is elsewhere", async () => {
      const { id } = await make();
      const meta = { HOST: "127.0.0.1", PORT: sshd.port, USERNAME: sshd.username, ROOT: "kept" };
      expect((await call("PATCH", `${id}/`, { meta })).status).toBe(200);
      const moved = await call("PATCH", `${id}/`, { meta: { ...meta, HOST: "localhost" } });
      expect(moved.body).toMatchObject({ meta: { PASSWORD: [expect.stringContaining("again")] } });
      const again = { meta: { ...meta, HOST: "localhost", PASSWORD: sshd.password } };
      expect((await call("PATCH", `${id}/`, again)).status).toBe(200);
      expect(await test(id)).toMatchObject({ is_valid: true });
    });

    it("takes backups of accounts, and what is there is encrypted", async () => {
      const { id } = await make();
      const { administrator } = product;
      const api = (method: string, path: string, body?: unknown) => administrator.call(method, path, body);
      await product.confirm(administrator);
      const secretKey = { new_secret_key: "File-pass-1", new_secret_key_again: "File-pass-1" };
      expect((await api("PATCH", "users/profile/secret-key/", secretKey)).status).toBe(200);
      const host = { name: "web", address: "192.0.2.9", platform: 1 };
      const asset = (await api("POST", "assets/hosts/", host)).body.id;
      await api("POST", "accounts/accounts/", { asset, username: "root", secret: "Kept#safe-1" });
      const me = (await api("GET", "users/profile/")).body.id;
      const plan = await api("POST", "accounts/account-backup-plans/", {
        name: "nightly",
        types: ["linux"],
        recipients_part_one: [me],
        delivery: "storage",
        storage: id,
      });
      expect(plan.status, plan.text).toBe(201);
      const { body } = await api("POST", "accounts/account-backup-plan-executions/", { plan: plan.body.id });
      await product.work();
      await vi.waitFor(
        async () =>
          expect(
            (await api("GET", `accounts/account-backup-plan-executions/${body.task}/`)).body,
          ).toMatchObject({
            is_success: true,
          }),
        { timeout: 20_000, interval: 50 },
      );
      const files = await readdir(`${home()}/kept/here/account-backups`, { recursive: true });
      const file = files.find((name) => name.endsWith("A-admin.zip"));
      const bytes = await readFile(`${home()}/kept/here/account-backups/${file}`);
      expect(bytes.includes("Kept#safe-1")).toBe(false);
      const opened = await openArchive(new Uint8Array(bytes).buffer, "File-pass-1");
      const parts = unzipSync(opened.content);
      expect(strFromU8(parts["xl/worksheets/sheet1.xml"] as Uint8Array)).toContain("Kept#safe-1");
    });

    it("keeps the first host key, and refuses another one until it is cleared", async () => {
      const { id } = await make();
      expect(await test(id)).toMatchObject({ is_valid: true });
      const kept = (await call("GET", `${id}/`)).body.meta;
      expect(kept.HOST_KEY).toBe(`ssh-ed25519 ${await sshd.fingerprint()}`);
      await sshd.kill();
      await sshd.changeHostKey();
      expect(await test(id)).toMatchObject({
        is_valid: false,
        msg: expect.stringContaining("another host key"),
      });
      expect((await call("PATCH", `${id}/`, { meta: { HOST_KEY: "" } })).status).toBe(200);
      expect(await test(id)).toMatchObject({ is_valid: true });
    });
  },
);
