import { describe, expect, it } from "vitest";
import { compileRules, firstFitting, type MatchedRule } from "./matcher.ts";
import { hoursOf, momentOf, type TimePeriod } from "./time-periods.ts";

interface Given {
  readonly name?: string;
  readonly priority?: number;
  readonly action: MatchedRule["action"];
  readonly from?: readonly string[];
  readonly when?: readonly TimePeriod[];
  readonly reviewers?: readonly string[];
}

const ruleOf = ({
  name = "rule",
  priority = 50,
  action,
  from = ["*"],
  when = [],
  reviewers = [],
}: Given) => ({
  id: `${name}-${priority}`,
  name,
  priority,
  action,
  reviewers,
  rules: { ip_group: from, time_period: when },
});

/** The value on Monday, nothing on the other days. */
const onMonday = (value: string): readonly TimePeriod[] =>
  [0, 1, 2, 3, 4, 5, 6].map((id) => ({ id, value: id === 1 ? value : "" }));

const zone = "Asia/Shanghai";
const monday = (time: string) => new Date(`2023-09-04T${time}:30+08:00`);
const tuesday = (time: string) => new Date(`2023-09-05T${time}:30+08:00`);

/** What the rules come to: the action of the one that decides, `allow` where none does. */
function decide(
  given: readonly Given[],
  { from = "203.0.113.7", at = monday("12:00"), isHighestFirst = false } = {},
): string {
  const rules = compileRules(given.map(ruleOf), { isHighestFirst });
  const occasion = { remoteAddress: from, moment: momentOf(at, zone) };
  const decisive = firstFitting(rules, occasion, () => true);
  return decisive === null || decisive.action === "accept" ? "allow" : decisive.action;
}

describe("the rules about signing in and connecting", () => {
  it("L1, L2, L10: no rule allows; one without conditions always fits, also with an empty list of addresses", () => {
    expect(decide([])).toBe("allow");
    expect(decide([{ action: "reject" }])).toBe("reject");
    expect(decide([{ action: "reject", from: [] }])).toBe("reject");
  });

  it("L3–L5: the first one decides, by the priority, then by the name", () => {
    const inside: readonly Given[] = [
      { name: "office", priority: 10, action: "accept", from: ["10.0.0.0/8"] },
      { priority: 50, action: "reject" },
    ];
    expect([decide(inside, { from: "10.1.1.1" }), decide(inside, { from: "8.8.8.8" })]).toEqual([
      "allow",
      "reject",
    ]);
    const opposed: readonly Given[] = [
      { priority: 90, action: "accept" },
      { priority: 10, action: "reject" },
    ];
    expect(decide(opposed)).toBe("reject");
    expect(decide(opposed, { isHighestFirst: true })).toBe("allow");
    const named: readonly Given[] = [
      { name: "b", action: "reject" },
      { name: "a", action: "accept" },
    ];
    expect([decide(named), decide(named, { isHighestFirst: true })]).toEqual(["allow", "allow"]);
  });

  it.each([
    ["L6", "09:00~18:00", ["09:00 reject", "18:00 reject", "18:01 allow", "08:59 allow"]],
    ["L7", "00:00~00:00", ["00:00 reject", "23:59 reject"]],
    ["L8", "00:00~07:30、10:00~13:00", ["07:30 reject", "08:00 allow", "12:00 reject"]],
  ])("%s: hours have both ends, and 00:00 ends the day", (_vector, hours, expected) => {
    const rules: readonly Given[] = [{ action: "reject", when: onMonday(hours) }];
    expect(
      expected.map((line) => {
        const [time = ""] = line.split(" ");
        return `${time} ${decide(rules, { at: monday(time) })}`;
      }),
    ).toEqual(expected);
    expect(decide(rules, { at: tuesday("12:00") })).toBe("allow");
  });

  it("L9: a week without hours never fits, nor does a day that is missing", () => {
    expect(decide([{ action: "reject", when: onMonday("") }])).toBe("allow");
    expect(decide([{ action: "reject", when: [{ id: 2, value: "00:00~00:00" }] }])).toBe("allow");
  });

  it("L11, L12: ranges in either direction, networks of one family", () => {
    const range: readonly Given[] = [{ action: "reject", from: ["10.1.1.20-10.1.1.1"] }];
    expect(["10.1.1.5", "10.1.1.21"].map((from) => decide(range, { from }))).toEqual(["reject", "allow"]);
    const network: readonly Given[] = [{ action: "reject", from: ["192.168.1.0/24"] }];
    expect(["192.168.1.0", "192.168.2.1", "2001:db8::1"].map((from) => decide(network, { from }))).toEqual([
      "reject",
      "allow",
      "allow",
    ]);
  });

  it("L13: an address is the same however it is spelled", () => {
    const spelled: readonly Given[] = [{ action: "reject", from: ["2001:0DB8:0:0::1"] }];
    expect(decide(spelled, { from: "2001:db8::1" })).toBe("reject");
    expect(decide([{ action: "reject", from: ["10.0.0.1"] }], { from: "::ffff:10.0.0.1" })).toBe("reject");
  });

  it("L15: a review nobody decides is passed over", () => {
    const rules: readonly Given[] = [
      { priority: 10, action: "review" },
      { priority: 50, action: "reject" },
    ];
    expect(decide(rules)).toBe("reject");
    expect(decide([{ priority: 10, action: "review", reviewers: ["r"] }, ...rules.slice(1)])).toBe("review");
  });

  it("the moment is that of the zone, whatever the instant is elsewhere", () => {
    const at = new Date("2023-09-03T23:30:00Z");
    expect([momentOf(at, "UTC").day, momentOf(at, zone).day, momentOf(at, zone).minute]).toEqual([0, 1, 450]);
  });

  it("hours that end before they start, or are none, are no hours", () => {
    for (const value of ["22:00~06:00", "9:00~10:00", "09:00-10:00", "25:00~26:00", "09:00~10:00,", "a"]) {
      expect(hoursOf(value), value).toBeNull();
    }
    expect(hoursOf("")).toEqual([]);
    expect(hoursOf("09:00~24:00")).toEqual(hoursOf("09:00~00:00"));
  });
});
