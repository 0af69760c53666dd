import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { presentError } from "../http/present-error.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openDatabase } from "./database.ts";
import { type KeptPlans, keptPlan } from "./kept-plans.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("values arrive as the types the areas rely on", async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select count(*) as count, array[1::int8, null] as counts, now() as now, date '2024-03-31' as day,
      '{"a": [1]}'::jsonb as document, 1.10::numeric as amount`.execute(database.db);
  const row = rows[0];
  expect(row?.count).toBe(1);
  expect(row?.counts).toEqual([1, null]);
  expect(row?.now).toBeInstanceOf(Date);
  expect(row?.day).toBe("2024-03-31");
  expect(row?.document).toEqual({ a: [1] });
  expect(row?.amount).toBe("1.10");
});

test("a lost idle connection ends neither the process nor the pool", async () => {
  const handle = openDatabase(database.connection, { poolSize: 1, applicationName: "sallyport-victim" });
  await sql`select 1`.execute(handle.db);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sallyport-victim'`.execute(
    database.db,
  );
  await expect.poll(() => handle.pool.totalCount).toBe(0);
  await expect(sql`select 1`.execute(handle.db)).resolves.toBeDefined();
  await handle.close();
  await handle.close();
});

test("connections keep the plans of statements that read again and again, also over a change of their tables", async () => {
  const open = (keepsPlans: KeptPlans | undefined) =>
    openDatabase(database.connection, {
      poolSize: 1,
      applicationName: "sallyport-plans",
      ...(keepsPlans === undefined ? {} : { keepsPlans }),
    });
  await sql`create table things (id integer, name text)`.execute(database.db);
  await sql`insert into things values (1, 'one'), (2, 'two')`.execute(database.db);
  for (const keepsPlans of ["all", "lookups", undefined] as const) {
    const handle = open(keepsPlans);
    const things = async (id: number) =>
      (await sql`select * from things where id = ${id}`.execute(handle.db)).rows;
    const kept = async () =>
      (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(handle.db))
        .rows;
    await things(1);
    expect(await kept()).toEqual([]);
    for (let time = 0; time < 6; time += 1) await things(1);
    await sql`update things set name = name where id = ${1}`.execute(handle.db);
    const lookup = { statement: "select * from things where id = $1" };
    expect(await kept()).toEqual(keepsPlans === undefined ? [] : [lookup]);
    // What is found depends on the pattern.
    const search = () => sql`select * from things where name like ${"o%"} order by name`.execute(handle.db);
    for (let time = 0; time < 6; time += 1) await search();
    expect((await kept()).length).toBe({ all: 2, lookups: 1, none: 0 }[keepsPlans ?? "none"]);
    const sorted = () =>
      sql`${keptPlan} select * from things where id = ${1} order by name`.execute(handle.db);
    for (let time = 0; time < 6; time += 1) await sorted();
    expect((await kept()).length).toBe({ all: 3, lookups: 2, none: 0 }[keepsPlans ?? "none"]);
    expect(await things(2)).toMatchObject([{ id: 2, name: "two" }]);
    await sql`alter table things add column more text`.execute(database.db);
    expect(await things(2)).toEqual([{ id: 2, name: "two", more: null }]);
    await sql`alter table things drop column more`.execute(database.db);
    expect(await things(1)).toEqual([{ id: 1, name: "one" }]);
    await handle.close();
  }
  await sql`drop table things`.execute(database.db);
});

test("a connection lost between two statements of a transaction fails the transaction only", async () => {
  const handle = openDatabase(database.connection, { poolSize: 1, applicationName: "sallyport-between" });
  const lost = handle.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
    // Long enough for the news to arrive while no statement listens to it: unheard, it would end the process.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await sql`select 1`.execute(transaction);
  });
  const error: unknown = await lost.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(presentError(error, "en")).toMatchObject({ status: 503, body: { code: "unavailable" } });
  await expect(sql`select 1`.execute(handle.db)).resolves.toBeDefined();
  await handle.close();
});

test("two databases of one run do not see each other", async () => {
  const other = await createTestDatabase();
  await sql`create table only_here (id int)`.execute(other.db);
  await expect(sql`select * from only_here`.execute(database.db)).rejects.toThrow(/only_here/);
  await other.drop();
});
