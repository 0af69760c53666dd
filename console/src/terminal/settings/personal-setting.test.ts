// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import {
  DEFAULT_PERSONAL_SETTING,
  fontFamily,
  getPersonalSetting,
  parsePersonalSetting,
  updatePersonalSetting,
} from "./personal-setting.ts";

describe("what a person chose for terminals", () => {
  it("begins with dark terminals, and falls back one by one on what is broken", () => {
    expect(DEFAULT_PERSONAL_SETTING.colors).toBe("dark");
    for (const text of [
      null,
      "",
      "{",
      "[]",
      "null",
      '"x"',
      '{"colors":"pink","font":"toString","isKeyRowShown":1}',
    ]) {
      expect(parsePersonalSetting(text)).toEqual(DEFAULT_PERSONAL_SETTING);
    }
    expect(parsePersonalSetting('{"colors":"light","font":"comic"}')).toEqual({
      ...DEFAULT_PERSONAL_SETTING,
      colors: "light",
    });
  });

  it("is each person's own on a browser they share, and stays", () => {
    updatePersonalSetting("ann", { colors: "light", areHintsDismissed: true });
    expect(getPersonalSetting("ann")).toMatchObject({ colors: "light", areHintsDismissed: true });
    expect(getPersonalSetting("bob")).toEqual(DEFAULT_PERSONAL_SETTING);
    expect(parsePersonalSetting(localStorage.getItem("sallyport_terminal_ann"))).toEqual(
      getPersonalSetting("ann"),
    );
  });

  it("puts the chosen font first and one that is always there last", () => {
    expect(fontFamily("consolas")).toMatch(/^"Consolas", .*, monospace$/);
    expect(fontFamily("system")).toMatch(/, monospace$/);
    expect(fontFamily("menlo").match(/"Menlo"/g)).toHaveLength(1);
  });
});
