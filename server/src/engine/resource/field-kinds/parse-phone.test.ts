import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePhone } from "./parse-phone.ts";

describe("parsePhone", () => {
  it("splits calling code and number", () => {
    expect(parsePhone("13800138000", "+86")).toEqual({ code: "+86", national: "13800138000" });
    expect(parsePhone("+86 138-0013-8000", "+81")).toEqual({ code: "+86", national: "13800138000" });
    expect(parsePhone("+1 (415) 555-0100", "+86")).toEqual({ code: "+1", national: "4155550100" });
    expect(parsePhone("0033612345678", "+86")).toEqual({ code: "+33", national: "612345678" });
    expect(parsePhone("+85291234567", "+86")).toEqual({ code: "+852", national: "91234567" });
  });

  it("leaves out the zero that is dialled inside a country alone", () => {
    expect(parsePhone("090-1234-5678", "+81")).toEqual({ code: "+81", national: "9012345678" });
    expect(parsePhone("+39 06 1234 567", "+86")).toEqual({ code: "+39", national: "061234567" });
  });

  it("refuses what is none", () => {
    for (const wrong of [
      "",
      "12",
      "abc",
      "+",
      "+99912345678",
      "+3361234567",
      "+86 1",
      "138001380001380013800",
      "1 2; drop table",
    ]) {
      expect(parsePhone(wrong, "+86")).toBeNull();
    }
  });

  it("answers only what the table's check accepts", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\+?[0-9 ()-]{0,22}$/)), (input) => {
        const parsed = parsePhone(input, "+86");
        return parsed === null || /^\+\d{1,4} \d{4,15}$/.test(`${parsed.code} ${parsed.national}`);
      }),
      { numRuns: 2000 },
    );
  });
});
