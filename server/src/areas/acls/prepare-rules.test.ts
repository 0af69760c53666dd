import { expect, test } from "vitest";
import { prepareRules } from "./prepare-rules.ts";

test("rules are made ready with pauses in which others go on", async () => {
  const rules = Array.from({ length: 500 }, (_, at) => ({
    users: {
      type: "attrs" as const,
      attrs: [{ name: "name", match: "regex", value: `^(contractor|guest)-${at}-\\d{1,9}$` }],
    },
  }));
  let turns = 0;
  let isReady = false;
  const others = (async () => {
    for (; !isReady; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  })();
  expect(await prepareRules(rules)).toEqual(rules);
  isReady = true;
  await others;
  expect(turns).toBeGreaterThan(3);
});

test("filters that say the same are one, of users and of assets", async () => {
  const rule = () => ({ users: { type: "all" as const }, assets: { type: "all" as const } });
  const [first, second] = await prepareRules([rule(), rule()]);
  expect(second?.users).toBe(first?.users);
  expect(second?.assets).toBe(first?.assets);
  expect(first?.users).not.toBe(first?.assets);
});
