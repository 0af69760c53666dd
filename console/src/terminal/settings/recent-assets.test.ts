import { describe, expect, it } from "vitest";
import { parseRecentAssets, RECENT_LIMIT, withRecentAsset } from "./recent-assets.ts";

const asset = (id: number) => ({ id: String(id), name: `host ${id}`, address: "" });

describe("recent assets", () => {
  it("puts the newest first, once", () => {
    const list = [1, 2, 3, 1].reduce<ReturnType<typeof asset>[]>(
      (all, id) => withRecentAsset(all, asset(id)),
      [],
    );
    expect(list.map((entry) => entry.id)).toEqual(["1", "3", "2"]);
  });

  it("keeps no more than the limit", () => {
    let list: ReturnType<typeof asset>[] = [];
    for (let id = 0; id < RECENT_LIMIT + 5; id += 1) list = withRecentAsset(list, asset(id));
    expect(list).toHaveLength(RECENT_LIMIT);
    expect(list[0]?.id).toBe(String(RECENT_LIMIT + 4));
  });

  it("survives whatever is stored", () => {
    expect(parseRecentAssets("{")).toEqual([]);
    expect(parseRecentAssets('{"a":1}')).toEqual([]);
    expect(parseRecentAssets('[null,1,{"id":"a"},{"id":"a","name":"b","address":5}]')).toEqual([
      { id: "a", name: "b", address: "" },
    ]);
  });
});
