import { expect, test } from "vitest";
import { mergeShards, readShard, shardFile, wholeRun } from "./shards.mjs";

test("reads the shard in both ways of writing it, and refuses what is none", () => {
  expect(readShard(["--shard", "1/3"])).toEqual({ index: 1, count: 3 });
  expect(readShard(["server", "--shard=3/3"])).toEqual({ index: 3, count: 3 });
  expect(readShard(["server"])).toBeNull();
  for (const wrong of ["0/3", "4/3", "third", ""]) {
    expect(() => readShard([`--shard=${wrong}`])).toThrow("such as 1/3");
  }
  expect(() => readShard(["--shard"])).toThrow("not nothing");
});

test("takes all shards of one run, and nothing less", () => {
  const all = [1, 2, 3].map((index) => shardFile({ index, count: 3 }));
  expect(wholeRun(["unit.json", ...all.toReversed()])).toEqual(all);
  expect(() => wholeRun(all.slice(1))).toThrow("shards are missing: shard-1-of-3.json");
  expect(() => wholeRun([...all, shardFile({ index: 1, count: 2 })])).toThrow("several runs");
  expect(() => wholeRun(["unit.json"])).toThrow("no results");
});

test("puts suites together", () => {
  const run = (suite, passed, failed, seconds) => ({
    result: { suite, passed, failed, skipped: [] },
    cost: { name: suite, cpuSeconds: seconds, wallSeconds: seconds, isExact: true },
    files: [{ file: `${suite}-${passed}.test.ts`, seconds }],
  });
  const merged = mergeShards([
    [run("unit", 1, [], 2), run("e2e", 2, ["a"], 3)],
    [run("unit", 3, ["b"], 4), run("e2e", 4, [], 5)],
  ]);
  expect(merged).toEqual([
    {
      result: { suite: "unit", passed: 4, failed: ["b"], skipped: [] },
      cost: { name: "unit", cpuSeconds: 6, wallSeconds: 6, isExact: true },
      files: [
        { file: "unit-1.test.ts", seconds: 2 },
        { file: "unit-3.test.ts", seconds: 4 },
      ],
    },
    {
      result: { suite: "e2e", passed: 6, failed: ["a"], skipped: [] },
      cost: { name: "e2e", cpuSeconds: 8, wallSeconds: 8, isExact: true },
      files: [
        { file: "e2e-2.test.ts", seconds: 3 },
        { file: "e2e-4.test.ts", seconds: 5 },
      ],
    },
  ]);
});
