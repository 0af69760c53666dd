import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { settle } from "./dependencies.ts";
import {
  buildTree,
  checkState,
  countChecked,
  matchingNodes,
  type PermissionTree,
  type ServerNode,
} from "./permission-nodes.ts";
import { sampleTree } from "./testing/sample-tree.ts";
import { treeMove } from "./tree-keys.ts";

const tree = buildTree(sampleTree);
const id = (code: string): string => tree.byTitle.get(code)?.id ?? `no ${code}`;
const ids = (...codes: string[]) => new Set(codes.map(id));
const codes = (found: Iterable<string>) => [...found].map((one) => tree.byId.get(one)?.title).sort();

describe("the tree", () => {
  test("takes the counts off the names, and counts itself", () => {
    const users = tree.byTitle.get("users.user");
    expect(users?.label).toBe("User");
    expect(users?.leaves).toHaveLength(4);
    expect(countChecked(users ?? (tree.roots[0] as never), ids("users.view_user"))).toBe(1);
    expect([0, 1, 4].map((count) => checkState(count, 4))).toEqual(["none", "some", "all"]);
  });
  test("nodes whose parent is missing are still there", () => {
    const orphan: ServerNode = { id: "9", pId: "gone", name: "Lost(0/1)", title: "a.b_c", checked: false };
    expect(buildTree([orphan]).roots.map(({ label }) => label)).toEqual(["Lost"]);
  });
  test("a search finds names and codes, everything below a group, and the way there", () => {
    const shown = matchingNodes(tree, "PLATFORM view", undefined);
    expect(codes(shown ?? [])).toEqual([
      "$ROOT$",
      "assets",
      "assets.platform",
      "assets.view_platform",
      "view_console",
    ]);
    expect(matchingNodes(tree, "usergroup nothing", undefined)?.size).toBe(0);
    expect(matchingNodes(tree, "  ", undefined)).toBeUndefined();
    expect(codes(matchingNodes(tree, "", ids("users.view_user")) ?? [])).toContain("users.view_user");
    expect(codes(matchingNodes(tree, "", ids("users.view_user")) ?? [])).not.toContain("users.add_user");
  });
});

describe("what belongs together", () => {
  const change = (before: Set<string>, wanted: Set<string>) => settle(tree, before, wanted);

  test("doing something needs looking at it, but naming things does not", () => {
    expect(codes(change(new Set(), ids("users.delete_user")).checked)).toEqual([
      "rbac.view_console",
      "users.delete_user",
      "users.view_user",
    ]);
    expect(codes(change(new Set(), ids("users.match_user")).checked)).not.toContain("users.view_user");
  });
  test("without looking at it, everything else about it goes", () => {
    const before = ids("users.view_user", "users.delete_user", "users.match_user", "rbac.view_console");
    const wanted = ids("users.delete_user", "users.match_user", "rbac.view_console");
    expect(codes(change(before, wanted).checked)).toEqual(["rbac.view_console", "users.match_user"]);
  });
  test("what others need comes along, however long the chain, and is told", () => {
    const { added } = change(new Set(), ids("accounts.view_account"));
    expect(codes(added)).toEqual([
      "assets.view_asset",
      "assets.view_node",
      "assets.view_platform",
      "rbac.view_console",
    ]);
  });
  test("what is still needed cannot be taken away", () => {
    const before = ids("assets.view_asset", "assets.view_platform", "rbac.view_console");
    const { checked, added } = change(before, ids("assets.view_asset", "rbac.view_console"));
    expect(codes(checked)).toContain("assets.view_platform");
    expect(codes(added)).toEqual(["assets.view_platform"]);
  });
  test("settling is at rest: a second time changes nothing", () => {
    const leaves = tree.roots.flatMap(({ leaves: all }) => all);
    fc.assert(
      fc.property(fc.subarray(leaves), fc.subarray(leaves), (before, wanted) => {
        const start = settle(tree, new Set(), new Set(before)).checked;
        const once = settle(tree, start, new Set(wanted)).checked;
        const twice = settle(tree, once, once);
        expect(codes(twice.checked)).toEqual(codes(once));
        expect(twice.added).toEqual([]);
      }),
    );
  });
});

describe("keys", () => {
  const look = (open: readonly string[]) => ({
    isOpen: ({ id: one }: { id: string }) => open.includes(one),
    isShown: () => true,
  });
  const move = (key: string, at: string, open: readonly string[] = ["$ROOT$"]): ReturnType<typeof treeMove> =>
    treeMove(key, at, tree as PermissionTree, look(open));

  test("walk what is in sight, fold and unfold, and check", () => {
    expect(move("ArrowDown", "$ROOT$")).toEqual({ kind: "focus", id: "view_console" });
    expect(move("ArrowUp", "$ROOT$")).toBeUndefined();
    expect(move("ArrowRight", "view_console")).toMatchObject({ kind: "fold", open: true });
    expect(move("ArrowLeft", "view_console")).toEqual({ kind: "focus", id: "$ROOT$" });
    expect(move("ArrowLeft", "$ROOT$")).toMatchObject({ kind: "fold", open: false });
    expect(move("End", "$ROOT$")).toEqual({ kind: "focus", id: "view_console" });
    expect(move(" ", id("users.view_user"))).toMatchObject({ kind: "toggle" });
    expect(move("x", "$ROOT$")).toBeUndefined();
  });
});
