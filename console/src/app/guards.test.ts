import { expect, test } from "vitest";
import { allows } from "../kit/permissions.ts";
import { judge, pathOfHash } from "./guards.ts";
import { REDIRECTS, ROUTES } from "./routes.ts";

const load = async () => ({ default: () => null });
const entry = { path: "/x", view: "console", title: "users", load } as const;
const session = (codes: string[], settings = {}) => ({ permissions: new Set(codes), settings });

test("a screen opens with its permission and is refused without it", () => {
  const guarded = { ...entry, permission: "users.view_user" };
  expect(judge(guarded, session(["users.view_user"]))).toBe("open");
  expect(judge(guarded, session([]))).toBe("forbidden");
});

test("a licensed screen and one behind a setting do not exist without them", () => {
  expect(judge({ ...entry, license: true }, session([]))).toBe("missing");
  expect(judge({ ...entry, license: true }, session([], { XPACK_LICENSE_IS_VALID: true }))).toBe("open");
  expect(judge({ ...entry, setting: "TICKETS_ENABLED" }, session([]))).toBe("missing");
  expect(judge({ ...entry, setting: "TICKETS_ENABLED" }, session([], { TICKETS_ENABLED: true }))).toBe(
    "open",
  );
});

test("all listed codes are needed, alternatives count as one", () => {
  expect(allows(new Set(["a", "b"]), ["a", "b|c"])).toBe(true);
  expect(allows(new Set(["a"]), ["a", "b|c"])).toBe(false);
  expect(allows(new Set(["c"]), "b|c")).toBe(true);
  expect(allows(new Set(), undefined)).toBe(true);
});

test("old addresses lead to the new ones; other hashes are left alone", () => {
  expect(pathOfHash("#/console/users?search=x")).toBe("/console/users?search=x");
  expect(pathOfHash("#content")).toBeUndefined();
  expect(pathOfHash("#//evil.example")).toBeUndefined();
});

test("the route table has no doubles, and its redirects and menu marks lead to screens", () => {
  const paths = ROUTES.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const target of Object.values(REDIRECTS)) expect(paths).toContain(target);
  for (const { activeMenu } of ROUTES) {
    if (activeMenu !== undefined) expect(ROUTES.find(({ path }) => path === activeMenu)?.menu).toBeDefined();
  }
});

test("screens of resources declare a permission", () => {
  const open = ROUTES.filter(({ permission }) => permission === undefined).map(({ path }) => path);
  expect(open).toEqual(["/console/dashboard", "/audit/dashboard", "/workbench/home", "/profile/info"]);
});
