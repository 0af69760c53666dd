import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { toYaml } from "./yaml.ts";

describe("YAML", () => {
  it("says what the value says, whatever it holds", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        // An own key of that name would set the prototype of what the reader makes.
        fc.pre(!JSON.stringify(value).includes("__proto__"));
        expect(parse(toYaml(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(parse(toYaml({ yes: "no", "1": "1", "a: b": ["- x", { y: [] }, [[1]]] }))).toEqual({
      yes: "no",
      "1": "1",
      "a: b": ["- x", { y: [] }, [[1]]],
    });
  });
});
