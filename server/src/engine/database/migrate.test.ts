import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { MigrationError, migrate, NewerDatabaseError } from "./migrate.ts";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  folder = mkdtempSync(join(tmpdir(), "sallyport-migrations-"));
  write("0001_first", "create table first (id int); insert into first values (1);");
  write("0002_second", "create function two() returns int language sql as $$ select 2; $$;");
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, `${name}.sql`), text);
}

test("applies the files in order once, and later only what is new", async () => {
  writeFileSync(join(folder, "README.md"), "not a migration");
  expect((await migrate(database.db, folder)).applied).toEqual(["0001_first", "0002_second"]);
  expect((await migrate(database.db, folder)).applied).toEqual([]);
  write("0003_third", "alter table first add column name text");
  expect((await migrate(database.db, folder)).applied).toEqual(["0003_third"]);
  const { rows } = await sql<{ two: number }>`select two(), id, name from first`.execute(database.db);
  expect(rows).toEqual([{ two: 2, id: 1, name: null }]);
});

test("several processes may migrate at once", async () => {
  const reports = await Promise.all([1, 2, 3].map(() => migrate(database.db, folder)));
  expect(reports.flatMap((report) => report.applied).sort()).toEqual(["0001_first", "0002_second"]);
});

test("a failing file leaves the database as it was and is named", async () => {
  await migrate(database.db, folder);
  write("0003_third", "alter table first add column name text; select no_such_function()");
  await expect(migrate(database.db, folder)).rejects.toThrow(MigrationError);
  await expect(migrate(database.db, folder)).rejects.toThrow(/0003_third.*no_such_function/);
  await expect(sql`select name from first`.execute(database.db)).rejects.toThrow();
});

test("a database written by a newer build is refused untouched", async () => {
  write("0003_future", "create table future (id int)");
  await migrate(database.db, folder);
  rmSync(join(folder, "0003_future.sql"));
  write("0002_second_and_a_half", "drop table first");
  const attempt = migrate(database.db, folder);
  await expect(attempt).rejects.toThrow(NewerDatabaseError);
  await expect(attempt).rejects.toThrow(/newer version of Sallyport.*0003_future/);
  await sql`select * from first`.execute(database.db);
});
