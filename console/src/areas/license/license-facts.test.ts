import { expect, test } from "vitest";
import { daysLeft, hasLicense, LARGEST_LICENSE, type LicenseDetail, refusalOf } from "./license-facts.ts";

const none: LicenseDetail = {
  subscription_id: "",
  corporation: "",
  date_expired: null,
  asset_count: null,
  current_asset_count: 4,
  edition: "",
  serial_no: "",
  remark: "",
};

test("days are counted to the end of the last one, in UTC", () => {
  expect(daysLeft("2026-03-10", new Date("2026-03-10T23:59:59Z"))).toBe(0);
  expect(daysLeft("2026-03-10", new Date("2026-03-11T00:00:00Z"))).toBe(-1);
  expect(daysLeft("2026-03-10", new Date("2026-03-01T12:00:00+09:00"))).toBe(9);
  expect(daysLeft(null, new Date())).toBeUndefined();
  expect(daysLeft("soon", new Date())).toBeUndefined();
});

test("a license that does not hold is still there to be seen", () => {
  expect(hasLicense(none)).toBe(false);
  expect(hasLicense({ ...none, corporation: "Plant" })).toBe(true);
});

test("one small file can be a license", () => {
  const file = (size: number) => new File([new Uint8Array(size)], "a.lic");
  expect(refusalOf([file(LARGEST_LICENSE)])).toBeUndefined();
  expect(refusalOf([file(LARGEST_LICENSE + 1)])).toBe("tooLarge");
  expect(refusalOf([file(1), file(1)])).toBe("oneFile");
  expect(refusalOf([])).toBe("oneFile");
});
