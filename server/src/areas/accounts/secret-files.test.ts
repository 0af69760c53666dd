import { BlobReader, TextWriter, ZipReader } from "@zip.js/zip.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";

const filePassword = "Lantern-77";
const secrets = {
  present: "Sealed-file-present",
  former: "Sealed-file-former",
  template: "Sealed-file-template",
};

let product: TestProduct;
let host: string;
let account: string;
let template: string;
beforeAll(async () => {
  product = await createTestProduct();
  const { call } = product.administrator;
  host = (await call("POST", "assets/hosts/", { name: "vault", address: "10.1.1.1", platform: 1 })).body.id;
  account = (
    await call("POST", "accounts/accounts/", { asset: host, username: "root", secret: secrets.former })
  ).body.id;
  await call("PATCH", `accounts/accounts/${account}/`, { secret: secrets.present });
  const made = { name: "all", username: "deploy", secret: secrets.template };
  template = (await call("POST", "accounts/account-templates/", made)).body.id;
});
afterAll(() => product?.close());

const call: TestProduct["administrator"]["call"] = (...request) => product.administrator.call(...request);

/** Every address that shows secrets, with the one it shows. */
const readings = (): readonly (readonly [path: string, secret: string])[] => [
  ["accounts/account-secrets/", secrets.present],
  [`accounts/account-secrets/?ids=${account}`, secrets.present],
  [`accounts/account-secrets/${account}/`, secrets.present],
  [`accounts/account-secrets/${account}/histories/`, secrets.former],
  ["accounts/account-template-secrets/", secrets.template],
  [`accounts/account-template-secrets/${template}/`, secrets.template],
];

const withFormat = (path: string, format: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}format=${format}`;

async function bytes(path: string): Promise<{ readonly type: string; readonly body: Buffer }> {
  const cookie = Object.entries(product.administrator.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
  const answer = await product.app.fastify.inject({ url: `/api/v1/${path}`, headers: { cookie } });
  return { type: String(answer.headers["content-type"]), body: answer.rawPayload };
}

async function unpack(archive: Buffer, password: string): Promise<string> {
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(archive)])), { password });
  const [entry] = await reader.getEntries();
  if (entry === undefined || entry.directory) throw new Error("there is no file in the archive");
  expect(entry).toMatchObject({ encrypted: true, zipCrypto: false });
  return await entry.getData(new TextWriter());
}

const holdsSecret = (body: Buffer | string): boolean =>
  Object.values(secrets).some((secret) => body.includes(secret));

describe("files of secrets", () => {
  it("take a second factor, in whichever form they are asked for", async () => {
    await product.configure({ SECURITY_VIEW_AUTH_NEED_MFA: true });
    for (const [path] of readings()) {
      for (const format of ["json", "csv", "xlsx"]) {
        const { status, body, text } = await call("GET", withFormat(path, format));
        expect([path, format, status, body.code]).toEqual([path, format, 400, "mfa"]);
        expect(holdsSecret(text)).toBe(false);
      }
    }
  });

  it("are not made without a password to encrypt them with", async () => {
    await product.configure({ SECURITY_VIEW_AUTH_NEED_MFA: false });
    for (const [path] of readings()) {
      const { type, body } = await bytes(withFormat(path, "csv"));
      expect([path, type]).toEqual([path, "text/plain; charset=utf-8"]);
      expect(holdsSecret(body)).toBe(false);
    }
  });

  it("are encrypted with the password of the one who asks, and written down", async () => {
    const own = { new_secret_key: filePassword, new_secret_key_again: filePassword };
    expect((await call("PUT", "users/profile/secret-key/", own)).status).toBe(200);
    for (const [path, secret] of readings()) {
      const { type, body } = await bytes(withFormat(path, "csv"));
      expect([path, type]).toEqual([path, "application/zip"]);
      expect(holdsSecret(body)).toBe(false);
      expect(await unpack(body, filePassword)).toContain(secret);
      await expect(unpack(body, "another")).rejects.toThrow();
      const workbook = await bytes(withFormat(path, "xlsx"));
      expect([path, workbook.type]).toEqual([path, "application/zip"]);
    }
    const { body } = await call("GET", "audits/operate-logs/?action=view&limit=100");
    expect(body.count).toBeGreaterThanOrEqual(readings().length);
  });

  it("that are templates for an import hold none", async () => {
    for (const list of ["accounts/accounts/", "accounts/account-templates/", "accounts/account-secrets/"]) {
      for (const kind of ["import", "update"]) {
        const { body } = await bytes(`${list}?format=csv&template=${kind}`);
        expect([list, kind, holdsSecret(body)]).toEqual([list, kind, false]);
      }
    }
  });
});

describe("files with secrets", () => {
  const csv = { "content-type": "text/csv" };

  it("make accounts whose secrets are sealed like any other", async () => {
    const file = `Asset,Username,Secret\r\nvault(${host}),imported,Sealed-file-imported\r\n`;
    const made = await call("POST", "accounts/accounts/", file, csv);
    expect(made.status, made.text).toBe(201);
    expect(made.text).not.toContain("Sealed-file-imported");
    const shown = await call("GET", `accounts/account-secrets/${made.body.id ?? made.body[0].id}/`);
    expect(shown.body.secret).toBe("Sealed-file-imported");
    const { rows } = await product.database.pool.query(
      `select to_jsonb(a)::text as row from accounts a
       union all select to_jsonb(h)::text from account_histories h
       union all select to_jsonb(o)::text from operate_logs o`,
    );
    expect(JSON.stringify(rows)).not.toContain("Sealed-file-imported");
  });

  it("change accounts, and leave the secret where the cell is empty", async () => {
    const update = (secret: string) =>
      call("PATCH", "accounts/accounts/", `ID,Comment,Secret\r\n${account},by file,${secret}\r\n`, csv);
    const version = async () => (await call("GET", `accounts/accounts/${account}/`)).body.version;
    const before = await version();
    expect((await update("")).status).toBe(200);
    expect(await version()).toBe(before);
    expect((await update("Sealed-file-changed")).status).toBe(200);
    expect(await version()).toBe(before + 1);
    const shown = await call("GET", `accounts/account-secrets/${account}/`);
    expect(shown.body).toMatchObject({ secret: "Sealed-file-changed", comment: "by file" });
  });
});
