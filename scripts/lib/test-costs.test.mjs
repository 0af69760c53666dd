import { expect, test } from "vitest";
import { budgetMistakes, costLines, LIMIT, overBudget } from "./test-costs.mjs";

const files = [
  { file: "cheap.test.ts", seconds: LIMIT },
  { file: "dear.test.ts", seconds: LIMIT + 10 },
  { file: "listed.test.ts", seconds: LIMIT + 20 },
  { file: "grown.test.ts", seconds: LIMIT + 30 },
];
const budget = [
  { file: "listed.test.ts", seconds: LIMIT + 25, reason: "many targets" },
  { file: "grown.test.ts", seconds: LIMIT + 25, reason: "many targets" },
];

test("a file over the limit fails unless the list allows as much", () => {
  const sentences = overBudget(files, budget);
  expect(sentences).toHaveLength(2);
  expect(sentences[0]).toMatch(/^dear\.test\.ts took 70 CPU seconds and may take 60/);
  expect(sentences[1]).toMatch(/^grown\.test\.ts took 90 CPU seconds and may take 85/);
});

test("an entry of the list names a file that is there, more than the limit, and a reason", () => {
  expect(budgetMistakes(budget, () => true)).toEqual([]);
  expect(budgetMistakes(budget, () => false)).toHaveLength(2);
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

test("tells how much slower the machine was than the one of the limits", () => {
  const part = (slowness) => ({ name: "unit", cpuSeconds: 30, wallSeconds: 20, isExact: true, slowness });
  expect(costLines([part(1.5)])[1]).toMatch(/unit +30 +20 +1\.50 ×$/);
  expect(costLines([part(undefined)])[1]).toMatch(/unit +30 +20$/);
});
