import { expect, test } from "vitest";
import { allows } from "../kit/permissions.ts";
import { judge, pathOfHash } from "./guards.ts";

const load = async () => ({ default: () => null });
const entry = { path: "/x", name: "XList", view: "console", title: "users", load } as const;
const session = (codes: string[], settings = {}) => ({ permissions: new Set(codes), settings });

test("a screen opens with its permission and is refused without it", () => {
  const guarded = { ...entry, permission: "users.view_user" };
  expect(judge(guarded, session(["users.view_user"]))).toBe("open");
  expect(judge(guarded, session([]))).toBe("forbidden");
});

test("a screen behind a setting does not exist without it; one behind a license says so", () => {
  expect(judge({ ...entry, license: true }, session([]))).toBe("unlicensed");
  expect(judge({ ...entry, license: true }, session([], { XPACK_LICENSE_IS_VALID: true }))).toBe("open");
  expect(judge({ ...entry, setting: "TICKETS_ENABLED" }, session([]))).toBe("missing");
  expect(judge({ ...entry, setting: "TICKETS_ENABLED" }, session([], { TICKETS_ENABLED: true }))).toBe(
    "open",
  );
});

test("what is switched off comes first, then the permission, then the license", () => {
  const guarded = { ...entry, permission: "a", license: true, setting: "ON" };
  expect(judge(guarded, session([]))).toBe("missing");
  expect(judge(guarded, session([], { ON: true }))).toBe("forbidden");
  expect(judge(guarded, session(["a"], { ON: true }))).toBe("unlicensed");
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
