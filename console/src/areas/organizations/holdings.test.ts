import { expect, test } from "vitest";
import { amountOf, stillHeld } from "./holdings.ts";

test("what keeps an organization from being deleted is named with its number", () => {
  const resource_statistics = { users_amount: 3, groups_amount: 0, nodes_amount: 1, domains_amount: 2 };
  expect(stillHeld({ resource_statistics })).toEqual([
    { key: "users", amount: 3 },
    { key: "domains", amount: 2 },
  ]);
});

test("the first node of an organization keeps nobody from deleting it, and unknown counts are none", () => {
  expect(stillHeld({ resource_statistics: { nodes_amount: 1 } })).toEqual([]);
  expect(stillHeld({})).toEqual([]);
  expect(amountOf({ resource_statistics: null }, "users_amount")).toBe(0);
});
