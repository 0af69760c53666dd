import { expect, test } from "vitest";
import { gather } from "./gather.ts";

test("what is asked at the same time is one question, each time", async () => {
  const asked: (readonly string[])[] = [];
  const find = gather(async (keys: readonly string[]) => {
    asked.push(keys);
    return new Map(keys.filter((key) => key !== "nobody").map((key) => [key, key.length]));
  });
  expect(await Promise.all(["a", "bb", "a", "nobody"].map(find))).toEqual([1, 2, 1, undefined]);
  expect(await find("ccc")).toBe(3);
  expect(asked).toEqual([["a", "bb", "nobody"], ["ccc"]]);
});

test("a question that cannot be answered fails for all who asked, and not for those who ask later", async () => {
  let isAway = true;
  const find = gather(async (keys: readonly number[]) => {
    if (isAway) throw new Error("away");
    return new Map(keys.map((key) => [key, key]));
  });
  const outcomes = await Promise.allSettled([find(1), find(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isAway = false;
  expect(await find(1)).toBe(1);
});
