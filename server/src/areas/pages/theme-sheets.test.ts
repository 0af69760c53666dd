import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { darkBySystem, tokenSheet } from "@sallyport/contract/look/style-sheet";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../../static");
const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".css"))
  .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);

test("there are style sheets of pages", () => {
  expect(sheets.map(([name]) => name).sort()).toContain(join("sign-in", "sign-in.css"));
});

test.each(sheets)(
  "%s takes its colours and variables from the design tokens, as the console does",
  (_, css) => {
    const known = new Set(tokenSheet(darkBySystem).match(/--[a-z-]+(?=:)/g));
    expect((css.match(/--[a-z-]+/g) ?? []).filter((name) => !known.has(name))).toEqual([]);
    expect(css.match(/#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/gi) ?? []).toEqual([]);
  },
);
