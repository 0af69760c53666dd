import { expect, test } from "vitest";
import { readReport, refuseSkips, summary } from "./test-results.mjs";

const report = {
  testResults: [
    {
      name: "a.test.ts",
      status: "failed",
      assertionResults: [
        { status: "passed", fullName: "a works" },
        {
          status: "failed",
          fullName: "a fails",
          failureMessages: [
            "\u001b[31mexpected 1 to be 2\u001b[39m\n    at a.test.ts:3\n    at node_modules/x.js:1",
          ],
        },
        { status: "pending", fullName: "a needs a peer" },
      ],
    },
    { name: "b.test.ts", status: "failed", assertionResults: [] },
  ],
};

test("counts tests, and files that could not run", () => {
  expect(readReport("unit", report, 1)).toEqual({
    suite: "unit",
    passed: 1,
    failed: ["a fails\n      expected 1 to be 2\n          at a.test.ts:3", "b.test.ts could not run"],
    skipped: ["a needs a peer"],
  });
});

test("a run without report, or with an error outside the tests, is a failure", () => {
  expect(readReport("unit", null, 1).failed).toHaveLength(1);
  expect(readReport("unit", { testResults: [] }, 1).failed).toHaveLength(1);
  expect(readReport("unit", { testResults: [] }, 0).failed).toEqual([]);
});

test("a skip nobody allowed is a failure", () => {
  const result = { suite: "unit", passed: 1, failed: [], skipped: ["allowed", "other"] };
  const judged = refuseSkips(result, new Set(["allowed"]));
  expect(judged.skipped).toEqual(["allowed"]);
  expect(judged.failed[0]).toMatch(/^other \(skipped/);
});

test("the last line is the count", () => {
  const lines = (results) => summary(results).trimEnd().split("\n");
  const unit = { suite: "unit", passed: 3, failed: [], skipped: [] };
  expect(lines([unit]).at(-1)).toBe("3 passed, 0 failed");
  expect(lines([unit, { suite: "e2e", passed: 2, failed: ["x"], skipped: ["y"] }]).at(-1)).toBe(
    "5 passed, 1 failed, 1 skipped",
  );
});
