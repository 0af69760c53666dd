import { expect, test } from "vitest";
import { passwordProblems } from "./password-rules.ts";
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

test("users of other sources have no password here", () => {
  const body = { name: "n", password: "secret" };
  expect(prepareUser(body, { editing: true, values: { source: "ldap" } })).toEqual({ name: "n" });
});

test("every rule of the policy is reported while it is broken", () => {
  const rules = {
    SECURITY_PASSWORD_MIN_LENGTH: 8,
    SECURITY_PASSWORD_UPPER_CASE: true,
    SECURITY_PASSWORD_LOWER_CASE: true,
    SECURITY_PASSWORD_NUMBER: true,
    SECURITY_PASSWORD_SPECIAL_CHAR: true,
  };
  expect(passwordProblems("", rules, false).problems).toEqual([
    "length",
    "upper",
    "lower",
    "number",
    "special",
  ]);
  expect(passwordProblems("Harbour-9", rules, false).problems).toEqual([]);
});
