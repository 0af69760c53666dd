import { describe, expect, it } from "vitest";
import { type KeyPress, terminalShortcut } from "./shortcuts.ts";

const press = (code: string, keys: Partial<KeyPress> = {}): KeyPress => ({
  code,
  key: "",
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  metaKey: false,
  ...keys,
});

describe("terminal shortcuts", () => {
  it("takes Ctrl+Shift combinations", () => {
    const chord = { ctrlKey: true, shiftKey: true };
    expect(terminalShortcut(press("KeyF", chord), false)).toBe("find");
    expect(terminalShortcut(press("KeyV", chord), false)).toBe("paste");
    expect(terminalShortcut(press("Equal", chord), false)).toBe("bigger");
    expect(terminalShortcut(press("KeyX", chord), false)).toBeUndefined();
  });

  it("leaves every plain control key to the target", () => {
    for (const code of ["KeyC", "KeyV", "KeyF", "KeyZ", "Minus"]) {
      expect(terminalShortcut(press(code, { ctrlKey: true }), false)).toBeUndefined();
      expect(terminalShortcut(press(code, { ctrlKey: true }), true)).toBeUndefined();
      expect(
        terminalShortcut(press(code, { ctrlKey: true, shiftKey: true, altKey: true }), false),
      ).toBeUndefined();
    }
  });

  it("uses the command key on a Mac", () => {
    expect(terminalShortcut(press("KeyC", { metaKey: true }), true)).toBe("copy");
    expect(terminalShortcut(press("KeyC", { metaKey: true }), false)).toBeUndefined();
  });
});
