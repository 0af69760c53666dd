import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTabs } from "./tab-storage.ts";
import {
  addressAfterClosing,
  addTab,
  closeAllTabs,
  closeOtherTabs,
  closeTab,
  MOST_TABS,
  NO_TABS,
  type Tab,
  type TabStore,
  tabAddress,
  updateTab,
} from "./tab-store.ts";

const tab = (path: string, more: Partial<Tab> = {}): Tab => ({
  path,
  address: path,
  title: path,
  affix: false,
  noCache: false,
  ...more,
});
const HOME = tab("/home", { affix: true, noCache: true });
const paths = (store: TabStore) => store.visited.map(({ path }) => path);
const three = [HOME, tab("/a"), tab("/b")].reduce(addTab, NO_TABS);

test("a path has one tab, and the first one stays", () => {
  const again = addTab(three, tab("/a", { title: "other" }));
  expect(again).toBe(three);
});

test("a pinned tab stands before the others, whenever it comes", () => {
  expect(paths(addTab(addTab(NO_TABS, tab("/a")), HOME))).toEqual(["/home", "/a"]);
});

test("pages flagged no-cache are visited but not cached, and open at their beginning", () => {
  const store = updateTab(three, "/home", { address: "/home?days=30" });
  expect(store.cached).toEqual(["/a", "/b"]);
  expect(tabAddress(store, store.visited[0] as Tab)).toBe("/home");
});

test("a cached page opens where it was left", () => {
  const store = updateTab(three, "/b", { address: "/b?search=x", title: "B" });
  expect(store.visited.at(-1)).toMatchObject({ title: "B" });
  expect(tabAddress(store, store.visited[2] as Tab)).toBe("/b?search=x");
});

test("an update of nothing new, or of no tab, is the same store", () => {
  expect(updateTab(three, "/a", { title: "/a" })).toBe(three);
  expect(updateTab(three, "/nowhere", { title: "x" })).toBe(three);
});

test("closing one forgets its place in the cache; a pinned one stays", () => {
  expect(closeTab(three, "/a")).toEqual({ visited: [HOME, tab("/b")], cached: ["/b"] });
  expect(paths(closeTab(three, "/home"))).toEqual(["/home", "/a", "/b"]);
});

test("closing others leaves the one and the pinned ones; closing all only these", () => {
  expect(paths(closeOtherTabs(three, "/b"))).toEqual(["/home", "/b"]);
  expect(paths(closeAllTabs(three))).toEqual(["/home"]);
});

test("after closing, the last remaining tab comes to the front, else the root", () => {
  const left = updateTab(closeTab(three, "/b"), "/a", { address: "/a?page=2" });
  expect(addressAfterClosing(left)).toBe("/a?page=2");
  expect(addressAfterClosing(closeAllTabs(addTab(NO_TABS, tab("/a"))))).toBe("/");
});

test("beyond the limit the oldest makes room, never a pinned one", () => {
  const many = Array.from({ length: MOST_TABS + 5 }, (_, index) => tab(`/p${index}`));
  const store = [HOME, ...many].reduce(addTab, NO_TABS);
  expect(store.visited).toHaveLength(MOST_TABS);
  expect(paths(store)[0]).toBe("/home");
  expect(paths(store).at(-1)).toBe(`/p${MOST_TABS + 4}`);
});

test("whatever happens, paths are unique, pinned tabs stay first, and only visited pages are cached", () => {
  const step = fc.record({
    kind: fc.constantFrom("add", "pin", "close", "others", "all", "update"),
    path: fc.constantFrom("/a", "/b", "/c", "/d"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let store = NO_TABS;
      let pinned = 0;
      for (const { kind, path } of steps) {
        if (kind === "add") store = addTab(store, tab(path, { noCache: path === "/c" }));
        if (kind === "pin") store = addTab(store, tab(path, { affix: true }));
        if (kind === "close") store = closeTab(store, path);
        if (kind === "others") store = closeOtherTabs(store, path);
        if (kind === "all") store = closeAllTabs(store);
        if (kind === "update") store = updateTab(store, path, { address: `${path}?x` });
        const all = paths(store);
        expect(new Set(all).size).toBe(all.length);
        const firstLoose = store.visited.findIndex(({ affix }) => !affix);
        const count = store.visited.filter(({ affix }) => affix).length;
        expect(firstLoose === -1 || firstLoose === count).toBe(true);
        expect(count).toBeGreaterThanOrEqual(pinned);
        pinned = count;
        for (const { path: visited, noCache } of store.visited)
          expect(store.cached.includes(visited)).toBe(!noCache);
        for (const kept of store.cached) expect(all).toContain(kept);
      }
    }),
  );
});

test("what was stored comes back; anything else counts as nothing", () => {
  expect(parseTabs(JSON.stringify(three.visited))).toEqual(three);
  expect(parseTabs(null)).toEqual(NO_TABS);
  expect(parseTabs("{")).toEqual(NO_TABS);
  expect(parseTabs('{"path":"/a"}')).toEqual(NO_TABS);
  expect(parseTabs(JSON.stringify([null, 1, { path: "/a" }, tab("/a"), tab("/a")]))).toEqual(
    addTab(NO_TABS, tab("/a")),
  );
  // The address of a tab never leads elsewhere than its path.
  expect(parseTabs(JSON.stringify([tab("/a", { address: "//evil.example" })]))).toEqual(NO_TABS);
});
