import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knownTimeZone, parseInstant, writeInstant } from "./instants.ts";

describe("instants", () => {
  it("are written in the contract's form, in the zone asked for", () => {
    const at = new Date("2023-08-23T02:00:00Z");
    expect(writeInstant(at, "Asia/Shanghai")).toBe("2023/08/23 10:00:00 +0800");
    expect(writeInstant(at, "UTC")).toBe("2023/08/23 02:00:00 +0000");
    expect(writeInstant(at, "America/St_Johns")).toBe("2023/08/22 23:30:00 -0230");
  });

  it("are read back to the same second from what was written, in any zone", () => {
    const zones = ["UTC", "Asia/Kolkata", "Europe/Berlin", "America/St_Johns", "Pacific/Chatham"];
    const dates = fc.date({ min: new Date("1971-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(dates, fc.constantFrom(...zones), (date, zone) => {
        const seconds = Math.floor(date.getTime() / 1000) * 1000;
        expect(parseInstant(writeInstant(date, zone))?.getTime()).toBe(seconds);
      }),
    );
  });

  it("are read from ISO 8601 and the dashed form, and refused otherwise", () => {
    expect(parseInstant("2024-01-02 03:04:05 +0900")?.toISOString()).toBe("2024-01-01T18:04:05.000Z");
    expect(parseInstant("2024-01-02T03:04:05.678Z")?.toISOString()).toBe("2024-01-02T03:04:05.678Z");
    for (const bad of [
      "",
      "soon",
      "2024/13/01 00:00:00 +0000",
      "2024/01/01 25:00:00 +0000",
      "9".repeat(50),
      "12",
    ]) {
      expect(parseInstant(bad)).toBeNull();
    }
  });

  it("fall back to the server's zone when the named one is unknown", () => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(knownTimeZone("Asia/Tokyo")).toBe("Asia/Tokyo");
    for (const name of [undefined, "", "undefined", "Mars/Base", "x".repeat(100)])
      expect(knownTimeZone(name)).toBe(own);
  });
});
