import { expect, test } from "vitest";
import { collectFailures, stressSummary } from "./stress.mjs";

const failed = (message) => ({
  testResults: [
    {
      name: "a.test.ts",
      status: "failed",
      assertionResults: [
        { status: "passed", fullName: "a works" },
        { status: "failed", fullName: "a waits", failureMessages: [message] },
      ],
    },
    { name: "b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
  ],
});

test("lists what ever failed with its rounds and its first error", () => {
  const failures = new Map();
  const result = (sentences) => ({ suite: "unit", passed: 0, failed: sentences, skipped: [] });
  collectFailures(failures, 1, { testResults: [] }, result([]));
  expect(stressSummary(failures, 1)).toBe("1 rounds, nothing failed.\n");
  collectFailures(failures, 2, failed("waited 5 s"), result(["a waits", "b.test.ts could not run"]));
  collectFailures(failures, 3, failed("waited 6 s"), result(["a waits", "b.test.ts could not run"]));
  collectFailures(failures, 4, null, result(["unit: the run ended with status 1 and no report"]));
  const text = stressSummary(failures, 4);
  expect(text).toContain("a.test.ts > a waits\n    in round 2, 3; first error:\n      waited 5 s");
  expect(text).toContain("b.test.ts\n    in round 2, 3; first error:\n      no such module");
  expect(text).toContain("no report\n    in round 4");
  expect(text).not.toContain("waited 6 s");
});
