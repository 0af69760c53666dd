import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FieldError } from "../../errors.ts";
import { text as messages } from "../../i18n/texts.ts";
import { instant } from "../query/filters.ts";
import type { ParseContext } from "./field.ts";
import { readKey } from "./relations.ts";
import { json } from "./scalars.ts";
import { text } from "./text.ts";

const label = messages.name;
const at = { mode: "create", before: null, input: {} } as unknown as ParseContext;

/** Texts that PostgreSQL, or UTF-8, has no place for. */
const unfit = fc
  .tuple(fc.string({ unit: "binary" }), fc.constantFrom("\0", "\ud800", "\udc00x"), fc.string())
  .map(
    ([before, wrong, after]) =>
      before.replace(/[\ud800-\udbff]$/, "") + wrong + after.replace(/^[\udc00-\udfff]/, ""),
  );

describe("a value that cannot be stored", () => {
  it("is refused by the field that holds text", () => {
    const parse = text({ label, trim: false }).parse;
    fc.assert(
      fc.property(unfit, (value) => {
        expect(() => parse?.(value, at)).toThrow(FieldError);
      }),
    );
  });

  it("is refused anywhere in a JSON value, also as a key", () => {
    const { parse } = json({ label });
    fc.assert(
      fc.property(unfit, (value) => {
        for (const whole of [value, [value], { a: [{ b: value }] }, { [value]: 1 }]) {
          expect(() => parse?.(whole, at)).toThrow(FieldError);
        }
      }),
    );
    const kept = { a: [{ b: "é😀", c: null }], d: 1.5 };
    expect(parse?.(kept, at)).toEqual(kept);
  });

  it("is too long by its characters, not by what they take", () => {
    const { parse } = text({ label, maxLength: 3, minLength: 2 });
    for (const fits of ["abc", "𠮷𠮷𠮷", "é😀", "𠮷a"]) expect(parse?.(fits, at)).toBe(fits);
    for (const wrong of ["abcd", "𠮷𠮷𠮷𠮷", "a", "😀"]) expect(() => parse?.(wrong, at)).toThrow(FieldError);
  });

  it("is no key of an integer column, however it is written", () => {
    for (const key of [2 ** 31, -(2 ** 31) - 1, 1e300, "9999999999", { id: 2 ** 40 }, { pk: "2147483648" }]) {
      expect(() => readKey(key, "integer")).toThrow(FieldError);
    }
    expect(readKey("2147483647", "integer")).toBe(2 ** 31 - 1);
  });

  it("is no instant of a filter", () => {
    const { condition } = instant("t.date", ">=");
    for (const value of ["-271821-04-20", "+275760-09-13", "x", "", "2026-01-01".repeat(20)]) {
      expect(condition(value, at.context)).toBeNull();
    }
    expect(condition("2026-01-01", at.context)).not.toBeNull();
  });
});
