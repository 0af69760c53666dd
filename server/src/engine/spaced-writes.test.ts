import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { spaceWrites } from "./spaced-writes.ts";

describe("writes that are spaced", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("writes the first note after a pause at once, and what follows together when the pause is over", () => {
    const written: [string, ...[string, number][]][] = [];
    const note = spaceWrites<{ name: string }, string, number>(5_000, async ({ name }, notes) => {
      written.push([name, ...notes]);
    });
    const [here, there] = [{ name: "here" }, { name: "there" }];
    note(here, "a", 1);
    vi.advanceTimersByTime(1);
    expect(written).toEqual([["here", ["a", 1]]]);
    note(here, "a", 2);
    note(here, "b", 3);
    note(here, "a", 4);
    note(there, "a", 5);
    vi.advanceTimersByTime(4_900);
    expect(written.slice(1)).toEqual([["there", ["a", 5]]]);
    vi.advanceTimersByTime(100);
    expect(written.slice(2)).toEqual([["here", ["a", 4], ["b", 3]]]);
    vi.advanceTimersByTime(60_000);
    expect(written).toHaveLength(3);
    note(here, "c", 6);
    vi.advanceTimersByTime(1);
    expect(written.slice(3)).toEqual([["here", ["c", 6]]]);
  });
});
