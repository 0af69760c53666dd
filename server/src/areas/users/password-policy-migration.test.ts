import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrationsFolder } from "../../engine/database/migrations-folder.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";

const shortest = "SECURITY_PASSWORD_MIN_LENGTH";
let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product?.close());

const stored = async (): Promise<Record<string, unknown>> => {
  const { rows } = await sql<{ key: string; value: unknown }>`
    select key, value from settings where key like '%PASSWORD_M%' or key like '%PASSWORD_R%' order by key
  `.execute(product.database.db);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
};

test("a new installation has the strict policy; one with users keeps what counted for it", async () => {
  const upgrade = await readFile(join(migrationsFolder(), "0180_password_policy.sql"), "utf8");
  // All migrations ran before there was anybody.
  expect(await stored()).toEqual({});
  const { body } = await product.administrator.call("GET", "settings/setting/?category=security_password");
  expect(body).toMatchObject({ [shortest]: 12, SECURITY_PASSWORD_REFUSE_GUESSABLE: true });

  await sql`insert into settings (key, value) values (${shortest}, '9')`.execute(product.database.db);
  await sql.raw(upgrade).execute(product.database.db);
  expect(await stored()).toEqual({
    SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: 6,
    [shortest]: 9,
    SECURITY_PASSWORD_REFUSE_GUESSABLE: false,
  });
});
