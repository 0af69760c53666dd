import { expect, test } from "vitest";
import { asTreeItems, buildBranches } from "./tree-items.ts";

const NODE = (id: string, pId: string, isParent = true) => ({
  id,
  pId,
  name: `${id} (1)`,
  isParent,
  meta: { type: "node", data: { id: `uuid-${id}`, key: id, value: id } },
});

test("flat items become a tree; unknown parents make roots; loops do not hang", () => {
  const items = asTreeItems([NODE("1", ""), NODE("1:0", "1"), NODE("9:1", "9"), NODE("x", "x"), "junk"]);
  const tree = buildBranches(items, new Set());
  expect(tree.map(({ item }) => item.key)).toEqual(["1", "9:1", "x"]);
  expect(tree[0]?.children?.map(({ item }) => item.id)).toEqual(["uuid-1:0"]);
});

test("children are unknown until they are loaded; leaves have none", () => {
  const items = asTreeItems([NODE("1", ""), NODE("2", "", false)]);
  expect(buildBranches(items, new Set()).map(({ children }) => children)).toEqual([undefined, []]);
  expect(buildBranches(items, new Set(["1"])).map(({ children }) => children)).toEqual([[], []]);
});
