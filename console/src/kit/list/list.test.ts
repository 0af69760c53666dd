import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { availableColumns, visibleColumns } from "./columns.ts";
import { cycleOrder, listQuery, readListState, writeListState } from "./list-state.ts";
import { pageWindow } from "./pager.tsx";
import { filterOptions } from "./search-box.tsx";
import { storeColumns, storedColumns, storedPageSize, storePageSize, tableName } from "./table-config.ts";

const FIELDS = {
  id: { type: "string", label: "ID", filter: true },
  name: { type: "string", label: "Name", order: true, filter: true },
  password: { type: "string", label: "Password", write_only: true },
  is_active: { type: "boolean", label: "Active", filter: true, order: true },
  port: { type: "integer", label: "Port" },
} as const;

describe("columns", () => {
  test("write-only and excluded fields are no columns; numbers stand right", () => {
    const columns = availableColumns(FIELDS, { defaults: [], exclude: ["id"], extra: ["duration"] });
    expect(columns.map(({ name }) => name)).toEqual(["name", "is_active", "port", "duration"]);
    expect(columns.find(({ name }) => name === "port")?.align).toBe("right");
    expect(columns.find(({ name }) => name === "name")?.sortable).toBe(true);
  });
  test("chosen columns win over the defaults, required ones cannot be hidden", () => {
    const plan = { defaults: ["port", "name"], always: ["name"] };
    const all = availableColumns(FIELDS, plan);
    expect(visibleColumns(all, plan).map(({ name }) => name)).toEqual(["port", "name"]);
    expect(visibleColumns(all, plan, ["is_active"]).map(({ name }) => name)).toEqual(["name", "is_active"]);
  });
});

describe("state in the address", () => {
  const filterable = new Set(["name", "is_active"]);
  test("what is written is read back, and the page's own query stays", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999 }),
        fc.string(),
        fc.string({ minLength: 1 }),
        fc.constantFrom("", "name", "-name"),
        (page, search, name, order) => {
          const state = { page, order, search, filters: { name } };
          const query = writeListState(new URLSearchParams("node_id=7&name=old&page=3"), state, filterable);
          expect(query.get("node_id")).toBe("7");
          expect(readListState(new URLSearchParams(query.toString()), filterable)).toEqual(state);
        },
      ),
    );
  });
  test("nonsense falls back", () => {
    expect(readListState(new URLSearchParams("page=-2&unknown=1"), filterable)).toEqual({
      page: 1,
      order: "",
      search: "",
      filters: {},
    });
  });
  test("the request carries offset, limit, order and filters", () => {
    expect(listQuery({ page: 3, order: "-name", search: "a,b", filters: { is_active: "true" } }, 30)).toEqual(
      {
        is_active: "true",
        search: "a,b",
        order: "-name",
        offset: 60,
        limit: 30,
        display: 1,
        draw: 1,
      },
    );
  });
  test("a header goes up, down, off", () => {
    expect(["", "name", "-name"].map((order) => cycleOrder(order, "name"))).toEqual(["name", "-name", ""]);
  });
});

test("filters come from the metadata, with their choices", () => {
  const options = filterOptions(FIELDS, ["id"]);
  expect(options.map(({ name }) => name)).toEqual(["name", "is_active"]);
  expect(options[1]?.choices?.map(({ value }) => value)).toEqual([true, false]);
});

test("the pager shows at most five pages around the current one", () => {
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(1, 9)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(5, 9)).toEqual([3, 4, 5, 6, 7]);
  expect(pageWindow(9, 9)).toEqual([5, 6, 7, 8, 9]);
});

test("choices of a table are remembered under its URL with ids masked", () => {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as Storage;
  expect(tableName("/a/11111111-2222-3333-4444-555555555555/b/?x=1")).toBe("/a/*/b/");
  storeColumns("t", ["name"], storage);
  expect(storedColumns("t", storage)).toEqual(["name"]);
  storeColumns("t", undefined, storage);
  expect(storedColumns("t", storage)).toBeUndefined();
  storePageSize(50, storage);
  expect(storedPageSize(storage)).toBe(50);
  values.set("paginationSize", "7");
  expect(storedPageSize(storage)).toBe(15);
  values.set("tableConfig", "{broken");
  expect(storedColumns("t", storage)).toBeUndefined();
});
