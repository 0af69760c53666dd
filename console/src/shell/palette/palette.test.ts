import { describe, expect, test } from "vitest";
import { isPaletteShortcut, matchingPages, nextActive } from "./palette-items.ts";
import { parseRecent, withRecent } from "./recent-pages.ts";

const page = (title: string, path: string, section = "Console") => ({ title, path, section });
const PAGES = [
  page("Users", "/console/users"),
  page("User groups", "/console/groups"),
  page("My assets", "/workbench/assets", "Workbench"),
  page("Assets", "/console/assets/assets"),
];
const titles = (typed: string) => matchingPages(PAGES, typed, 8).map(({ title }) => title);

describe("pages that fit", () => {
  test("nothing typed: all, in order", () => expect(titles(" ")).toEqual(PAGES.map(({ title }) => title)));
  test("the beginning of a title goes before a later word", () =>
    expect(titles("ass")).toEqual(["Assets", "My assets"]));
  test("words may be of the title, the section and the path", () =>
    expect(titles("assets workbench")).toEqual(["My assets"]));
  test("nothing fits", () => expect(titles("zzz")).toEqual([]));
  test("a path stands once, and no more than asked for", () => {
    expect(matchingPages([...PAGES, ...PAGES], "", 3)).toHaveLength(3);
    expect(matchingPages([...PAGES, ...PAGES], "", 20)).toHaveLength(4);
  });
  test("other scripts", () => {
    expect(matchingPages([page("用户组", "/console/groups")], "组", 8)).toHaveLength(1);
    expect(matchingPages([page("用户组", "/console/groups")], "groups", 8)).toHaveLength(1);
  });
});

describe("the marked option", () => {
  test("goes around the ends", () => {
    expect(nextActive(2, 3, "ArrowDown")).toBe(0);
    expect(nextActive(0, 3, "ArrowUp")).toBe(2);
  });
  test("a page stops at the ends", () => {
    expect(nextActive(1, 3, "PageDown")).toBe(2);
    expect(nextActive(1, 3, "PageUp")).toBe(0);
  });
  test("without options", () => expect(nextActive(4, 0, "ArrowDown")).toBe(0));
  test("stays inside when the list got shorter", () => expect(nextActive(7, 3, "a")).toBe(2));
});

test("the shortcut is the system's own", () => {
  const keys = { key: "k", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(isPaletteShortcut({ ...keys, ctrlKey: true }, false)).toBe(true);
  expect(isPaletteShortcut({ ...keys, metaKey: true }, true)).toBe(true);
  expect(isPaletteShortcut({ ...keys, ctrlKey: true }, true)).toBe(false);
  expect(isPaletteShortcut({ ...keys, ctrlKey: true, shiftKey: true }, false)).toBe(false);
  expect(isPaletteShortcut(keys, false)).toBe(false);
});

describe("recent pages", () => {
  test("newest first, each path once with its latest title", () => {
    const first = withRecent([], { path: "/a", title: "A" });
    const second = withRecent(first, { path: "/b", title: "B" });
    expect(withRecent(second, { path: "/a", title: "A: one" })).toEqual([
      { path: "/a", title: "A: one" },
      { path: "/b", title: "B" },
    ]);
  });
  test("at most twelve", () => {
    let pages: ReturnType<typeof withRecent> = [];
    for (let index = 0; index < 30; index += 1) pages = withRecent(pages, { path: `/${index}`, title: "x" });
    expect(pages).toHaveLength(12);
    expect(pages[0]?.path).toBe("/29");
  });
  test.each([null, "", "{", "7", "null", '{"path":"/a"}', '[null,7,{"path":"x","title":"y"},{"path":"/a"}]'])(
    "%j holds no pages",
    (text) => expect(parseRecent(text)).toEqual([]),
  );
});
