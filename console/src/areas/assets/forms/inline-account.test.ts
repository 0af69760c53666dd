import { expect, test } from "vitest";
import {
  accountsBody,
  copiedAccounts,
  hasAccount,
  inlineAccount,
  secretTypesOf,
  withAccount,
} from "./inline-account.ts";

test("accounts of a copied asset keep the id by which the server finds their secret, and nothing it made", () => {
  const [copy] = copiedAccounts([
    {
      id: "a1",
      name: "root",
      username: "root",
      secret_type: { value: "password", label: "Password" },
      privileged: true,
      is_active: true,
      comment: "",
      version: 3,
      connectivity: { value: "ok", label: "Ok" },
    },
  ]);
  expect(accountsBody([copy])).toEqual([
    {
      id: "a1",
      name: "root",
      username: "root",
      secret_type: "password",
      privileged: true,
      is_active: true,
      comment: "",
    },
  ]);
  expect(accountsBody([])).toBeUndefined();
});

test("an account of the same username takes the place of the other", () => {
  const root = inlineAccount({ username: "root", secret: "a" });
  const web = inlineAccount({ username: "web" });
  const other = inlineAccount({ username: "root", secret: "b" });
  expect(withAccount([root, web], other)).toEqual([other, web]);
  expect(withAccount([root], web)).toEqual([root, web]);
  // A row renamed to what another one is called leaves one of the two.
  expect(withAccount([root, web], { ...web, username: "root" })).toEqual([{ ...web, username: "root" }]);
});

test("a template is refused when its username and kind of secret are taken", () => {
  const rows = [inlineAccount({ username: "root", secret_type: "password" })];
  const template = (type: string) => ({ username: "root", secret_type: { value: type, label: type } });
  expect(hasAccount(rows, template("password"))).toBe(true);
  expect(hasAccount(rows, template("ssh_key"))).toBe(false);
});

test("kinds of secret are those the platform's protocols take", () => {
  const protocols = [
    { name: "ssh", port: 22, secret_types: ["password", "ssh_key"] },
    { name: "rdp", port: 3389, secret_types: ["password"] },
  ];
  expect([...(secretTypesOf({ protocols }) ?? [])]).toEqual(["password", "ssh_key"]);
  expect(secretTypesOf({})).toBeUndefined();
});
