import { describe, expect, test } from "vitest";
import type { Profile, PublicSettings } from "../../kit/session.ts";
import { announcementNotice, connectionNotice, licenseNotice, passwordNotice } from "./notice-rules.ts";

const now = new Date(2026, 2, 10, 12, 0, 0);
const day = (offset: number) => `2026-03-${String(10 + offset).padStart(2, "0")}`;
const license = { corporation: "Plant", asset_count: 100, current_asset_count: 100 };

describe("license", () => {
  test.each([
    [-1, "licenseExpired"],
    [0, "licenseEnds"],
    [6, "licenseEnds"],
    [7, undefined],
  ])("%d days left: %s", (left, kind) => {
    expect(licenseNotice({ ...license, date_expired: day(left) }, now)?.kind).toBe(kind);
  });

  test("says one thing, the gravest", () => {
    const bad = { corporation: "FIT2CLOUD", asset_count: 1, current_asset_count: 2 };
    expect(licenseNotice({ ...bad, date_expired: day(-1) }, now)?.kind).toBe("licenseExpired");
    expect(licenseNotice({ ...bad, date_expired: day(20) }, now)?.kind).toBe("licenseTesting");
    expect(licenseNotice({ ...bad, corporation: "Plant", date_expired: day(20) }, now)).toMatchObject({
      kind: "licenseExceeded",
      count: 2,
      limit: 1,
    });
  });

  test("without a license, a limit or an answer there is nothing to say", () => {
    expect(licenseNotice(undefined, now)).toBeUndefined();
    expect(licenseNotice({ ...license, date_expired: null }, now)).toBeUndefined();
    expect(licenseNotice({ ...license, date_expired: "soon" }, now)).toBeUndefined();
    expect(licenseNotice({ ...license, date_expired: day(20), asset_count: null }, now)).toBeUndefined();
  });
});

describe("password", () => {
  const profile = (changed: unknown, source: unknown = { value: "local", label: "Database" }) =>
    ({ id: "", name: "", username: "", perms: [], source, date_password_last_updated: changed }) as Profile;
  const settings = { SECURITY_PASSWORD_EXPIRATION_TIME: 30 };
  const changedDaysAgo = (days: number) => new Date(2026, 2, 10 - days, 23, 59).toISOString();

  test.each([
    [24, undefined],
    [25, "passwordEnds"],
    [29, "passwordEnds"],
    [30, "passwordExpired"],
    [400, "passwordExpired"],
  ])("changed %d calendar days ago with a limit of 30: %s", (days, kind) => {
    expect(passwordNotice(profile(changedDaysAgo(days)), settings, now)?.kind).toBe(kind);
  });

  test("tells the days left", () => {
    expect(passwordNotice(profile(changedDaysAgo(27)), settings, now)).toMatchObject({ days: 3 });
  });

  test("concerns local people with a known date and a limit only", () => {
    const old = changedDaysAgo(400);
    expect(passwordNotice(profile(old, "local"), settings, now)?.kind).toBe("passwordExpired");
    expect(passwordNotice(profile(old, { value: "ldap" }), settings, now)).toBeUndefined();
    expect(passwordNotice(profile(old, null), settings, now)).toBeUndefined();
    expect(passwordNotice(profile(null), settings, now)).toBeUndefined();
    expect(passwordNotice(profile(old), {}, now)).toBeUndefined();
  });
});

describe("announcement", () => {
  const of = (ANNOUNCEMENT: unknown, ANNOUNCEMENT_ENABLED: unknown = true) =>
    ({ ANNOUNCEMENT, ANNOUNCEMENT_ENABLED }) as PublicSettings;
  const given = { ID: "1", SUBJECT: "Works", CONTENT: "Tonight", LINK: "https://status.example/" };

  test("is shown until the same one was closed", () => {
    expect(announcementNotice(of(given), null)).toMatchObject({ subject: "Works", link: given.LINK });
    expect(announcementNotice(of(given), "1")).toBeUndefined();
    expect(announcementNotice(of(given), "0")).toBeDefined();
  });

  test("needs to be enabled and to say something", () => {
    expect(announcementNotice(of(given, false), null)).toBeUndefined();
    expect(announcementNotice(of({}), null)).toBeUndefined();
    expect(announcementNotice(of({ ID: "1", SUBJECT: " ", CONTENT: "" }), null)).toBeUndefined();
    expect(announcementNotice(of("x"), null)).toBeUndefined();
  });

  test.each(["javascript:alert(1)", "//evil.example", "data:text/html,x", ""])("%j is no link", (LINK) => {
    expect(announcementNotice(of({ ...given, LINK }), null)).toMatchObject({ link: undefined });
  });
});

test("a connection that others can read is told of, and one that they cannot is not", () => {
  expect(connectionNotice(false)?.kind).toBe("unencrypted");
  expect(connectionNotice(true)).toBeUndefined();
});
