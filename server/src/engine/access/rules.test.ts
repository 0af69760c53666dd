import fc from "fast-check";
import { expect, test } from "vitest";
import type { Permissions } from "./context.ts";
import { type AccessRule, allows, anonymous, component, either, permission, signedIn } from "./rules.ts";

const codes = ["a.view_x", "a.add_x", "a.change_x"];
const rule: fc.Arbitrary<AccessRule> = fc.oneof(
  fc
    .uniqueArray(fc.constantFrom(...codes, "a.add_x|a.view_x"), { minLength: 1 })
    .map((own) => permission(...own)),
  fc.constant(signedIn()),
  fc.constant(anonymous("a test")),
  fc.constant({ kind: "superuser" } as const),
);
const callers = fc.record({ isServiceAccount: fc.boolean() });
const holders: fc.Arbitrary<Permissions> = fc
  .record({
    isSuperuser: fc.boolean(),
    held: fc.subarray(codes),
  })
  .map(({ isSuperuser, held }) => ({
    isSuperuser,
    isOrganizationAdmin: isSuperuser,
    has: (code) => isSuperuser || code.split("|").some((one) => held.includes(one)),
    list: () => held,
  }));

const everything: Permissions = {
  isSuperuser: true,
  isOrganizationAdmin: true,
  has: () => true,
  list: () => codes,
};

test("either of two rules lets exactly those through whom one of them does", () => {
  fc.assert(
    fc.property(rule, rule, holders, callers, (one, other, permissions, caller) => {
      expect(allows(either(one, other), permissions, caller)).toBe(
        allows(one, permissions, caller) || allows(other, permissions, caller),
      );
    }),
  );
});

test("what is for components lets no person through, whatever they hold", () => {
  fc.assert(
    fc.property(holders, callers, (permissions, caller) => {
      expect(allows(component("a.view_x"), permissions, caller)).toBe(
        caller.isServiceAccount && permissions.has("a.view_x"),
      );
    }),
  );
  expect(allows(component("a.view_x"), everything, null)).toBe(false);
});
