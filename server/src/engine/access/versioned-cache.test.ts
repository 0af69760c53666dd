import { describe, expect, it } from "vitest";
import { createVersionedCache } from "./versioned-cache.ts";

describe("versioned cache", () => {
  it("computes once a version, also for callers at the same time", async () => {
    const cache = createVersionedCache<number>();
    let computed = 0;
    const compute = async () => ++computed;
    expect(await Promise.all([cache.get("a", 1, compute), cache.get("a", 1, compute)])).toEqual([1, 1]);
    expect(await cache.get("a", 2, compute)).toBe(2);
  });

  it("never lets what an older request computes outlive the change", async () => {
    const cache = createVersionedCache<string>();
    await cache.get("other", 5, async () => "new");
    expect(await cache.get("a", 4, async () => "old")).toBe("old");
    expect(await cache.get("a", 5, async () => "new")).toBe("new");
    expect(await cache.get("a", 4, async () => "old")).toBe("new");
  });

  it("forgets failures and stays within its limit", async () => {
    const cache = createVersionedCache<number>(2);
    await expect(cache.get("a", 1, () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    expect(await cache.get("a", 1, async () => 1)).toBe(1);
    await cache.get("b", 1, async () => 2);
    await cache.get("c", 1, async () => 3);
    expect(await cache.get("a", 1, async () => 9)).toBe(9);
  });
});
