import { describe, expect, it } from "vitest";
import { type ConnectedTarget, liveTabs, NO_TABS, nextTabs, type TabsEvent, tabTitle } from "./tabs-state.ts";

const target = (assetName: string): ConnectedTarget => ({
  assetId: assetName,
  assetName,
  address: "10.0.0.1",
  accountName: "root",
  request: {
    asset: assetName,
    account: "root",
    protocol: "ssh",
    input_username: "root",
    input_secret: "",
    connect_method: "web_cli",
    connect_options: {},
  },
  typedSecret: false,
  hasFiles: false,
  tokenId: "t1",
});
const open = (name: string): TabsEvent => ({ type: "opened", target: target(name) });
const run = (...events: TabsEvent[]) => events.reduce(nextTabs, NO_TABS);
const titles = (state: ReturnType<typeof run>) => state.tabs.map(tabTitle);

describe("tabs", () => {
  it("numbers duplicates and brings a new tab to the front", () => {
    const state = run(open("web"), open("web"), open("db"), open("web"));
    expect(titles(state)).toEqual(["web", "web (2)", "db", "web (3)"]);
    expect(state.active).toBe("tab-4");
    expect(titles(nextTabs(nextTabs(state, { type: "closed", keys: ["tab-2"] }), open("web"))).at(-1)).toBe(
      "web (2)",
    );
  });

  it("shows the neighbour when the tab in front is closed", () => {
    const state = nextTabs(run(open("a"), open("b"), open("c")), { type: "activated", key: "tab-2" });
    expect(nextTabs(state, { type: "closed", keys: ["tab-2"] }).active).toBe("tab-3");
    expect(nextTabs(state, { type: "closed", keys: ["tab-2", "tab-3"] }).active).toBe("tab-1");
    expect(nextTabs(state, { type: "closed", keys: ["tab-1"] }).active).toBe("tab-2");
    expect(nextTabs(state, { type: "closed", keys: ["tab-1", "tab-2", "tab-3"] })).toMatchObject({
      active: undefined,
    });
  });

  it("renames, and takes the name back when it is emptied", () => {
    const state = nextTabs(run(open("a")), { type: "renamed", key: "tab-1", name: " build " });
    expect(titles(state)).toEqual(["build"]);
    expect(titles(nextTabs(state, { type: "renamed", key: "tab-1", name: " " }))).toEqual(["a"]);
  });

  it("moves a tab before another or to the end", () => {
    const state = run(open("a"), open("b"), open("c"));
    expect(titles(nextTabs(state, { type: "moved", key: "tab-3", before: "tab-1" }))).toEqual([
      "c",
      "a",
      "b",
    ]);
    expect(titles(nextTabs(state, { type: "moved", key: "tab-1", before: undefined }))).toEqual([
      "b",
      "c",
      "a",
    ]);
    expect(nextTabs(state, { type: "moved", key: "tab-9", before: "tab-1" })).toBe(state);
  });

  it("hears only the present attempt of a tab", () => {
    const event: TabsEvent = { type: "session", key: "tab-1", attempt: 1, event: { type: "ended" } };
    const over = nextTabs(run(open("a")), event);
    expect(liveTabs(over.tabs)).toEqual([]);
    const again = nextTabs(over, {
      type: "restarted",
      key: "tab-1",
      target: { ...target("web-1"), tokenId: "t2" },
    });
    expect(again.tabs[0]).toMatchObject({
      attempt: 2,
      target: { tokenId: "t2" },
      session: { phase: "connecting" },
    });
    expect(nextTabs(again, event).tabs[0]?.session.phase).toBe("connecting");
    expect(liveTabs(again.tabs)).toHaveLength(1);
  });
});
