import { expect, test } from "vitest";
import { asTreeItems, type TreeItem, toLevels, visibleRows } from "./tree-items.ts";

const NODE = (id: string, pId: string, isParent = true) => ({
  id,
  pId,
  name: `${id} (1)`,
  isParent,
  open: true,
  meta: { type: "node", data: { id: `uuid-${id}`, key: id, value: id } },
});
const open = () => true;
const nothing = () => undefined;
const keys = (rows: readonly { readonly level: number; readonly item: TreeItem }[]) =>
  rows.map(({ level, item }) => `${level} ${item.key}`);

test("flat items become rows; unknown parents make roots; loops do not hang", () => {
  const items = asTreeItems([
    NODE("1", ""),
    NODE("1:0", "1", false),
    NODE("9:1", "9"),
    NODE("x", "x"),
    "junk",
  ]);
  const { rows } = visibleRows({ start: toLevels(items), below: nothing, isOpen: open });
  expect(keys(rows)).toEqual(["0 1", "1 1:0", "0 9:1", "0 x"]);
  expect(rows[1]).toMatchObject({ item: { id: "uuid-1:0" }, position: 1, siblings: 1, open: false });
});

test("what is below an open item is asked for, once the first answer does not hold it", () => {
  const start = toLevels(asTreeItems([NODE("1", ""), NODE("1:0", "1"), NODE("1:1", "1")]));
  const isOpen = (item: TreeItem) => item.key !== "1:1";
  const before = visibleRows({ start, below: nothing, isOpen });
  expect(before.asked.map(({ key }) => key)).toEqual(["1:0"]);
  expect(before.rows[1]).toMatchObject({ open: true, isLoading: true });
  const loaded = asTreeItems([NODE("1:0:0", "1:0")]);
  const below = ({ key }: TreeItem) => (key === "1:0" ? loaded : undefined);
  const after = visibleRows({ start, below, isOpen });
  expect(keys(after.rows)).toEqual(["0 1", "1 1:0", "2 1:0:0", "1 1:1"]);
  expect(after.asked.map(({ key }) => key)).toEqual(["1:0", "1:0:0"]);
});

test("a parent with nothing below it turns out to be none", () => {
  const start = toLevels(asTreeItems([NODE("1", "")]));
  const { rows, asked } = visibleRows({ start, below: () => [], isOpen: open });
  expect(rows).toMatchObject([{ open: false, isLoading: false, item: { isParent: false } }]);
  expect(asked).toHaveLength(1);
});

test("names are told from their counts", () => {
  const [node, type, asset, plain] = asTreeItems([
    { ...NODE("1", ""), name: "Racks (old) (12)", meta: { data: { value: "Racks (old)" } } },
    { id: "ROOT_HOST_linux", name: "Linux(3)", title: "Linux", meta: { type: "type" } },
    { id: "a", name: "db (2)", title: "10.0.0.1", meta: { type: "asset" } },
    { id: "ROOT", name: "All types", title: "All types" },
  ]);
  expect(node).toMatchObject({ value: "Racks (old)", count: 12 });
  expect(type).toMatchObject({ value: "Linux", count: 3 });
  expect(asset).toMatchObject({ value: "db (2)", count: undefined });
  expect(plain).toMatchObject({ value: "All types", count: undefined });
});
