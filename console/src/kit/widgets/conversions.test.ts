import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attributeFilterKind } from "../field-kinds/attribute-filter.tsx";
import { dateKind } from "../field-kinds/date.tsx";
import { fittingLabels, labelsKind, readLabels } from "../field-kinds/labels.tsx";
import { asPhone, phoneKind } from "../field-kinds/phone.tsx";
import { portOfAddress } from "../field-kinds/protocol-rows.ts";
import { asProtocols, protocolsKind } from "../field-kinds/protocols.tsx";
import { isAddress, isAddressEntry } from "./addresses.ts";
import { matchesOf, ruleInput, ruleParameter, withRule } from "./attribute-rules.ts";
import { CRON_FIELDS, formatPart, parsePart, splitCron } from "./cron-expression.ts";
import { clockTime, nextRuns, offsetName, offsetOf } from "./cron-runs.ts";
import { passwordRules, passwordStrength } from "./password-rules.ts";
import { addTags } from "./tag-input.tsx";
import { dayText, displayDay, paint, readPeriods, writePeriods } from "./time-periods.ts";

const field = { type: "field" };

describe("times of the week", () => {
  const week = fc.array(fc.array(fc.boolean(), { minLength: 48, maxLength: 48 }), {
    minLength: 7,
    maxLength: 7,
  });
  test("any grid survives the wire", () => {
    fc.assert(fc.property(week, (grid) => void expect(readPeriods(writePeriods(grid))).toEqual(grid)));
  });
  test("anything else can be read", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readPeriods(value)).toHaveLength(7);
      }),
    );
  });
  test("midnight at the end is 00:00, and days without times are left out", () => {
    const grid = paint(readPeriods([]), [6, 44], [6, 47], true);
    expect(writePeriods(grid)).toEqual([{ id: 6, value: "22:00~00:00" }]);
    expect(writePeriods(paint(grid, [6, 47], [6, 44], false))).toEqual([]);
  });
  test("a whole day is said as such", () => {
    expect(displayDay(dayText(Array.from({ length: 48 }, () => true)), "All day")).toBe("All day");
    expect(displayDay("00:00~24:00", "All day")).toBe("All day");
    expect(displayDay("00:00~08:00、22:00~00:00", "All day")).toBe("00:00–08:00, 22:00–00:00");
  });
});

describe("schedules", () => {
  test("every part survives being read and written", () => {
    const part = fc.constantFrom(...CRON_FIELDS).chain((unit) => {
      const number = fc.integer({ min: unit.from, max: unit.to });
      return fc.tuple(
        fc.constant(unit),
        fc.oneof(
          fc.constant({ mode: "every" as const }),
          fc
            .tuple(number, number)
            .map(([a, b]) => ({ mode: "range" as const, from: Math.min(a, b), to: Math.max(a, b) })),
          fc
            .integer({ min: 1, max: unit.to })
            .map((every) => ({ mode: "step" as const, from: unit.from, every })),
          fc
            .uniqueArray(number, { minLength: 1 })
            .map((values) => ({ mode: "list" as const, values: values.sort((a, b) => a - b) })),
        ),
      );
    });
    fc.assert(
      fc.property(
        part,
        ([unit, value]) => void expect(parsePart(formatPart(value, unit), unit)).toEqual(value),
      ),
    );
  });
  test("what the tabs cannot say stays as it is", () => {
    const [minute] = CRON_FIELDS;
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const part = parsePart(text, minute);
        if (part.mode === "text") expect(formatPart(part, minute)).toBe(text);
      }),
    );
    expect(splitCron(" 5  4 * ")).toEqual(["5", "4", "*", "*", "*"]);
  });
  test("the next five runs are those of the schedule's clock", () => {
    const runs = nextRuns("30 2 * * 1-5", 480, new Date("2026-01-02T00:00:00Z")) ?? [];
    expect(runs.map((run) => clockTime(run, 480))).toEqual([
      "2026/01/05 02:30",
      "2026/01/06 02:30",
      "2026/01/07 02:30",
      "2026/01/08 02:30",
      "2026/01/09 02:30",
    ]);
    expect(nextRuns("61 * * * *", 0)).toBeUndefined();
    expect(nextRuns("* * * *", 0)).toBeUndefined();
    expect(nextRuns("0 0 31 2 *", 0)).toEqual([]);
  });
  test("zones have names and are read from date-times", () => {
    expect([offsetName(480), offsetName(-210), offsetName(0)]).toEqual([
      "UTC+08:00",
      "UTC−03:30",
      "UTC+00:00",
    ]);
    expect([offsetOf("2026/01/01 10:00:00 -0330"), offsetOf("soon")]).toEqual([-210, undefined]);
  });
});

describe("addresses", () => {
  test("every address is one, and an entry", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        expect(isAddress(address)).toBe(true);
        expect(isAddressEntry(address)).toBe(true);
      }),
    );
  });
  test.each([
    "*",
    "10.0.0.0/8",
    "10.1.1.1-10.1.1.20",
    "192.168.",
    "192.168.1",
    "2001:db8::/32",
    "fe80::1-fe80::9",
  ])("%s is an entry", (entry) => expect(isAddressEntry(entry)).toBe(true));
  test.each(["", "nowhere", "256.1.1.1", "10.0.0.0/33", "10.0.0.1-", "1.2.3.4.5", "1::2::3", "10.0.0.1/8/8"])(
    "%s is none",
    (entry) => expect(isAddressEntry(entry)).toBe(false),
  );
});

describe("protocols", () => {
  test("an asset's are sent as name and port, a platform's with all the server takes", () => {
    const rows = [{ id: 1, name: "http", port: 80, primary: true, setting: { autofill: "no" } }];
    expect(protocolsKind.toWire?.(rows, field)).toEqual([{ name: "http", port: 80 }]);
    const children = {
      name: {},
      port: {},
      primary: {},
      required: {},
      setting: {},
      port_from_addr: { read_only: true },
    };
    const platform = { type: "field", child: { type: "nested object", children } } as never;
    expect(protocolsKind.toWire?.(rows, platform)).toEqual([
      { name: "http", port: 80, primary: true, required: false, setting: { autofill: "no" } },
    ]);
  });
  test("the port of an address is the one it names, else that of its scheme", () => {
    expect(
      ["https://a.b/x", "http://a", "http://a:81", "https://[::1]:9/", "", "a:99999"].map((address) =>
        portOfAddress(address, "k8s"),
      ),
    ).toEqual([443, 80, 81, 9, undefined, undefined]);
    expect(["http", "k8s"].map((protocol) => portOfAddress("intranet", protocol))).toEqual([80, 443]);
    fc.assert(fc.property(fc.string(), fc.string(), (text, protocol) => void portOfAddress(text, protocol)));
  });
  test("anything can be read", () => {
    fc.assert(fc.property(fc.anything(), (value) => void asProtocols(value)));
  });
});

test("of the labels at hand those fit that hold what is typed, the very one first", () => {
  const texts = ["env:prod", "env:production", "team:db", "Env:x"];
  expect(fittingLabels(texts, "")).toEqual(texts);
  expect(fittingLabels(texts, "team:db")).toEqual(["team:db"]);
  expect(fittingLabels(["env:production", "env:prod"], "env:prod")).toEqual(["env:prod", "env:production"]);
  expect(fittingLabels(texts, "x env")).toEqual(["Env:x"]);
  expect(fittingLabels(texts, "season:winter")).toEqual([]);
});

test("labels go back by key when they exist, by name and value when they are new", () => {
  const read = readLabels([{ id: "l1", name: "env", value: "prod" }]);
  expect(read).toEqual([{ value: "env:prod", id: "l1" }]);
  expect(labelsKind.toWire?.([...read, { value: "team:db:eu" }, { value: "nonsense" }], field)).toEqual([
    { pk: "l1" },
    { name: "team", value: "db:eu" },
  ]);
});

test("a telephone number is written as code and digits, an empty one as nothing", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{4,10}$/), fc.constantFrom("+86", "+1"), (phone, code) => {
      expect(phoneKind.toWire?.(asPhone({ code, phone: Number(phone) }), field)).toBe(`${code}${phone}`);
    }),
  );
  expect(phoneKind.toWire?.({ code: "+86", phone: " - " }, field)).toBe("");
});

test("a day stays the day it is", () => {
  expect(dateKind.toForm?.("2026/01/02", field)).toBe("2026-01-02");
  expect(dateKind.toForm?.("2026-01-02T23:00:00-11:00", field)).toBe("2026-01-02");
  expect(dateKind.toWire?.(undefined, field)).toBeNull();
});

describe("selections by attribute", () => {
  test("all, ids and rules survive the wire; anything can be read", () => {
    const ids = { type: "ids", ids: ["a", "b"] };
    expect(attributeFilterKind.toWire?.(attributeFilterKind.toForm?.(ids, field), field)).toEqual(ids);
    const attrs = [{ name: "name", match: "in", value: ["a"], rel: "and" }];
    expect(attributeFilterKind.toWire?.({ type: "attrs", attrs }, field)).toEqual({ type: "attrs", attrs });
    fc.assert(fc.property(fc.anything(), (value) => void attributeFilterKind.toForm?.(value, field)));
  });
  test("one rule an attribute; the later replaces the earlier in its place", () => {
    const rule = (name: string, value: string) => ({ name, match: "exact", value });
    expect(withRule([rule("a", "1"), rule("b", "2")], rule("a", "3"))).toEqual([
      rule("a", "3"),
      rule("b", "2"),
    ]);
  });
  test("the parameter is base64 of the selection, whatever the letters", () => {
    const filter = { type: "attrs" as const, attrs: [{ name: "name", match: "exact", value: "堡垒" }] };
    const bytes = Uint8Array.from(atob(ruleParameter(filter)), (letter) => letter.charCodeAt(0));
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(filter);
  });
  test("the value is entered as attribute and comparison ask for", () => {
    expect(matchesOf("address")).toContain("ip_in");
    expect([
      ruleInput("address", "ip_in"),
      ruleInput("text", "in"),
      ruleInput("related", "m2m"),
      ruleInput("number", "gte"),
    ]).toEqual(["addresses", "tags", "related", "number"]);
  });
});

test("tags have no duplicates and no blanks, however they are pasted", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.string(), (tags, typed) => {
      const next = addTags([...new Set(tags)], typed);
      expect(new Set(next).size).toBe(next.length);
    }),
  );
  expect(addTags(["a"], " b, a；c\n")).toEqual(["a", "b", "c"]);
});

describe("passwords", () => {
  const policy = {
    SECURITY_PASSWORD_MIN_LENGTH: 8,
    SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: 12,
    SECURITY_PASSWORD_UPPER_CASE: true,
    SECURITY_PASSWORD_SPECIAL_CHAR: true,
  };
  test("the rules in force are told, and which are kept", () => {
    const kept = (password: string, admin = false) =>
      passwordRules(password, policy, admin).map((rule) => [rule.name, rule.kept]);
    expect(kept("harbour9")).toEqual([
      ["length", true],
      ["upper", false],
      ["special", false],
    ]);
    expect(kept("Harbour-9")).toEqual([
      ["length", true],
      ["upper", true],
      ["special", true],
    ]);
    expect(kept("Harbour-9", true)[0]).toEqual(["length", false]);
  });
  test("repetition and sequences are weak, length and variety strong", () => {
    const strengths = ["", "aaaaaaaaaaaaaaaa", "12345678", "harbour9", "Harbour-4-Lantern!"].map(
      passwordStrength,
    );
    expect(strengths).toEqual([...strengths].sort((a, b) => a - b));
    expect([strengths[1], strengths.at(-1)]).toEqual([0, 4]);
  });
});
