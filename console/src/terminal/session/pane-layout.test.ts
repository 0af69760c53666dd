import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dividersOf,
  dropped,
  hasPane,
  isPaneLayout,
  neighborOf,
  type PaneLayout,
  type PaneSide,
  panesOf,
  placedBeside,
  withShare,
} from "./pane-layout.ts";
import { nextTabs, restoredTabs, type TabsEvent } from "./tabs-state.ts";

const two = placedBeside({ key: "a" }, "a", { key: "b", side: "right" });
const three = placedBeside(two, "b", { key: "c", side: "bottom" });

describe("pane layout", () => {
  it("divides the room without a gap or an overlap, whatever is placed and taken out", () => {
    const step = fc.tuple(
      fc.nat(6),
      fc.constantFrom<PaneSide>("left", "right", "top", "bottom"),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let layout: PaneLayout = { key: "0" };
        steps.forEach(([at, side, isTaken], index) => {
          const keys = [...panesOf(layout).keys()];
          const key = keys[at % keys.length] ?? "";
          layout = isTaken
            ? (dropped(layout, (one) => one !== key) ?? layout)
            : placedBeside(layout, key, { key: String(index + 1), side });
        });
        const panes = panesOf(layout);
        const area = [...panes.values()].reduce((sum, { width, height }) => sum + width * height, 0);
        expect(area).toBeCloseTo(1);
        expect(dividersOf(layout)).toHaveLength(panes.size - 1);
        expect(isPaneLayout(JSON.parse(JSON.stringify(layout)))).toBe(true);
      }),
    );
  });

  it("finds the neighbor in a direction, and the edge", () => {
    expect(neighborOf(three, "a", "right")).toBeDefined();
    expect(neighborOf(three, "b", "left")).toBe("a");
    expect(neighborOf(three, "b", "bottom")).toBe("c");
    expect(neighborOf(three, "c", "top")).toBe("b");
    expect(neighborOf(three, "a", "left")).toBeUndefined();
    expect(neighborOf(three, "nobody", "left")).toBeUndefined();
  });

  it("moves a divider within bounds", () => {
    const [, below] = dividersOf(three);
    expect(below?.path).toEqual(["second"]);
    const moved = withShare(three, ["second"], 5);
    expect(moved === undefined ? [] : dividersOf(moved).map(({ split }) => split.share)).toEqual([0.5, 0.9]);
    expect(isPaneLayout({ direction: "row", share: 2, first: { key: "a" }, second: { key: "b" } })).toBe(
      false,
    );
  });

  it("shows tabs together until one of two is closed or leaves", () => {
    const target = { assetName: "web" } as never;
    const run = (...events: TabsEvent[]) => events.reduce(nextTabs, restoredTabs({ tabs: [] }));
    const opened: TabsEvent[] = [
      { type: "opened", target },
      { type: "opened", target, place: { beside: "tab-1", side: "right" } },
    ];
    const split = run(...opened);
    expect(split.layout !== undefined && hasPane(split.layout, "tab-2")).toBe(true);
    expect(nextTabs(split, { type: "closed", keys: ["tab-1"] })).toMatchObject({
      active: "tab-2",
      layout: undefined,
    });
    expect(nextTabs(split, { type: "alone", key: "tab-2" }).layout).toBeUndefined();
    const elsewhere = nextTabs(split, {
      type: "placed",
      key: "tab-1",
      place: { beside: "tab-1", side: "left" },
    });
    expect(elsewhere).toBe(split);
    expect(nextTabs(split, { type: "colored", key: "tab-1", color: "red" }).tabs[0]?.color).toBe("red");
  });
});
