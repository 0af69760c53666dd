import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allSecrets, makeSecrets, setUpVault } from "./areas/accounts/vault/testing/secrets.ts";
import { backupCommand } from "./backup-command.ts";
import { registerKeys } from "./engine/secrets/key-register.ts";
import { fixedKeyRing, parseKeyFile } from "./engine/secrets/key-ring.ts";
import { createTestDatabase } from "./engine/testing/database.ts";
import { secretsCommand } from "./secrets-command.ts";
import { databaseUrlOf } from "./testing/database-url.ts";
import { createTestProduct, type TestProduct } from "./testing/product.ts";
import { startVault, type TestVault } from "./testing/vault-server.ts";

let product: TestProduct;
let vault: TestVault;
let environment: NodeJS.ProcessEnv;
let folder: string;

beforeAll(async () => {
  vault = await startVault();
  product = await createTestProduct({ SALLYPORT_VAULT_ENABLED: "true" });
  await setUpVault(product, vault);
  await makeSecrets(product, 3);
  const { dataFolder } = product.services.config;
  folder = mkdtempSync(join(tmpdir(), "sallyport-vault-"));
  environment = {
    SALLYPORT_DATA: dataFolder,
    SALLYPORT_DATABASE_URL: databaseUrlOf(product.database),
    SALLYPORT_VAULT_ENABLED: "true",
  };
  const keyFile = join(dataFolder, "secret.key");
  const keys = parseKeyFile(readFileSync(keyFile, "utf8")) as [Buffer];
  await registerKeys(product.database.db, fixedKeyRing(...keys), keyFile);
}, 60_000);

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await product?.close();
  await vault?.close();
});

const pointers = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ kept: string }>`
    select secret_sealed as kept from accounts where secret_sealed is not null
    union all select secret_sealed from account_histories where secret_sealed is not null
    union all select secret_sealed from account_templates where secret_sealed is not null order by 1
  `.execute(product.database.db);
  return rows.map(({ kept }) => kept);
};

it("rotates the installation key without asking the vault, whose token it seals anew", async () => {
  const [before, expected] = [await pointers(), await allSecrets(product)];
  const token = async () =>
    (
      await sql<{ sealed: string }>`select sealed from settings where key = 'VAULT_HCP_TOKEN'`.execute(
        product.database.db,
      )
    ).rows[0]?.sealed;
  const sealed = await token();
  vault.fault = () => "drop";
  await secretsCommand(["rotate-key"], environment, () => undefined);
  vault.fault = () => undefined;
  expect(await token()).not.toBe(sealed);
  expect(before.every((kept) => kept.startsWith("vault:"))).toBe(true);
  expect(await pointers()).toEqual(before);
  expect(await allSecrets(product)).toEqual(expected);
}, 60_000);

it("makes backups that hold where secrets lie and not the secrets, and says so", async () => {
  const lines: string[] = [];
  const archive = join(folder, "vaulted.zip");
  await backupCommand(["create", archive], environment, (line) => lines.push(line));
  const count = (await pointers()).length;
  expect(lines.join("\n")).toContain(`${count} secrets are in the vault and not in the backup`);
}, 60_000);

it("restores them without the token, so that a copy takes nothing out of the vault by mistake", async () => {
  const database = await createTestDatabase();
  try {
    await database.pool.query("drop schema public cascade; create schema public");
    const target = join(folder, "restored");
    mkdirSync(target, { mode: 0o700 });
    copyFileSync(join(product.services.config.dataFolder, "secret.key"), join(target, "secret.key"));
    const lines: string[] = [];
    const there = { SALLYPORT_DATA: target, SALLYPORT_DATABASE_URL: databaseUrlOf(database) };
    await backupCommand(["restore", join(folder, "vaulted.zip")], there, (line) => lines.push(line));
    expect(lines.join("\n")).toMatch(/\d+ secrets are in the vault\. The vault token was not restored/);
    const { rows } = await database.pool.query(
      "select key from settings where key like 'VAULT%' order by key",
    );
    expect(rows).toEqual([{ key: "VAULT_HCP_HOST" }]);
    const accounts = await database.pool.query(
      "select secret_sealed as kept from accounts where secret_sealed is not null",
    );
    expect(accounts.rows.every(({ kept }) => kept.startsWith("vault:"))).toBe(true);
  } finally {
    await database.drop();
  }
}, 60_000);
