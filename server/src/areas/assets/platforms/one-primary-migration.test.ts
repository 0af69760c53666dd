import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../../engine/database/migrate.ts";
import { migrationsFolder } from "../../../engine/database/migrations-folder.ts";
import { createTestDatabase, type TestDatabase } from "../../../engine/testing/database.ts";

let database: TestDatabase;
let before: string;

beforeAll(async () => {
  database = await createTestDatabase();
  before = mkdtempSync(join(tmpdir(), "sallyport-migrations-"));
  for (const file of readdirSync(migrationsFolder())) {
    if (file < "0310") copyFileSync(join(migrationsFolder(), file), join(before, file));
  }
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
});
afterAll(async () => {
  rmSync(before, { recursive: true, force: true });
  await database?.drop();
});

test("platforms with several primary protocols keep the first, those without get their first", async () => {
  const { db } = database;
  await migrate(db, before);
  for (const id of [901, 902, 903]) {
    await sql`insert into platforms (id, name, category, type) values (${id}, ${`p${id}`}, 'host', 'linux')`.execute(
      db,
    );
  }
  await sql`
    insert into platform_protocols (platform_id, name, port, is_primary) values
      (901, 'sftp', 22, false), (901, 'ssh', 22, true), (901, 'telnet', 23, true),
      (902, 'vnc', 5900, false), (902, 'rdp', 3389, false),
      (903, 'ssh', 22, false), (903, 'telnet', 23, true)
  `.execute(db);
  await migrate(db, migrationsFolder());
  const { rows } = await sql<{ platform_id: number; name: string }>`
    select platform_id, name from platform_protocols where is_primary and platform_id > 900 order by platform_id
  `.execute(db);
  expect(rows).toEqual([
    { platform_id: 901, name: "ssh" },
    { platform_id: 902, name: "vnc" },
    { platform_id: 903, name: "telnet" },
  ]);
  // Whoever writes: a second one does not get in, and changing places in one transaction does.
  await expect(
    sql`update platform_protocols set is_primary = true where platform_id = 901`.execute(db),
  ).rejects.toThrow("platform_protocols_one_primary");
  await db.transaction().execute(async (transaction) => {
    await sql`update platform_protocols set is_primary = true where platform_id = 901 and name = 'telnet'`.execute(
      transaction,
    );
    await sql`update platform_protocols set is_primary = false where platform_id = 901 and name = 'ssh'`.execute(
      transaction,
    );
  });
});
