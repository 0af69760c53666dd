import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { colorsOf } from "@sallyport/contract/look/colors";
import { tokenSheet, variableOf } from "@sallyport/contract/look/style-sheet";
import { TEXT_PAIRS } from "@sallyport/contract/look/testing/pairs";
import { SPACE } from "@sallyport/contract/look/tokens";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The colours programs draw with in a terminal are a palette of their own. */
const OWN_PALETTES = /^terminal\/(session|replay)\//;

const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(css|tsx?)$/.test(path) && !/\.test\.|^gallery\/|kit\/look\/(tokens|fonts)/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8").replace(/\/\*[\s\S]*?\*\//g, "") }));
const sheets = files.filter(({ path }) => path.endsWith(".css"));

/** Each place where a pattern is found, as `file: text`. */
function found(where: typeof files, pattern: RegExp): string[] {
  return where.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([match]) => `${relative(".", path)}: ${match.trim()}`),
  );
}

test("colours are tokens", () => {
  const others = files.filter(({ path }) => !OWN_PALETTES.test(path));
  expect(
    found(others, /["\s(:]#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?=["\s;,)])|\b(rgb|hsl)a?\(.*/gi),
  ).toEqual([]);
});

test("sizes of type, corners and shadows are tokens", () => {
  expect(found(sheets, /font-size:\s*[\d.]+(px|r?em).*/g)).toEqual([]);
  expect(found(sheets, /border-radius:\s*[1-9][\d.]*px.*/g)).toEqual([]);
  expect(found(sheets, /font-family:(?!\s*(var\(--font-(text|mono)\)|inherit)).*/g)).toEqual([]);
});

/** Longer ones make room for something of that size, and are of no scale. */
const LONGEST = Math.max(...SPACE);

test("distances are of the scale", () => {
  const scale = new Set<number>(SPACE);
  const distances = /(?<![\w-])(?:margin|padding|gap|(?:row|column)-gap)(?:-[a-z-]+)?:\s*([^;]+)/g;
  const other = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(distances)].flatMap(([declaration, value = ""]) =>
      [...value.matchAll(/(\d+(?:\.\d+)?)px/g)]
        .filter(([, pixels]) => Number(pixels) <= LONGEST && !scale.has(Number(pixels)))
        .map(() => `${path}: ${declaration}`),
    ),
  );
  expect(other).toEqual([]);
});

test("every variable that is used exists", () => {
  const sets = [tokenSheet(), ...files.map(({ text }) => text)].flatMap((text) =>
    [...text.matchAll(/["'](--[a-z0-9-]+)["']|(--[a-z0-9-]+)\s*:/g)].map(
      ([, quoted, name]) => quoted ?? name,
    ),
  );
  const known = new Set(sets);
  const missing = found(sheets, /var\(--[a-z0-9-]+/g).filter((use) => !known.has(use.split("var(")[1]));
  expect(missing).toEqual([]);
});

/** A text and its ground that are set together are a pair whose contrast is tested. */
test("texts stand on grounds they are tested on", () => {
  const names = new Map(Object.keys(colorsOf(false)).map((name) => [variableOf(name as "text"), name]));
  const tested = new Set(
    TEXT_PAIRS.flatMap(([text, grounds]) => grounds.map((ground) => `${text} on ${ground}`)),
  );
  const token = (rule: string, property: string) =>
    names.get(new RegExp(`(?<![\\w-])${property}:\\s*var\\((--[a-z-]+)\\)`).exec(rule)?.[1] ?? "");
  const used = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([, rule = ""]) => {
      const [front, ground] = [token(rule, "color"), token(rule, "background(?:-color)?")];
      return front === undefined || ground === undefined ? [] : [{ path, pair: `${front} on ${ground}` }];
    }),
  );
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter(({ pair }) => !tested.has(pair))).toEqual([]);
});
