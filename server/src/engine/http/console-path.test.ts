import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { consolePath } from "./console-path.ts";

it("leads to a page of the console in the form every client follows", () => {
  expect(consolePath("/profile/setting?activeTab=SSHUpdate")).toBe(
    "/ui/#/profile/setting?activeTab=SSHUpdate",
  );
});

it("is what the server makes links to the console with", () => {
  const folder = join(import.meta.dirname, "../..");
  // Files below `/ui/` and its start page are no pages of the console.
  const written = /["'`]\/ui\/(?!theme\/|assets["'`/])[a-z]/;
  const others = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|^(testing|demo)\//.test(file))
    .filter((file) => written.test(readFileSync(join(folder, file), "utf8")));
  expect(others).toEqual([]);
});
