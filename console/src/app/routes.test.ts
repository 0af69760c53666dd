import { expect, test } from "vitest";
import { ENGLISH } from "../i18n/testing/english.ts";
import { MENU_ICONS } from "../shell/menu-icons.tsx";
import { entryOf, ROUTE_TABLE, ROUTES, routeNamed, SHORT_ADDRESSES, screensBelow } from "./routes.ts";

test("no address and no name stands in the table twice", () => {
  for (const values of [ROUTE_TABLE.map(({ path }) => path), ROUTE_TABLE.map(({ name }) => name)]) {
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  }
});

test("every address has a title", () => {
  const without = ROUTE_TABLE.filter(({ title }) => !(title in ENGLISH.routes)).map(({ path }) => path);
  expect(without).toEqual([]);
});

test("no two entries of a menu have the same icon", () => {
  const drawn = ROUTES.flatMap(({ view, menu, path }) =>
    menu === undefined ? [] : [{ path, key: `${view} ${String(MENU_ICONS[menu.icon].type.render.name)}` }],
  );
  expect(drawn.length).toBeGreaterThan(20);
  const twice = drawn.filter(({ key }, index) => drawn.findIndex((other) => other.key === key) !== index);
  expect(twice).toEqual([]);
});

test("an address belongs to the work area of its first segment", () => {
  for (const { path, view } of ROUTE_TABLE.filter(({ path }) => !path.startsWith("/ops/"))) {
    expect(path.split("/")[1], path).toBe(view);
  }
});

test("forms and details are named after their list", () => {
  for (const { name, path } of ROUTE_TABLE) {
    if (!name.endsWith("List")) continue;
    for (const [word, suffix] of [
      ["Create", "/create"],
      ["Update", "/:id/update"],
      ["Detail", "/:id"],
    ]) {
      const sibling = ROUTE_TABLE.find((entry) => entry.path === `${path}${suffix}`);
      if (sibling !== undefined) expect(sibling.name).toBe(name.replace(/List$/, word ?? ""));
    }
  }
});

test("pages of settings work in the system's organization, roles and sign-in rules in all of them", () => {
  const scoped = (scope: string) => ROUTE_TABLE.filter((entry) => entry.scope === scope);
  expect(new Set(scoped("system").map(({ view }) => view))).toEqual(new Set(["settings"]));
  const settings = ROUTE_TABLE.filter(({ view }) => view === "settings");
  expect(scoped("system")).toHaveLength(settings.length);
  const roots = new Set(scoped("global").map(({ path }) => path.split("/").slice(0, 4).join("/")));
  expect([...roots].map((path) => path.replace(/\/(create|:id)$/, ""))).toEqual(
    expect.arrayContaining([
      "/console/roles",
      "/console/perms/login-acls",
      "/console/perms/connect-method-acls",
    ]),
  );
  expect(scoped("global").every(({ disableOrgsChange }) => disableOrgsChange === true)).toBe(true);
});

test("what needs a license", () => {
  const lists = ROUTE_TABLE.filter(({ license, menu }) => license === true && menu !== undefined);
  expect(lists.map(({ path }) => path)).toEqual([
    "/console/roles",
    "/console/accounts/account-gather",
    "/console/accounts/account-change-secret",
    "/console/accounts/account-backup",
    "/console/perms/login-asset-acls",
    "/console/perms/connect-method-acls",
    "/tickets/my-tickets",
    "/tickets/assigned-tickets",
    "/tickets/flow",
    "/settings/orgs",
    "/settings/interface",
  ]);
});

test("short addresses and menu marks lead to screens", () => {
  expect(SHORT_ADDRESSES).toContain("/console");
  expect(screensBelow("/console")[0]?.path).toBe("/console/dashboard");
  expect(screensBelow("/console/perms")[0]?.path).toBe("/console/perms/asset-permissions");
  for (const address of SHORT_ADDRESSES) expect(screensBelow(address)[0]).toBeDefined();
  for (const { activeMenu } of ROUTES) {
    if (activeMenu !== undefined) expect(routeOf(activeMenu)?.menu).toBeDefined();
  }
});

function routeOf(path: string) {
  return ROUTES.find((entry) => entry.path === path);
}

test("a fixed address goes before a pattern, and one without a screen is not found", () => {
  expect(entryOf("/console/users/create")?.name).toBe("UserCreate");
  expect(entryOf("/console/users/0b9d8d0e-0000-4000-8000-000000000001")?.name).toBe("UserDetail");
  for (const { path, load } of ROUTE_TABLE) {
    if (load === undefined && !path.includes(":")) expect(entryOf(path), path).toBeUndefined();
  }
});

test("an address is found by its name", () => {
  expect(routeNamed("SessionDetail").path).toBe("/audit/sessions/sessions/:id");
  expect(() => routeNamed("Nowhere")).toThrow("Nowhere");
});

test("addresses of resources declare a permission", () => {
  const open = ROUTE_TABLE.filter(({ permission }) => permission === undefined).map(({ path }) => path);
  expect(open).toEqual([
    "/workbench/home",
    "/profile/info",
    "/profile/setting",
    "/profile/improvement",
    "/profile/login-logs",
  ]);
});

test("the list of all screens, which the browser tests open, is that of the areas", async () => {
  const screens = ROUTES.map(({ path, name, view }) => ({ path, name, view }));
  await expect(`${JSON.stringify(screens, undefined, 2)}\n`).toMatchFileSnapshot("screen-addresses.json");
});
