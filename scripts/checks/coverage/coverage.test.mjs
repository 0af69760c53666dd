import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findStaleCoverage } from "./find-stale-coverage.mjs";
import { readRoutes } from "./routes.mjs";

const routes = new Map([
  ["/console/things", true],
  ["/console/plain", true],
  ["/console/dead", false],
]);
const tests = new Map([["a/b.test.ts", () => 'it("does it", () => {}); it.each([])("has %s", () => {});']]);
const head = "| what | by |\n| ---- | -- |\n";
const list = (built, missing) => `# X\n\n${head}${built}\n\n## Not built\n\n${head}${missing}\n`;
const problems = (built, missing = "| a | page `/console/dead` |") =>
  findStaleCoverage(list(built, missing), { tests, routes });

describe("the list of what shows a requirement", () => {
  it("reads the addresses of areas, with whether they have a screen", async () => {
    const areas = join(import.meta.dirname, "../../../console/src/areas");
    const read = await readRoutes(["users", "acls"].map((area) => join(areas, area, "area.ts")));
    expect([read.get("/console/users"), read.get("/console/users/:id")]).toEqual([true, true]);
    expect(read.has("/console/assets/labels")).toBe(false);
    expect([...read.values()]).toContain(true);
  });

  it("is right when tests and pages are there", () => {
    expect(problems('| a | `a/b.test.ts`: "does it", "has %s"; page `/console/things` |')).toEqual([]);
    expect(problems("| a | `a/b.test.ts` |")).toEqual([]);
  });

  it("names what is gone, what nothing shows, and what is built after all", () => {
    const stale =
      '| a | `a/b.test.ts`: "does it", "did it"; `a/c.test.ts`: "x", page `/console/dead` |\n| b | hope |';
    expect(problems(stale, "| c | page `/console/plain`, page `/console/none` |")).toEqual([
      'names the test "did it" of a/b.test.ts, which is not there',
      "names a/c.test.ts, which does not exist",
      "names the page /console/dead, which has no screen",
      "nothing shows: | b | hope |",
      "says the page /console/plain is not built; it has a screen",
      "names the page /console/none, which no area declares",
    ]);
    expect(findStaleCoverage("# X", { tests, routes })).toEqual(['has no section "Not built"']);
  });
});
