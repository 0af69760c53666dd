import { describe, expect, it } from "vitest";
import { expressionProblem } from "./expressions.ts";

describe("expressions that people write", () => {
  it("may be all that runs in linear time", () => {
    for (const source of ["", "reboot", "^rm\\s+-rf?\\b", "[^](]{1,5}x", "(a|b){3,}", "\\p{Han}+"]) {
      expect([source, expressionProblem(source)]).toEqual([source, null]);
    }
  });

  it("are refused with the reason where they could not be searched for", () => {
    for (const source of ["(", "a)", "[a", "(?=root)", "(?<!x)y", "(a)\\1", "a**", "a{1001}", "\\"]) {
      expect([source, expressionProblem(source)?.key]).toEqual([source, "engine.invalidExpression"]);
    }
  });

  it("are refused before they are compiled where repetitions add up", () => {
    const large = [
      "(?:a{1,1000})".repeat(300),
      `(${"a".repeat(1000)}){1000}`,
      "((a{100}){10}b{30}){9}".repeat(20),
      "a".repeat(10_001),
    ];
    const started = performance.now();
    for (const source of large) expect(expressionProblem(source)?.key).toBe("engine.expressionTooLarge");
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
