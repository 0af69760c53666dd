import { expect, test } from "vitest";
import { budgetMistakes, costLines, LIMIT, overBudget, paceOf } from "./test-costs.mjs";

const budget = ["a", "b", "c", "d", "e"].map((name) => ({
  file: `${name}.test.ts`,
  seconds: 100,
  reason: "many targets",
}));
/** What a run took in which the files of the budget needed `seconds`. */
const run = (seconds, ...others) => [...budget.map(({ file }) => ({ file, seconds })), ...others];

test("a file well over the limit fails unless the list names it", () => {
  expect(overBudget(run(100, { file: "f.test.ts", seconds: LIMIT * 1.3 }), budget)).toEqual([]);
  expect(overBudget(run(100, { file: "f.test.ts", seconds: 100 }), budget)).toEqual([
    expect.stringMatching(/^f\.test\.ts took 100 CPU seconds and may take 84 in this run/),
  ]);
});

test("a file of the list fails when it has doubled beside the others", () => {
  const grown = (grownTo) =>
    run(100).map((cost) => (cost.file === "b.test.ts" ? { ...cost, seconds: grownTo } : cost));
  expect(overBudget(grown(190), budget)).toEqual([]);
  expect(overBudget(grown(210), budget)).toEqual([
    expect.stringMatching(/^b\.test\.ts took 210 CPU seconds and may take 200/),
  ]);
});

test("a slow machine slows all files, and fails none", () => {
  expect(paceOf(run(200), budget)).toBe(2);
  expect(overBudget(run(200, { file: "f.test.ts", seconds: 2 * LIMIT }), budget)).toEqual([]);
  expect(overBudget(run(200, { file: "f.test.ts", seconds: 3 * LIMIT }), budget)).toHaveLength(1);
  expect(paceOf(run(50), budget)).toBe(1);
});

test("a run of a few files says nothing of their budget", () => {
  expect(paceOf(run(300).slice(1), budget)).toBeNull();
  expect(overBudget(run(300).slice(1), budget)).toEqual([]);
});

test("an entry of the list names a file that is there, more than the limit, and a reason", () => {
  expect(budgetMistakes(budget, () => true)).toEqual([]);
  expect(budgetMistakes(budget, () => false)).toHaveLength(5);
  const needless = { file: "a.test.ts", seconds: LIMIT, reason: "" };
  expect(budgetMistakes([needless], () => true)).toEqual([
    expect.stringContaining("needs no entry"),
    expect.stringContaining("has no reason"),
  ]);
});

test("tells what the parts took, together too, and the twenty dearest files", () => {
  const part = (name, cpuSeconds, isExact = true) => ({ name, cpuSeconds, wallSeconds: 10, isExact });
  const many = Array.from({ length: 30 }, (_, at) => ({ file: `f${at}.test.ts`, seconds: at }));
  const lines = costLines([part("check", 5), part("unit", 20)], many);
  expect(lines.find((line) => /together/.test(line))).toMatch(/together +25 +20$/);
  expect(lines.filter((line) => /\.test\.ts$/.test(line))).toHaveLength(20);
  expect(lines.at(-1)).toMatch(/10\.0 {2}f10\.test\.ts$/);
  expect(lines.join("\n")).not.toContain("control group");
  expect(costLines([part("unit", 20, false)]).join("\n")).toContain("No control group");
});

test("seconds in which parts ran side by side are counted once", () => {
  const part = (startedAt, wallSeconds) => ({
    name: "part",
    cpuSeconds: 1,
    wallSeconds,
    startedAt,
    isExact: true,
  });
  const together = (...parts) => costLines(parts).at(-1);
  expect(together(part(0, 10), part(10, 20), part(12, 5), part(40, 10))).toMatch(/ 4 +40$/);
  expect(together(part(12, 30), part(10, 20), part(undefined, 100))).toMatch(/ 3 +132$/);
});
