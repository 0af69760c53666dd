import { expect, test } from "vitest";
import { entryScript, isLoadingFailure } from "./new-build.ts";

test("the entry script names the build", () => {
  const page = (name: string) => `<script type="module" crossorigin src="/ui/assets/${name}.js" nonce="x">`;
  expect(entryScript(page("index-D5CGX4D_"))).toBe("/ui/assets/index-D5CGX4D_.js");
  expect(entryScript(page("luna-abc"))).toBeUndefined();
  expect(entryScript("<h1>Bad gateway</h1>")).toBeUndefined();
});

test.each([
  "Failed to fetch dynamically imported module: https://gate/ui/assets/user-list-x.js",
  "error loading dynamically imported module: https://gate/ui/assets/user-list-x.js",
  "Importing a module script failed.",
  "Unable to preload CSS for /ui/assets/list-x.css",
])("%s: the code of a screen did not load", (message) => {
  expect(isLoadingFailure(new TypeError(message))).toBe(true);
});

test("an error in a screen is not a failure to load it", () => {
  expect(isLoadingFailure(new TypeError("x is not a function"))).toBe(false);
  expect(isLoadingFailure("Failed to fetch dynamically imported module")).toBe(false);
});
