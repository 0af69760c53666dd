import { describe, expect, test } from "vitest";
import { exportQuery, exportRanges } from "./export-plan.ts";

const source = { query: {}, filtered: false, selected: 0 };

describe("ranges of an export", () => {
  test("all while nothing filters, the filtered while something does", () => {
    expect(exportRanges(source)).toEqual(["all"]);
    expect(exportRanges({ ...source, filtered: true })).toEqual(["filtered"]);
  });
  test("the selected come first", () => {
    expect(exportRanges({ ...source, selected: 2 })).toEqual(["selected", "all"]);
    expect(exportRanges({ ...source, filtered: true, selected: 2 })).toEqual(["selected", "filtered"]);
  });
  test("a list can leave ranges out", () => {
    expect(exportRanges({ ...source, selected: 2 }, ["selected"])).toEqual(["all"]);
  });
});

test("the query is that of the list without paging, with format and selection", () => {
  const query = { search: "web", order: "-name", limit: 15, offset: 30 };
  expect(exportQuery(query, "xlsx", undefined)).toEqual({ search: "web", order: "-name", format: "xlsx" });
  expect(exportQuery({}, "csv", "t")).toEqual({ spm: "t", format: "csv" });
});
