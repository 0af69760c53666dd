import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldBulkErrors } from "./bulk/bulk-errors.ts";
import { availableColumns, visibleColumns } from "./columns.ts";
import { defaultRange, lastDays, RANGE_DAYS, rangeOf } from "./date-range.ts";
import { cutPage } from "./list-page.ts";
import {
  cycleOrder,
  FIRST_STATE,
  matchingQuery,
  pageQuery,
  readListState,
  unknownNames,
  writeListState,
} from "./list-state.ts";
import { choicesOf, filterOptions } from "./search/filter-options.ts";
import {
  addKeywords,
  fieldSuggestions,
  keywordsOf,
  removeKeyword,
  setFilter,
} from "./search/search-model.ts";
import { fitColumns } from "./table/fit-columns.ts";
import {
  storeColumns,
  storedColumns,
  storedPageSize,
  storedTimeStyle,
  storePageSize,
  storeTimeStyle,
  tableName,
} from "./table-config.ts";
import { pageWindow } from "./toolbar/pager.tsx";

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
          const range = { from: "2026-01-01T00:00:01.000Z", to: "2026-01-02T23:59:59.000Z" };
          const state = { page, order, search, filters: { name }, range };
          const query = writeListState(new URLSearchParams("node_id=7&name=old&page=3"), state, filterable);
          expect(query.get("node_id")).toBe("7");
          expect(readListState(new URLSearchParams(query.toString()), filterable)).toEqual(state);
        },
      ),
    );
  });
  test("nonsense falls back", () => {
    const query = new URLSearchParams("page=-2&unknown=1&date_from=x&date_to=y");
    expect(readListState(query, filterable)).toEqual(FIRST_STATE);
  });
  test("the request carries the fixed part, filters, dates, order, offset and limit", () => {
    const state = { ...FIRST_STATE, order: "-name", search: "a,b", filters: { is_active: "true" } };
    const own = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-08T00:00:00.000Z" };
    const matching = { node_id: "7", is_active: "true", search: "a,b", order: "-name" };
    expect(matchingQuery(state, { node_id: "7" }, undefined)).toEqual(matching);
    const dated = matchingQuery(state, { node_id: "7" }, own);
    expect(dated).toEqual({ ...matching, date_from: own.from, date_to: own.to });
    expect(pageQuery(dated, 3, 30)).toEqual({ ...dated, offset: 60, limit: 30, display: 1, draw: 1 });
  });
  test("only names that nobody claims may be filters", () => {
    const query = new URLSearchParams("page=2&search=a&date_from=1&node=7&source=ldap");
    expect(unknownNames(query, ["node"])).toEqual(["source"]);
  });
  test("a header goes up, down, off", () => {
    expect(["", "name", "-name"].map((order) => cycleOrder(order, "name"))).toEqual(["name", "-name", ""]);
  });
});

test("filters come from the metadata, with their choices", () => {
  const options = filterOptions(FIELDS, ["id"]);
  expect(options.map(({ name }) => name)).toEqual(["name", "is_active"]);
  expect(choicesOf(options[1])?.map(({ value }) => value)).toEqual([true, false]);
});

test("an area adds filters and says where the values of a relation come from", () => {
  const related = { url: "/api/v1/things/" };
  const fields = { platform: { type: "object_related_field", label: "Platform", filter: true } };
  expect(filterOptions(fields)[0]?.input.type).toBe("text");
  const options = filterOptions(fields, [], { platform: { related }, extra: { label: "Extra" } });
  expect(options.map(({ label, input }) => [label, input.type])).toEqual([
    ["Platform", "related"],
    ["Extra", "text"],
  ]);
});

describe("search terms", () => {
  test("keywords are added once, however they are typed", () => {
    expect(addKeywords("a,b", " b , c,,")).toBe("a,b,c");
    expect(removeKeyword("a,b,c", "b")).toBe("a,c");
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        const search = texts.reduce(addKeywords, "");
        expect(new Set(keywordsOf(search)).size).toBe(keywordsOf(search).length);
        expect(addKeywords(search, search)).toBe(search);
      }),
    );
  });
  test("a field has one value; an empty one takes it away", () => {
    expect(setFilter({ a: "1" }, "a", "2")).toEqual({ a: "2" });
    expect(setFilter({ a: "1", b: "2" }, "a", "")).toEqual({ b: "2" });
  });
  test("typing offers the keyword, fields by label or name, and values that read like it", () => {
    const choices = [
      { value: "linux", label: "Linux" },
      { value: "windows", label: "Windows" },
    ];
    const options = filterOptions(FIELDS, ["id"], { type: { label: "Type", choices } });
    expect(fieldSuggestions(options, "").map((item) => item.type)).toEqual(["field", "field", "field"]);
    expect(fieldSuggestions(options, "wind")).toMatchObject([
      { type: "keyword", text: "wind" },
      { type: "value", value: "windows" },
    ]);
    expect(fieldSuggestions(options, "NAME").map((item) => item.type)).toEqual(["keyword", "field"]);
  });
});

describe("dates", () => {
  const now = new Date("2026-03-10T12:00:00Z");
  test("the shortcuts count back from now, and the default is a week to the end of today", () => {
    expect(RANGE_DAYS).toEqual([1, 7, 30, 90, 183, 365]);
    expect(lastDays(1, now)[0].toISOString()).toBe("2026-03-09T12:00:00.000Z");
    const { from, to } = defaultRange(now);
    expect(from).toBe("2026-03-03T12:00:00.000Z");
    expect(new Date(to).getHours()).toBe(23);
    expect(new Date(to).getSeconds()).toBe(59);
  });
  test("a range of an address counts only whole and in order", () => {
    expect(rangeOf("2026-01-02", "2026-01-01")).toBeUndefined();
    expect(rangeOf("2026-01-02", null)).toBeUndefined();
    expect(rangeOf("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z")?.to).toBe("2026-01-02T00:00:00.000Z");
  });
});

test("a list that came whole is cut into pages, a paged one is taken as it is", () => {
  const whole = { count: 5, results: [1, 2, 3, 4, 5] };
  expect(cutPage(whole, 2, 2)).toEqual({ count: 5, results: [3, 4] });
  expect(cutPage(whole, 6, 15)).toEqual({ count: 5, results: [] });
  expect(cutPage(whole, 0, 15)).toBe(whole);
  const paged = { count: 50, results: [3, 4] };
  expect(cutPage(paged, 2, 2)).toBe(paged);
});

test("columns give way from the widest on, those that matter most last, and none when all fit", () => {
  const columns = (widths: readonly number[], ...main: number[]) =>
    widths.map((width, index) => ({ width, isMain: main.includes(index) }));
  expect(fitColumns(columns([100, 200], 0), 300)).toBeUndefined();
  expect(fitColumns(columns([100, 400, 500], 0), 700)).toBe(300);
  expect(fitColumns(columns([500, 400, 100], 0), 700)).toBe(200);
  expect(fitColumns(columns([300, 300, 400], 0, 1), 720)).toBe(144);
  expect(
    fitColumns(
      columns(
        Array.from({ length: 20 }, () => 300),
        0,
      ),
      900,
    ),
  ).toBe(200);
  fc.assert(
    fc.property(
      fc.array(fc.record({ width: fc.integer({ min: 1, max: 600 }), isMain: fc.boolean() }), {
        minLength: 1,
      }),
      fc.integer({ min: 1, max: 3000 }),
      (fitted, room) => {
        const cap = fitColumns(fitted, room);
        if (cap !== undefined && cap !== 200) {
          const narrowed = fitted.map(({ width, isMain }) => Math.min(width, isMain ? 2 * cap : cap));
          expect(narrowed.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(room);
        }
      },
    ),
  );
});

test("errors of many rows become those of one form, each once, with the rows named", () => {
  const rows = [
    { id: 1, name: "a" },
    { id: 2, name: "b" },
    { id: 3, name: "c" },
  ];
  expect(
    foldBulkErrors([{ comment: ["too long"] }, {}, { comment: ["too long"], port: ["no"] }], rows),
  ).toEqual({
    body: { comment: ["too long"], port: ["no"] },
    names: ["a", "c"],
  });
  expect(foldBulkErrors(["gone", {}], rows)).toEqual({ body: { non_field_errors: ["gone"] }, names: ["a"] });
  expect(foldBulkErrors({ detail: "no", code: "x" }, rows)).toEqual({ body: { detail: ["no"] }, names: [] });
});

test("the pager shows at most five pages around the current one", () => {
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(1, 9)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(5, 9)).toEqual([3, 4, 5, 6, 7]);
  expect(pageWindow(9, 9)).toEqual([5, 6, 7, 8, 9]);
});

test("choices of a table are remembered under screen and URL with ids masked", () => {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as Storage;
  const id = "11111111-2222-3333-4444-555555555555";
  expect(tableName(`/groups/${id}`, `/a/${id}/b/?x=1`)).toBe("/groups/*_/a/*/b/");
  storeColumns("t", ["name"], storage);
  expect(storedColumns("t", storage)).toEqual(["name"]);
  storeColumns("t", undefined, storage);
  expect(storedColumns("t", storage)).toBeUndefined();
  storePageSize(50, storage);
  expect(storedPageSize(storage)).toBe(50);
  values.set("paginationSize", "7");
  expect(storedPageSize(storage)).toBe(15);
  expect(storedTimeStyle(storage)).toBe("relative");
  storeTimeStyle("exact", storage);
  expect(storedTimeStyle(storage)).toBe("exact");
  values.set("tableConfig", "{broken");
  expect(storedColumns("t", storage)).toBeUndefined();
});
