import { expect, test } from "vitest";
import { readAccountRule, toggleAlias, writeAccountRule } from "./account-rules.ts";

test("nothing chosen means all accounts", () => {
  expect(writeAccountRule(readAccountRule([]))).toEqual(["@ALL"]);
  expect(writeAccountRule(readAccountRule(undefined))).toEqual(["@ALL"]);
});

test("usernames imply specified accounts and survive a round trip, templates too", () => {
  const rule = readAccountRule(["root", "%t1", "@INPUT"]);
  expect(writeAccountRule(rule)).toEqual(["@SPEC", "@INPUT", "root", "%t1"]);
});

test("all and specified accounts exclude each other; the virtual ones do not", () => {
  let rule = toggleAlias(readAccountRule(["@ALL", "@USER"]), "@SPEC", true);
  expect(writeAccountRule(rule)).toEqual(["@SPEC", "@USER"]);
  rule = toggleAlias(rule, "@ALL", true);
  expect(writeAccountRule(rule)).toEqual(["@ALL", "@USER"]);
});
