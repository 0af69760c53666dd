import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../engine/database/migrate.ts";
import { migrationsFolder } from "../../engine/database/migrations-folder.ts";
import { createTestDatabase, type TestDatabase } from "../../engine/testing/database.ts";

let database: TestDatabase;
let before: string;

beforeAll(async () => {
  database = await createTestDatabase();
  before = mkdtempSync(join(tmpdir(), "sallyport-migrations-"));
  for (const file of readdirSync(migrationsFolder())) {
    if (file < "0051") copyFileSync(join(migrationsFolder(), file), join(before, file));
  }
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
});
afterAll(async () => {
  rmSync(before, { recursive: true, force: true });
  await database?.drop();
});

const wide = "ａda";

test("users whose names or addresses read the same go on under names of their own", async () => {
  const { db } = database;
  await migrate(db, before);
  const users = [
    ["Admin", "Root@example.com", "the other one", "2026-01-03"],
    ["admin", "root@example.com", "", null],
    ["ada", "ada@example.com", "", "2026-01-01"],
    ["ADA", "ada2@example.com", "works nights", "2026-02-01"],
    ["ada-2", "ada3@example.com", "", null],
    [wide, "ada4@example.com", "", null],
    ["bo", "bo@example.com", "", null],
  ] as const;
  for (const [username, email, comment, signedIn] of users) {
    await sql`insert into users (name, username, email, comment, last_login)
      values (${username}, ${username}, ${email}, ${comment}, ${signedIn}::timestamptz)`.execute(db);
  }
  await migrate(db, migrationsFolder());
  const { rows } = await sql<{ name: string; username: string; email: string; comment: string }>`
    select name, username, email, comment from users order by name collate "C"`.execute(db);
  const found = Object.fromEntries(rows.map(({ name, ...user }) => [name, user]));
  // `admin` keeps its name whoever signed in last; elsewhere who signed in last does.
  expect(found.admin).toEqual({ username: "admin", email: "root@example.com", comment: "" });
  expect(found.Admin?.username).toBe("Admin-2");
  expect(found.Admin?.email).toMatch(/^[0-9a-f-]{36}@duplicate\.invalid$/);
  expect(found.Admin?.comment).toBe(
    "the other one\n" +
      "Username until the upgrade: Admin. It reads the same as admin, so it was changed to Admin-2.\n" +
      "Address until the upgrade: Root@example.com. It is the same as root@example.com, so mail does not reach this user.",
  );
  expect(found.ADA).toEqual({ username: "ADA", email: "ada2@example.com", comment: "works nights" });
  // A name that exists already is not taken a second time.
  expect([found["ada-2"]?.username, found.ada?.username, found[wide]?.username]).toEqual([
    "ada-2",
    "ada-3",
    "ａda-4",
  ]);
  expect(found.bo).toEqual({ username: "bo", email: "bo@example.com", comment: "" });
  await expect(
    sql`insert into users (name, username, email) values ('x', 'BO', 'x@example.com')`.execute(db),
  ).rejects.toThrow(/users_username_folded_key/);
});
