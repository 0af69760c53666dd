// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { TreeRow } from "./tree-items.ts";
import { TreeList } from "./tree-list.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const many = 10_000;
const rows: readonly TreeRow[] = Array.from({ length: many }, (_, index) => ({
  path: `/${index}`,
  item: {
    ...{ key: `${index}`, parent: "", name: `node ${index}`, tip: "", isParent: false, isOpen: false },
    ...{ type: "node", id: `n${index}`, value: `node ${index}`, count: undefined },
  },
  ...{ level: 0, open: false, isLoading: false, position: index + 1, siblings: many },
}));

const draw = () =>
  render(
    <TreeList
      label="Nodes"
      rows={rows}
      selected={undefined}
      search=""
      onSelect={() => undefined}
      onFold={() => undefined}
      onMenu={() => undefined}
      menuLabel={() => undefined}
      onShortcut={() => false}
      dragging={undefined}
      naming={undefined}
    />,
  );
const drawn = () => screen.getAllByRole("treeitem").map((row) => Number(row.getAttribute("data-index")));

test("a list that was not measured draws a first screen, and the row that is meant", async () => {
  draw();
  expect(drawn()).toEqual(Array.from({ length: 55 }, (_, index) => index));
  const tree = screen.getByRole("tree", { name: "Nodes" });
  expect(tree.firstElementChild?.getAttribute("style")).toBe(`height: ${many * 28}px;`);
  tree.focus();
  await userEvent.keyboard("{End}");
  expect(drawn().at(-1)).toBe(many - 1);
  expect(tree.getAttribute("aria-activedescendant")).toBe(
    document.querySelector(`[data-index="${many - 1}"]`)?.id,
  );
});

test("a measured list draws what is in sight with spare rows, follows scrolling, and shows the row that is meant", async () => {
  for (const size of ["offsetHeight", "clientHeight"] as const)
    vi.spyOn(HTMLElement.prototype, size, "get").mockReturnValue(280);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(many * 28);
  draw();
  const tree = screen.getByRole("tree", { name: "Nodes" });
  expect(drawn()).toEqual(Array.from({ length: 25 }, (_, index) => index));
  tree.scrollTop = 5_000 * 28;
  tree.dispatchEvent(new Event("scroll"));
  await vi.waitFor(() => expect(drawn()).toContain(5_000));
  // The meant row stays drawn far from what is in sight: the screen reader is told its id.
  expect(drawn()).toEqual([0, ...Array.from({ length: 40 }, (_, index) => 4_985 + index)]);
  tree.focus();
  await userEvent.keyboard("{End}");
  await vi.waitFor(() => expect(tree.scrollTop).toBe((many - 10) * 28));
  await userEvent.keyboard("{PageUp}{Home}");
  await vi.waitFor(() => expect(tree.scrollTop).toBe(0));
});
