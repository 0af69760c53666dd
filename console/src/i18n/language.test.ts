import { expect, test } from "vitest";
import { chooseLanguage } from "./language.ts";
import { ENGLISH as en, together } from "./testing/english.ts";

test.each([
  [["zh-hans"], ["ja"], "zh"],
  [["en", "ja"], ["zh"], "en"],
  [[undefined, "ja"], ["zh"], "ja"],
  [["xx", "zh"], ["ja"], "zh"],
  [[undefined, undefined], ["fr", "ja-JP", "en"], "ja"],
  [["xx", "yy"], ["zh-CN"], "zh"],
  [[], ["fr"], "en"],
  [[], [], "en"],
] as const)("cookies %j and browser %j give %s", (cookies, browser, language) => {
  expect(chooseLanguage(cookies, browser)).toBe(language);
});

const ja = together(import.meta.glob<object>("../**/texts/ja.ts", { eager: true }));
const zh = together(import.meta.glob<object>("../**/texts/zh.ts", { eager: true }));

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
  const english = [...placeholders(en)].filter(([key]) => !key.endsWith("_one"));
  const other = placeholders(catalogue);
  for (const [key, names] of english) expect([key, other.get(key)]).toEqual([key, names]);
});
