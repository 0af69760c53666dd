import { describe, expect, test } from "vitest";
import { durationParts, exactInstant, formatDate, parseDate } from "./dates.ts";
import { formErrors } from "./form-errors.ts";
import { kindOf } from "./kind-of.ts";
import { plainValue, valueText } from "./value-text.ts";

test.each([
  ["comment", { type: "string" }, "text-area"],
  ["phone", { type: "string" }, "phone"],
  ["secret", { type: "string", write_only: true }, "secret"],
  ["source", { type: "labeled_choice" }, "choice"],
  ["users", { type: "m2m_related_field" }, "related-many"],
  ["protocols", { type: "field", child: { type: "nested object" } }, "protocols"],
  ["anything", { type: "unheard of" }, "string"],
] as const)("the field %s is a %s", (name, field, kind) => {
  expect(kindOf(name, field)).toBe(kind);
});

test("values of every shape become text", () => {
  expect(valueText({ value: "local", label: "Local" })).toBe("Local");
  expect(
    valueText([
      { id: "1", name: "a" },
      { id: "2", display_name: "B", name: "b" },
    ]),
  ).toBe("a, B");
  expect(valueText(null)).toBe("");
  expect(valueText(0)).toBe("0");
});

test("plain values are found behind choices and relations", () => {
  expect(plainValue({ value: false, label: "No" })).toBe(false);
  expect(plainValue({ id: 3, name: "Linux" })).toBe(3);
  expect(plainValue("x")).toBe("x");
});

describe("dates", () => {
  test("the API's format and ISO name the same instant", () => {
    const expected = "2023-08-23T02:00:00.000Z";
    expect(parseDate("2023/08/23 10:00:00 +0800")?.toISOString()).toBe(expected);
    expect(parseDate("2023-08-23T02:00:00Z")?.toISOString()).toBe(expected);
    expect(exactInstant("2023/08/23 10:00:00 +0800")).toContain(expected);
  });
  test("what is no date is empty", () => {
    for (const value of ["", "soon", null, undefined]) expect(formatDate(value)).toBe("");
  });
  test("durations are split, never negative", () => {
    expect(durationParts(93_784_000)).toEqual({ days: 1, hours: 2, minutes: 3, seconds: 4 });
    expect(durationParts(-1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });
});

describe("formErrors", () => {
  test("messages go to their fields, the rest to the form with the field's label", () => {
    const body = {
      name: ["taken"],
      password: ["short", "weak"],
      hidden: ["bad"],
      non_field_errors: ["no"],
      code: "x",
    };
    expect(formErrors(body, ["name", "password"], [], () => "Hidden field")).toEqual({
      fields: [
        { path: ["name"], messages: ["taken"] },
        { path: ["password"], messages: ["short", "weak"] },
      ],
      form: ["Hidden field: bad", "no"],
    });
  });
  test("nested and row errors are flattened onto their field", () => {
    const body = { accounts: [{}, { secret: ["invalid"] }], protocols: { port: ["too big"] } };
    expect(formErrors(body, ["accounts", "protocols"]).fields).toEqual([
      { path: ["accounts"], messages: ["invalid"] },
      { path: ["protocols"], messages: ["too big"] },
    ]);
    expect(formErrors({ info: { cpu: ["x"] } }, ["info"], ["info"]).fields).toEqual([
      { path: ["info", "cpu"], messages: ["x"] },
    ]);
  });
  test("plain answers belong to the form", () => {
    expect(formErrors({ detail: "gone", code: "z" }, []).form).toEqual(["gone"]);
    expect(formErrors(["a", "b"], []).form).toEqual(["a; b"]);
    expect(formErrors("<html>", []).form).toEqual([]);
  });
});
