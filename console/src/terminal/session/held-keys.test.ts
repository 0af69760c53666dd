import { describe, expect, it } from "vitest";
import { keySequence, NOTHING_HELD, withHeldKeys } from "./held-keys.ts";

const ctrl = { isCtrl: true, isAlt: false };
const alt = { isCtrl: false, isAlt: true };

describe("the row of keys", () => {
  it("makes control characters of letters, and of the others that have one", () => {
    expect(withHeldKeys("c", ctrl)).toBe("\x03");
    expect(withHeldKeys("C", ctrl)).toBe("\x03");
    expect(withHeldKeys("[", ctrl)).toBe("\x1b");
    expect(withHeldKeys(" ", ctrl)).toBe("\0");
    expect(withHeldKeys("?", ctrl)).toBe("\x7f");
    expect(withHeldKeys("-", ctrl)).toBe("\x1f");
    expect(withHeldKeys("1", ctrl)).toBe("1");
    expect(withHeldKeys("é", ctrl)).toBe("é");
  });

  it("puts an escape before what is typed with Alt, and both together", () => {
    expect(withHeldKeys("b", alt)).toBe("\x1bb");
    expect(withHeldKeys("b", { isCtrl: true, isAlt: true })).toBe("\x1b\x02");
  });

  it("gives the modifier to the first character of a word that a keyboard sends at once", () => {
    expect(withHeldKeys("cat", ctrl)).toBe("\x03at");
  });

  it("leaves alone what the terminal answers to a program", () => {
    expect(withHeldKeys("\x1b[?1;2c", ctrl)).toBeUndefined();
    expect(withHeldKeys("", ctrl)).toBeUndefined();
  });

  it("sends the arrows the program asked for, and says which modifiers were held", () => {
    expect(keySequence("up", NOTHING_HELD, false)).toBe("\x1b[A");
    expect(keySequence("up", NOTHING_HELD, true)).toBe("\x1bOA");
    expect(keySequence("right", ctrl, true)).toBe("\x1b[1;5C");
    expect(keySequence("left", alt, false)).toBe("\x1b[1;3D");
    expect(keySequence("escape", NOTHING_HELD, false)).toBe("\x1b");
    expect(keySequence("tab", alt, false)).toBe("\x1b\t");
  });
});
