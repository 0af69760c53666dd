import { expect, test } from "vitest";
import { prepareUser } from "./user-form.tsx";

test("a new user's password is set here; helper switches are never sent", () => {
  const body = { name: "n", password: "secret", change_password: true };
  expect(prepareUser(body, { editing: false, values: {} })).toEqual({
    name: "n",
    password: "secret",
    password_strategy: "custom",
  });
  expect(prepareUser(body, { editing: true, values: { source: "local" } })).toEqual({
    name: "n",
    password: "secret",
  });
});

test("a new user who gets a link by mail has no password from here", () => {
  const body = { name: "n", password: "secret", password_strategy: "email" };
  expect(prepareUser(body, { editing: false, values: {} })).toEqual({
    name: "n",
    password_strategy: "email",
  });
  expect(prepareUser(body, { editing: true, values: {} })).toEqual({ name: "n", password: "secret" });
});

test("users of other sources have no password here", () => {
  const body = { name: "n", password: "secret" };
  expect(prepareUser(body, { editing: true, values: { source: "ldap" } })).toEqual({ name: "n" });
});
