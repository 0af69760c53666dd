import { expect, test } from "vitest";
import type { AttributeFilter, FilterSubject } from "../../engine/attribute-filter/index.ts";
import { rememberAnswers } from "./known-answers.ts";

interface Facts {
  readonly id: string;
  readonly name: string;
}

let asked = 0;
const subject = {
  table: "things",
  visible: () => null as never,
  idOf: ({ id }: Facts) => {
    asked += 1;
    return id;
  },
  attributes: {},
} as unknown as FilterSubject<Facts>;

const one = "00000000-0000-4000-8000-000000000001";
const other = "00000000-0000-4000-8000-000000000002";
const filterOf = (...ids: string[]): AttributeFilter => ({ type: "ids", ids });

test("what was answered of an object is not asked again, and anything new about it is", () => {
  asked = 0;
  const about = rememberAnswers(subject, 2);
  const filter = filterOf(one);
  expect([about({ id: one, name: "a" })(filter), about({ id: one, name: "a" })(filter)]).toEqual([
    true,
    true,
  ]);
  expect(asked).toBe(1);
  expect(about({ id: one, name: "b" })(filter)).toBe(true);
  expect(asked).toBe(2);
  // Another filter that says the same is another one: rules are read anew after each change.
  expect(about({ id: one, name: "a" })(filterOf(one))).toBe(true);
  expect(asked).toBe(3);
});

test("only so many objects are remembered, those asked about last", () => {
  asked = 0;
  const about = rememberAnswers(subject, 2);
  const filter = filterOf(one);
  for (const name of ["a", "b", "a", "c"]) about({ id: other, name })(filter);
  expect(asked).toBe(3);
  expect(about({ id: other, name: "a" })(filter)).toBe(false);
  expect(asked).toBe(3);
  about({ id: other, name: "b" })(filter);
  expect(asked).toBe(4);
});
