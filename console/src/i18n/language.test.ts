import { expect, test } from "vitest";
import en from "./en/index.ts";
import ja from "./ja/index.ts";
import { chooseLanguage } from "./language.ts";
import zh from "./zh/index.ts";

test.each([
  ["zh-hans", ["ja"], "zh"],
  ["en", ["ja"], "en"],
  [undefined, ["fr", "ja-JP", "en"], "ja"],
  ["xx", ["zh-CN"], "zh"],
  [undefined, ["fr"], "en"],
  [undefined, [], "en"],
] as const)("cookie %s and browser %j give %s", (cookie, browser, language) => {
  expect(chooseLanguage(cookie, browser)).toBe(language);
});

type Tree = { readonly [key: string]: string | Tree };

function placeholders(tree: Tree, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") {
      found.set(path + key, [...new Set(value.match(/\{\{\w+\}\}/g) ?? [])].sort().join());
    } else {
      for (const [inner, names] of placeholders(value, `${path}${key}.`)) found.set(inner, names);
    }
  }
  return found;
}

test.each([
  ["zh", zh],
  ["ja", ja],
])("%s fills in the same values as English", (_, catalogue) => {
  // The singular of English may leave the number out; other languages have no singular of their own.
  const english = [...placeholders(en as unknown as Tree)].filter(([key]) => !key.endsWith("_one"));
  const other = placeholders(catalogue as unknown as Tree);
  for (const [key, names] of english) expect([key, other.get(key)]).toEqual([key, names]);
});
