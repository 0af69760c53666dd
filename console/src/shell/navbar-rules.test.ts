import { expect, test } from "vitest";
import { badgeText } from "./navbar-button.tsx";
import { accountPages, navbarItems } from "./navbar-rules.ts";
import type { RouteEntry } from "./routes/route-entry.ts";

const screen = (path: string, view: RouteEntry["view"]): RouteEntry => ({
  path,
  name: path,
  view,
  title: "users",
  load: async () => ({ default: () => null }),
});
const all = [screen("/tickets/assigned-tickets", "tickets"), screen("/settings/basic", "settings")];
const open = { TICKETS_ENABLED: true, XPACK_LICENSE_IS_VALID: true };
const ground = (change: Partial<Parameters<typeof navbarItems>[0]> = {}) =>
  navbarItems({ screens: all, settings: open, can: () => true, ...change });

test("everything is shown to whom everything is open", () => {
  expect(ground()).toEqual({ webTerminal: true, tickets: true, systemSettings: true });
});

test.each(["TICKETS_ENABLED", "XPACK_LICENSE_IS_VALID"])("no tickets without %s", (key) => {
  expect(ground({ settings: { ...open, [key]: false } })).toMatchObject({ tickets: false });
});

test.each([
  ["rbac.view_webterminal", "webTerminal"],
  ["tickets.view_ticket", "tickets"],
  ["settings.view_setting", "systemSettings"],
])("without %s no %s", (code, item) => {
  expect(ground({ can: (asked) => asked !== code })).toMatchObject({ [item]: false });
});

test("an icon whose screen does not exist does not appear", () => {
  expect(ground({ screens: [] })).toEqual({ webTerminal: true, tickets: false, systemSettings: false });
});

test("the account menu has what exists, in order", () => {
  const screens = [screen("/profile/key", "profile"), screen("/profile/info", "profile")];
  expect(accountPages(screens).map(({ label }) => label)).toEqual(["profile", "apiKey"]);
});

test("a badge says at most 99", () => {
  expect([1, 99, 100, 4000].map(badgeText)).toEqual(["1", "99", "99+", "99+"]);
});
