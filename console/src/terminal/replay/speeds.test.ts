import { describe, expect, it } from "vitest";
import { SPEEDS, stepSpeed } from "./speeds.ts";

describe("replay speeds", () => {
  it("steps through all of them and stops at both ends", () => {
    let speed = 0.5;
    const seen = [speed];
    for (let step = 0; step < 20; step += 1) {
      speed = stepSpeed(speed, 1);
      if (seen.at(-1) !== speed) seen.push(speed);
    }
    expect(seen).toEqual([...SPEEDS]);
    expect(stepSpeed(8, 1)).toBe(8);
    expect(stepSpeed(0.5, -1)).toBe(0.5);
    expect(stepSpeed(2, -1)).toBe(1.5);
  });
});
