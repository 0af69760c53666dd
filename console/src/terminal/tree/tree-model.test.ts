import { describe, expect, it } from "vitest";
import { moveInTree } from "../../kit/tree/tree-moves.ts";
import type { TreeItem } from "../api/types.ts";
import { isNothingGranted, splitTopLevel, visibleRows } from "./tree-model.ts";

const node = (id: string, pId: string | null = null): TreeItem => ({
  id,
  name: `node ${id}`,
  pId,
  isParent: true,
  meta: { type: "node", data: {} },
});
const leaf = (id: string, pId: string | null): TreeItem => ({
  ...node(id, pId),
  name: id,
  isParent: false,
  meta: { type: "asset", data: {} },
});

const top = [node("favorite"), node("1"), node("1:1", "1"), leaf("alpha", "1"), leaf("beta", "1")];

describe("tree", () => {
  it("says that nothing is granted where there are but the folders everybody has", () => {
    const ungrouped = (count: number) => ({ ...node("ungrouped"), name: `Ungrouped (${count})` });
    expect(isNothingGranted([])).toBe(true);
    expect(isNothingGranted([ungrouped(0), node("favorite")])).toBe(true);
    expect(isNothingGranted([ungrouped(3), node("favorite")])).toBe(false);
    expect(isNothingGranted(top)).toBe(false);
  });

  it("opens the only root with what came along with it", () => {
    const { levels, open } = splitTopLevel(top);
    expect(open).toEqual(["1"]);
    expect(levels.get("")?.map(({ id }) => id)).toEqual(["favorite", "1"]);
    const rows = visibleRows(levels, new Set(open));
    expect(rows.map(({ item, level }) => `${level}${item.id}`)).toEqual([
      "0favorite",
      "01",
      "11:1",
      "1alpha",
      "1beta",
    ]);
    expect(rows[4]).toMatchObject({ position: 3, siblings: 3 });
  });

  it("treats an unknown parent as the top", () => {
    expect(splitTopLevel([node("7:1", "7")]).levels.get("")).toHaveLength(1);
    expect(splitTopLevel([]).open).toEqual([]);
  });

  it("hides what is below a folded folder", () => {
    const { levels } = splitTopLevel(top);
    expect(visibleRows(levels, new Set())).toHaveLength(2);
  });

  it("moves by keys", () => {
    const { levels, open } = splitTopLevel(top);
    const rows = visibleRows(levels, new Set(open));
    expect(moveInTree(rows, 0, "ArrowDown")).toEqual({ type: "focus", index: 1 });
    expect(moveInTree(rows, 0, "ArrowUp")).toBeUndefined();
    expect(moveInTree(rows, 4, "ArrowDown")).toBeUndefined();
    expect(moveInTree(rows, 0, "ArrowRight")).toEqual({ type: "open", index: 0 });
    expect(moveInTree(rows, 1, "ArrowRight")).toEqual({ type: "focus", index: 2 });
    expect(moveInTree(rows, 3, "ArrowRight")).toBeUndefined();
    expect(moveInTree(rows, 4, "ArrowLeft")).toEqual({ type: "focus", index: 1 });
    expect(moveInTree(rows, 1, "ArrowLeft")).toEqual({ type: "fold", index: 1 });
    expect(moveInTree(rows, 3, "Enter")).toEqual({ type: "activate", index: 3 });
    expect(moveInTree(rows, 1, "PageDown")).toEqual({ type: "focus", index: 4 });
    expect(moveInTree(rows, 4, "PageUp", false, 2)).toEqual({ type: "focus", index: 2 });
    expect(moveInTree(rows, 0, "b")).toEqual({ type: "focus", index: 4 });
    expect(moveInTree(rows, 3, "F10", true)).toEqual({ type: "menu", index: 3 });
    expect(moveInTree([], 0, "ArrowDown")).toBeUndefined();
    expect(moveInTree(rows, 99, "ArrowDown")).toEqual({ type: "focus", index: 0 });
  });
});
