import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { type Column, type OwnedTables, readColumns, renderTableTypes } from "./table-types.ts";

const server = fileURLToPath(new URL("../../", import.meta.url));

const declarations = readdirSync(server, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("owned-tables.json"))
  .map((path) => ({
    folder: dirname(path),
    owned: JSON.parse(readFileSync(join(server, path), "utf8")) as OwnedTables,
  }));

let database: TestDatabase;
let columns: readonly Column[];

beforeAll(async () => {
  database = await createTestDatabase();
  columns = await readColumns(database.db);
});
afterAll(() => database.drop());

/** `npm run types:tables` writes what these compare with. */
describe("table types", () => {
  it.each(declarations)("of $folder are those of the migrated database", async ({ folder, owned }) => {
    const toEngine = relative(folder, "engine").replace(/^(?!\.)/, "./");
    const text = renderTableTypes(owned, columns, toEngine);
    await expect(text).toMatchFileSnapshot(join(server, folder, "tables.ts"));
  });

  it("are written by one owner each", () => {
    const owned = declarations.flatMap((declaration) => Object.keys(declaration.owned.tables));
    expect(owned.toSorted()).toEqual([...new Set(owned)].toSorted());
    const tables = new Set(columns.map(({ table }) => table));
    expect(owned.filter((table) => !tables.has(table))).toEqual([]);
  });

  it("tell what may be null, what may be left out, and what is computed", () => {
    const column = {
      table: "t",
      type: "text",
      isArray: false,
      isNullable: false,
      hasDefault: false,
      isGenerated: false,
    };
    const render = (changes: Partial<Column>, given?: string) =>
      renderTableTypes(
        { tables: { t: { description: "T.", ...(given === undefined ? {} : { columns: { c: given } }) } } },
        [{ ...column, name: "c", ...changes }],
        "..",
      ).match(/readonly c: (.*);/)?.[1];
    expect(render({})).toBe("string");
    expect(render({ isNullable: true })).toBe("string | null");
    expect(render({ hasDefault: true, type: "timestamptz" })).toBe("Generated<Date>");
    expect(render({ hasDefault: true, isNullable: true })).toBe("Generated<string | null>");
    expect(render({ isGenerated: true, type: "int8" })).toBe("GeneratedAlways<number>");
    expect(render({ isArray: true, type: "uuid" })).toBe("string[]");
    expect(render({ type: "jsonb" })).toBe("ColumnType<Json, string, string>");
    expect(render({ type: "jsonb", isNullable: true }, "Shape")).toBe(
      "ColumnType<Shape | null, string | null | undefined, string | null>",
    );
    expect(render({ type: "jsonb", hasDefault: true })).toBe("ColumnType<Json, string | undefined, string>");
    expect(render({ hasDefault: true }, '"a" | "b"')).toBe('Generated<"a" | "b">');
    expect(() => render({ type: "polygon" })).toThrow("t.c: polygon has no type here");
    expect(() => renderTableTypes({ tables: { u: { description: "U." } } }, [], "..")).toThrow(
      "u: the migrated database has no such table",
    );
    expect(() =>
      renderTableTypes(
        { tables: { t: { description: "T.", columns: { d: "x" } } } },
        [{ ...column, name: "c" }],
        "..",
      ),
    ).toThrow("t: there is no column d");
  });
});
