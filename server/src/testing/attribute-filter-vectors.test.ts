import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type AssetFacts, assetFilterSubject } from "../areas/assets/index.ts";
import { organizationIds } from "../areas/organizations/index.ts";
import { userFilterSubject } from "../areas/roles/index.ts";
import type { UserFacts } from "../areas/users/index.ts";
import { type AttributeFilter, attributeFilter, filterMatches } from "../engine/attribute-filter/index.ts";
import { FieldError } from "../engine/errors.ts";
import { literal, type Message } from "../engine/i18n/index.ts";
import type { ParseContext } from "../engine/resource/index.ts";

const aUser: UserFacts = {
  id: randomUUID(),
  name: "Alice",
  username: "alice",
  email: "alice@example.com",
  comment: "",
  source: "local",
  isActive: true,
  systemRoles: [],
  organizationRoles: [],
  groups: [],
};
const anAsset: AssetFacts = {
  id: randomUUID(),
  organizationId: organizationIds.default,
  name: "web-1",
  address: "10.1.1.1",
  comment: "",
  category: "host",
  type: "linux",
  isActive: true,
  platform: "1",
  domain: [],
  protocols: [],
  labels: [],
  nodes: [],
};
const user = (facts: Partial<UserFacts>) => ({ ...aUser, ...facts });
const asset = (facts: Partial<AssetFacts>) => ({ ...anAsset, ...facts });
const [node, group, role] = [randomUUID(), randomUUID(), randomUUID()];
const attrs = (...rules: readonly (readonly [string, string, unknown])[]): AttributeFilter => ({
  type: "attrs",
  attrs: rules.map(([name, match, value]) => ({ name, match, value })),
});

describe("the published vectors", () => {
  it.each<[string, AttributeFilter, readonly [UserFacts, boolean][]]>([
    ["J1", {}, [[aUser, false]]],
    ["J2", { type: "all" }, [[aUser, true]]],
    [
      "J3",
      { type: "ids", ids: [aUser.id] },
      [
        [aUser, true],
        [user({ id: randomUUID() }), false],
      ],
    ],
    [
      "J5",
      attrs(["username", "in", ["root", "bob"]]),
      [
        [user({ username: "bob" }), true],
        [user({ username: "bobby" }), false],
      ],
    ],
    ["J6", attrs(["username", "in", ["*"]]), [[aUser, true]]],
    ["J7", attrs(["username", "exact", "*"]), [[aUser, true]]],
    [
      "J8",
      attrs(["name", "regex", "^db-\\d+$"]),
      [
        [user({ name: "db-12" }), true],
        [user({ name: "xdb-1" }), false],
      ],
    ],
    ["J9", attrs(["name", "regex", "("]), [[aUser, false]]],
    [
      "J12",
      attrs(["groups", "m2m", [group]]),
      [
        [user({ groups: [group] }), true],
        [aUser, false],
      ],
    ],
    // In the safe form: false is a value, and who asks for the inactive ones gets them.
    [
      "J13",
      attrs(["is_active", "exact", false]),
      [
        [user({ isActive: false }), true],
        [aUser, false],
      ],
    ],
    [
      "J15, in an organization",
      attrs(["org_roles", "m2m", [role]]),
      [
        [user({ organizationRoles: [role] }), true],
        [aUser, false],
      ],
    ],
    [
      "J14",
      attrs(["is_active", "not", true]),
      [
        [user({ isActive: false }), true],
        [aUser, false],
      ],
    ],
  ])("%s of users", (_vector, filter, expected) => {
    for (const [facts, fits] of expected) expect(filterMatches(userFilterSubject, filter, facts)).toBe(fits);
  });

  it.each<[string, AttributeFilter, readonly [AssetFacts, boolean][]]>([
    [
      "J4",
      attrs(["name", "startswith", "web"], ["address", "ip_in", ["10.0.0.0/8"]]),
      [
        [anAsset, true],
        [asset({ address: "192.168.0.1" }), false],
      ],
    ],
    [
      "J10",
      attrs(["nodes", "m2m", [node]]),
      [
        [asset({ nodes: [node] }), true],
        [anAsset, false],
      ],
    ],
    [
      "J11",
      attrs(["category", "in", ["web"]]),
      [
        [asset({ category: "web" }), true],
        [anAsset, false],
      ],
    ],
    ["J16", attrs(["address", "ip_in", ["*"]]), [[asset({ address: "anything" }), true]]],
  ])("%s of assets", (_vector, filter, expected) => {
    for (const [facts, fits] of expected) expect(filterMatches(assetFilterSubject, filter, facts)).toBe(fits);
  });
});

describe("a field that holds a filter", () => {
  const field = attributeFilter({ label: literal("Assets"), subject: assetFilterSubject, required: true });
  const at = { mode: "create", before: null, input: {} } as unknown as ParseContext;
  const keep = async (input: unknown): Promise<unknown> => field.parse?.(input, at);

  it.each<[string, unknown]>([
    ["J17, no ids", { type: "ids", ids: [] }],
    ["J17, a type that is none", { type: "foo" }],
    ["no type", { ids: [node] }],
    ["ids that are none", { type: "ids", ids: ["x", 1, null] }],
    ["no rules", { type: "attrs", attrs: [] }],
    ["rules that are none", { type: "attrs", attrs: "x" }],
    ["a rule without a name", { type: "attrs", attrs: [{ value: "x" }] }],
    ["a rule without a value", { type: "attrs", attrs: [{ name: "name" }] }],
    ["an unknown attribute", attrs(["password", "exact", "x"])],
    ["an inherited attribute", attrs(["constructor", "exact", "x"])],
    ["an unknown comparison", attrs(["name", "sounds_like", "x"])],
    ["a comparison that does not fit", attrs(["name", "ip_in", ["10.0.0.0/8"]])],
    ["an expression that does not end", attrs(["name", "regex", "("])],
    ["an expression that looks around", attrs(["name", "regex", "(?=a)"])],
    ["an expression that explodes", attrs(["name", "regex", "(a{0,250}){0,250}b"])],
    ["an empty list", attrs(["name", "in", []])],
    ["a network that is none", attrs(["address", "ip_in", ["10.0.0.0/99"]])],
    ["neither true nor false", attrs(["is_active", "exact", "perhaps"])],
    ["text that cannot be kept", attrs(["name", "exact", "\0"])],
    ["more rules than are read", attrs(...Array(51).fill(["name", "exact", "x"]))],
    ["a list", [node]],
    ["a text", "all"],
  ])("refuses %s", async (_what, input) => {
    await expect(keep(input)).rejects.toThrow(FieldError);
  });

  it("says what is wrong, in which rule, and why", async () => {
    const refused = await keep(attrs(["name", "exact", "x"], ["address", "regex", "(?<=a)"])).catch(
      (error: unknown) => error,
    );
    const [message] = (refused as FieldError).errors as readonly Message[];
    expect(message?.en).toMatch(/^Rule 2 \(address\): This regular expression cannot be used: .*\(\?</);
  });

  it("keeps the rest as it is sent, and nothing as nothing", async () => {
    const filter = { type: "attrs", attrs: [{ name: "name", value: "x", rel: "and", note: 1 }] };
    expect(await keep(filter)).toEqual(filter);
    expect(await keep({ type: "all", more: true })).toEqual({ type: "all", more: true });
    for (const empty of [{}, ""]) expect(await keep(empty)).toEqual({});
    expect(await keep({ type: "ids", ids: [{ id: node.toUpperCase() }, node] })).toEqual({
      type: "ids",
      ids: [node],
    });
  });
});
