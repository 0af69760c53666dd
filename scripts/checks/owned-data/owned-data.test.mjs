import { describe, expect, it } from "vitest";
import ownedData from "../owned-data.mjs";
import { findProblems } from "./find-problems.mjs";
import { readOwnership, roomOf, tablesOfMigrations } from "./ownership.mjs";
import { tablesOfSql } from "./sql-tables.mjs";

const tables = new Set(["users", "assets", "asset_nodes", "tasks"]);
const declare = (room, owned) => ({
  path: `server/src/${room}/owned-tables.json`,
  text: JSON.stringify({ tables: owned }),
});
const declarations = [
  declare("areas/users", { users: {} }),
  declare("areas/assets", { assets: {}, asset_nodes: {} }),
  declare("engine/tasks", { tasks: {} }),
];
const face = {
  path: "server/src/areas/users/readable-tables.ts",
  text: 'export const usersTable = readableTable("users", ["id", "name"]);',
};

/** What the check says of a file with this text, beside a published `usersTable`. */
function problemsOf(text, path = "server/src/areas/assets/some-file.ts") {
  const ownership = readOwnership(declarations, tables);
  expect(ownership.problems).toEqual([]);
  // A `@` stands for the `$` of a value in a template.
  return findProblems([face, { path, text: text.replaceAll("@", "$") }], ownership);
}

describe("tables of SQL", () => {
  const named = (text) =>
    tablesOfSql(text)
      .filter(({ isCommon }) => !isCommon)
      .map(({ table, kind }) => `${kind} ${table}`);

  it("finds them where SQL names them", () => {
    expect(
      named("select 1 from a, b x, lateral (select 2 from c) y join d on d.id = a.id, e where f"),
    ).toEqual(["read a", "read b", "read e", "read c", "read d"]);
    expect(named("insert into a (x) select y from b on conflict (x) do update set x = 1")).toEqual([
      "write a",
      "read b",
    ]);
    expect(named("update only a set x = b.y from b where a.id = b.id")).toEqual(["write a", "read b"]);
    expect(named("delete from a using b, c where true")).toEqual(["write a", "read b", "read c"]);
    expect(named('truncate a, b; lock table "c"; copy d (x) to x')).toEqual([
      "write a",
      "write b",
      "write c",
      "write d",
    ]);
    expect(named("select 1 from public.a")).toEqual(["read a"]);
  });

  it("takes nothing else for a table", () => {
    expect(named("select extract(epoch from a.date) from b join c using (id) for update of b")).toEqual([
      "read b",
      "read c",
    ]);
    expect(named("select 'from a' -- from b\n/* from c */ where x is distinct from d.y")).toEqual([]);
    expect(
      named("with a (x) as materialized (select 1 from b), c as (select 2 from a) select 3 from c"),
    ).toEqual(["read b"]);
  });
});

describe("owned data", () => {
  it("holds of this repository", async () => {
    expect(await ownedData.run()).toEqual([]);
  });

  it.each([
    ["raw SQL", "sql`select 1 from users u`"],
    ["a plain statement", 'client.query("select 1 from users")'],
    ["a raw fragment", 'sql.raw("left join users u on true")'],
    ["a built query", 'db.selectFrom("users as u")'],
    ["a built join", 'db.selectFrom("assets").innerJoin("users", "users.id", "assets.id")'],
    ["a named table", 'const table = sql.table("users")'],
    ["a relation", 'const field = relation({ target: { table: "users" } })'],
    [
      "a name handed to a function",
      'const known = (db, table) => sql`select 1 from @{sql.table(table)}`; known(db, "users")',
    ],
  ])("refuses somebody else's table in %s", (_what, text) => {
    expect(problemsOf(text)).toEqual([
      "server/src/areas/assets/some-file.ts:1: names users, which belongs to areas/users: use what its index.ts exports",
    ]);
  });

  it.each([
    ["raw SQL", "sql`update users set name = 1`"],
    ["a published table", "sql`delete from @{usersTable} u`"],
    ["a built query", 'db.insertInto("users").values(row)'],
    ["a choice of tables", 'db.deleteFrom(own ? "assets" : "users")'],
    ["a resource", 'defineResource({ path: "x", table: usersTable.name, fields: {} })'],
    [
      "a resource that can be deleted",
      'defineResource({ path: "x", table: "users", fields: {}, operations: ["list", "delete"] })',
    ],
  ])("refuses writing somebody else's table in %s", (_what, text) => {
    expect(problemsOf(text)).toEqual([
      "server/src/areas/assets/some-file.ts:1: writes users, which belongs to areas/users: call a function of its index.ts",
    ]);
  });

  it("lets an owner do what it likes, and others read what it publishes", () => {
    expect(problemsOf("sql`update assets set x = 1 from asset_nodes n`")).toEqual([]);
    expect(problemsOf("sql`select u.name from @{usersTable} u join assets a on a.id = u.id`")).toEqual([]);
    expect(
      problemsOf('defineResource({ path: "x", table: usersTable.name, fields: {}, operations: ["list"] })'),
    ).toEqual([]);
    expect(problemsOf('db.selectFrom(usersTable.as("u")).select("name")')).toEqual([]);
  });

  it("refuses a column that the owner does not promise", () => {
    expect(problemsOf("sql`select u.id, u.password_hash from @{usersTable} u`")).toEqual([
      "server/src/areas/assets/some-file.ts:1: reads users.password_hash, which areas/users does not promise: add it to usersTable",
    ]);
  });

  it("refuses publishing somebody else's table, and hiding one behind a name", () => {
    expect(problemsOf('export const everybody = readableTable("users", ["id"]);')).toEqual([
      "server/src/areas/assets/some-file.ts:1: publishes users, which belongs to areas/users",
    ]);
    expect(problemsOf("sql`with users as (select 1) select 2 from users`")).toEqual([
      'server/src/areas/assets/some-file.ts:1: a "with" is called as the table users is: give it another name',
    ]);
  });

  it("holds the composition root and the demonstration to it", () => {
    expect(problemsOf("sql`select 1 from users`", "server/src/demo/people.ts")).toHaveLength(1);
    expect(problemsOf("sql`select 1 from users`", "server/src/gateway-ports.ts")).toHaveLength(1);
    expect(roomOf("server/src/engine/http/app.ts")).toBe("engine/http");
    expect(roomOf("server/src/engine/housekeeping.ts")).toBe("engine");
  });

  it("wants exactly one owner of every table", () => {
    const { problems } = readOwnership(
      [...declarations, declare("areas/roles", { users: {}, ghosts: {} })],
      new Set([...tables, "orphans"]),
    );
    expect(problems).toEqual([
      "server/src/areas/roles/owned-tables.json: users is owned by areas/users already",
      "server/src/areas/roles/owned-tables.json: no migration creates ghosts",
      "orphans has no owner: name it in the owned-tables.json of one room",
    ]);
  });

  it("gives the table of a resource to the area that declares it, unless an area claims it", () => {
    const resource = (area, table) => ({
      path: `server/src/areas/${area}/resource.ts`,
      text: `export const one = defineResource({\n  table: "${table}",\n});`,
    });
    const more = new Set([...tables, "windows"]);
    const { owners, problems } = readOwnership(declarations, more, [
      resource("maintenance", "windows"),
      resource("maintenance", "users"),
    ]);
    expect([owners.get("windows"), owners.get("users")]).toEqual(["areas/maintenance", "areas/users"]);
    expect(problems).toEqual([]);
    const twice = [resource("maintenance", "windows"), resource("assets", "windows")];
    expect(readOwnership(declarations, more, twice).problems).toEqual([
      "windows has resources in areas/maintenance and areas/assets: name one owner",
    ]);
  });

  it("follows what migrations do to tables", () => {
    const migrations = [
      "create table a (id int); create unlogged table b (id int); -- create table c (",
      "drop table a; alter table b rename to d; create table if not exists e (id int);",
    ];
    expect([...tablesOfMigrations(migrations)].sort()).toEqual(["d", "e"]);
  });
});
