import { expect, test } from "vitest";
import { followName } from "../assets/index.ts";
import { prepareAccount } from "./account-form.tsx";

test("the username follows the name until it is edited, and administrators are privileged", () => {
  expect(followName("roo", { name: "ro", username: "ro" })).toEqual({ username: "roo" });
  expect(followName("root", { name: "roo", username: "roo" })).toEqual({
    username: "root",
    privileged: true,
  });
  expect(followName("web", { name: "we", username: "deploy" })).toEqual({});
});

test("a key is sent as the secret, with a final line end, and nothing else secret with it", () => {
  const body = { asset: { pk: "a1" }, secret_type: "ssh_key", secret: "old", ssh_key: "KEY", username: "u" };
  expect(prepareAccount(body, { editing: false, values: {} })).toEqual({
    asset: "a1",
    secret_type: "ssh_key",
    secret: "KEY\n",
    username: "u",
  });
});

test("an update neither moves nor renames the account, nor clears its secret", () => {
  const body = { asset: { pk: "a1" }, secret_type: "ssh_key", ssh_key: "", username: "u", name: "n" };
  expect(prepareAccount(body, { editing: true, values: {} })).toEqual({ secret_type: "ssh_key", name: "n" });
});
