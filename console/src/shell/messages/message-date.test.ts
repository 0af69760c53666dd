import { expect, test } from "vitest";
import { messageDate } from "./message-date.ts";

const now = new Date("2026-03-10T12:00:00Z");
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
const DAY = 86_400_000;
const say = (value: unknown, language = "en") => messageDate(value, now, language, "Just now");

test.each([
  [0, "Just now"],
  [-5_000, "Just now"],
  [59_999, "Just now"],
  [60_000, "1 minute ago"],
  [3_599_999, "59 minutes ago"],
  [3_600_000, "1 hour ago"],
  [DAY - 1, "23 hours ago"],
  [DAY, "1 day ago"],
  [7 * DAY - 1, "6 days ago"],
])("%d ms ago is %s", (age, words) => expect(say(ago(age))).toBe(words));

test("from seven days on the date is told in full", () => {
  expect(say(ago(7 * DAY))).toMatch(/^2026\/03\/0[23] \d\d:\d\d:\d\d$/);
});

test("speaks the page's language, and says nothing of no date", () => {
  expect(say(ago(2 * DAY), "zh-Hans")).toBe("2天前");
  expect(say(ago(2 * DAY), "ja")).toBe("2 日前");
  expect(say(undefined)).toBe("");
});
