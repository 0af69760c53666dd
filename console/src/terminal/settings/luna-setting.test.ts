import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clampFontSize,
  DEFAULT_TERMINAL_SETTING,
  parseTerminalSetting,
  serializeTerminalSetting,
  type TerminalSetting,
} from "./luna-setting.ts";

describe("LunaSetting", () => {
  it("falls back to the defaults on nothing, broken text and foreign shapes", () => {
    for (const text of [null, "", "{", "[]", "null", '"x"', "12"]) {
      expect(parseTerminalSetting(text)).toEqual(DEFAULT_TERMINAL_SETTING);
    }
  });

  it("reads the contract's string flags and real booleans alike", () => {
    expect(parseTerminalSetting('{"quickPaste":"1","backspaceAsCtrlH":true}')).toMatchObject({
      quickPaste: true,
      backspaceAsCtrlH: true,
    });
    expect(parseTerminalSetting('{"quickPaste":"0","backspaceAsCtrlH":"false"}')).toMatchObject({
      quickPaste: false,
      backspaceAsCtrlH: false,
    });
  });

  it("keeps the font size between 5 and 60", () => {
    expect(clampFontSize(4)).toBe(5);
    expect(clampFontSize("61")).toBe(60);
    expect(clampFontSize(13.6)).toBe(14);
    expect(clampFontSize("large")).toBe(14);
    expect(clampFontSize(Number.NaN)).toBe(14);
  });

  it("keeps foreign keys when it stores", () => {
    const text = serializeTerminalSetting(DEFAULT_TERMINAL_SETTING, '{"rdpResolution":"Auto","fontSize":99}');
    expect(JSON.parse(text)).toMatchObject({ rdpResolution: "Auto", fontSize: 14, quickPaste: "0" });
  });

  it("reads back whatever it stored", () => {
    const setting = fc.record<TerminalSetting>({
      fontSize: fc.integer({ min: 5, max: 60 }),
      quickPaste: fc.boolean(),
      backspaceAsCtrlH: fc.boolean(),
    });
    fc.assert(
      fc.property(setting, fc.option(fc.json(), { nil: null }), (value, previous) => {
        expect(parseTerminalSetting(serializeTerminalSetting(value, previous))).toEqual(value);
      }),
    );
  });
});
