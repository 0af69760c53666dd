import { expect, test } from "vitest";
import { type Grant, type GrantableAccount, permittedAccounts } from "./account-rules.ts";

const account = (name: string, username: string, secretType = "password"): GrantableAccount => ({
  id: name,
  name,
  username,
  secretType,
  hasSecret: true,
  isCertificateOnly: false,
  privileged: false,
});

const web = [
  account("admin", "admin"),
  account("release key", "release", "ssh_key"),
  account("batch password", "batch"),
  account("batch key", "batch", "ssh_key"),
  account("mei local", "mei"),
];
const database = [account("owner", "owner")];

const soon = new Date("2030-01-01T00:00:00Z");
const later = new Date("2031-01-01T00:00:00Z");

const grant = (accounts: readonly string[], actions: number, dateExpired = soon): Grant => ({
  accounts,
  actions,
  dateExpired,
});

const shown = (grants: readonly Grant[], accounts: readonly GrantableAccount[] = web, username = "mei") =>
  Object.fromEntries(
    permittedAccounts(grants, accounts, username).map(({ alias, actions }) => [alias, actions]),
  );

test("@ALL gives every active account its actions", () => {
  expect(shown([grant(["@ALL"], 1)])).toEqual({
    admin: 1,
    "release key": 1,
    "batch password": 1,
    "batch key": 1,
    "mei local": 1,
  });
});

test("a named account keeps what @ALL adds to it", () => {
  const both = shown([grant(["admin"], 1), grant(["@ALL"], 6)]);
  expect(both.admin).toBe(7);
  expect(both["batch key"]).toBe(6);
});

test("accounts are named by user name in permissions and by name in connections", () => {
  const found = permittedAccounts([grant(["release"], 1)], web, "mei");
  expect(found).toMatchObject([{ alias: "release key", username: "release", virtual: null }]);
  expect(shown([grant(["release key"], 1)])).toEqual({});
});

test("one user name may stand for several accounts", () => {
  expect(shown([grant(["batch"], 1)])).toEqual({ "batch password": 1, "batch key": 1 });
});

test("an account that is not active or not there is not granted", () => {
  expect(shown([grant(["retired"], 1)])).toEqual({});
});

test("@USER is the account of the same user name, or a virtual one where there is none", () => {
  expect(shown([grant(["@USER"], 1)])).toEqual({ "mei local": 1 });
  expect(permittedAccounts([grant(["@USER"], 1)], database, "mei")).toMatchObject([
    { alias: "@USER", virtual: "@USER", name: "Dynamic user", username: "mei", hasSecret: false },
  ]);
});

test("@INPUT and @ANON are virtual; markers and unknown aliases are nothing", () => {
  expect(permittedAccounts([grant(["@INPUT"], 3)], database, "mei")).toMatchObject([
    { id: "@INPUT", alias: "@INPUT", username: "@INPUT", hasSecret: false, actions: 3 },
  ]);
  expect(shown([grant(["@ANON"], 1)], database)).toEqual({ "@ANON": 1 });
  expect(shown([grant(["@SPEC", "admin"], 1)])).toEqual({ admin: 1 });
  expect(shown([grant(["@SPEC"], 1), grant(["@OTHER"], 1), grant([], 1)])).toEqual({});
});

test("no actions: @ALL gives nothing, a named account is listed without any", () => {
  expect(shown([grant(["@ALL"], 0)])).toEqual({});
  expect(shown([grant(["admin"], 0)])).toEqual({ admin: 0 });
});

test("actions add up over permissions, and last until the latest of them ends", () => {
  const [found] = permittedAccounts([grant(["admin"], 1, soon), grant(["admin"], 2, later)], web, "mei");
  expect(found).toMatchObject({ alias: "admin", actions: 3, dateExpired: later });
  const [reversed] = permittedAccounts([grant(["admin"], 2, later), grant(["admin"], 1, soon)], web, "mei");
  expect(reversed?.dateExpired).toEqual(later);
});
