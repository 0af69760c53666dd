import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AssetFacts, assetFilterSubject, loadAssetFacts } from "../areas/assets/index.ts";
import { organizationIds } from "../areas/organizations/index.ts";
import { loadUserFacts, roleIds, userFilterSubject } from "../areas/roles/index.ts";
import type { UserFacts } from "../areas/users/index.ts";
import type { RequestContext } from "../engine/access/index.ts";
import {
  type AttributeFilter,
  attributeFilter,
  type FilterScope,
  type FilterSubject,
  filterCondition,
  filterMatches,
} from "../engine/attribute-filter/index.ts";
import { literal } from "../engine/i18n/index.ts";
import { entries, makeFilterWorld, type RelatedIds, words } from "./attribute-filter-world.ts";
import { createTestProduct, type TestProduct } from "./product.ts";

let product: TestProduct;
let users: readonly UserFacts[];
let usersAnywhere: readonly UserFacts[];
let assets: readonly AssetFacts[];
let ids: RelatedIds;
let here: FilterScope;
let everywhere: FilterScope;

/** What is known of all objects that may be named in a scope. */
async function allFacts<F>(
  { table, visible }: FilterSubject<F>,
  scope: FilterScope,
  load: (id: string) => Promise<F | null>,
): Promise<F[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(table)} t where ${visible(scope)}`.execute(product.database.db);
  const facts: F[] = [];
  for (const { id } of rows) {
    const one = await load(id);
    if (one !== null) facts.push(one);
  }
  return facts;
}

beforeAll(async () => {
  product = await createTestProduct();
  ids = await makeFilterWorld(product);
  const { services } = product;
  here = { services, organization: { id: organizationIds.default, isRoot: false } };
  everywhere = { services, organization: { id: organizationIds.root, isRoot: true } };
  const { db } = product.database;
  users = await allFacts(userFilterSubject, here, (id) => loadUserFacts(db, id, organizationIds.default));
  usersAnywhere = await allFacts(userFilterSubject, everywhere, (id) => loadUserFacts(db, id, null));
  assets = await allFacts(assetFilterSubject, here, (id) => loadAssetFacts(db, id));
});
afterAll(() => product?.close());

/** Ids of the rows that the condition of a filter selects. */
async function selected<F>(subject: FilterSubject<F>, filter: AttributeFilter, scope: FilterScope) {
  const condition = await filterCondition(subject, filter, scope);
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(subject.table)} t where ${subject.visible(scope)} and ${condition} order by t.id
  `.execute(product.database.db);
  return rows.map(({ id }) => id);
}

const fitting = <F>(subject: FilterSubject<F>, filter: AttributeFilter, facts: readonly F[]): string[] =>
  facts
    .filter((one) => filterMatches(subject, filter, one))
    .map(subject.idOf)
    .sort();

const wordValue = fc.oneof(
  fc.constantFrom(
    "",
    "*",
    "web",
    "Web",
    "WEB",
    "-1",
    "db_1",
    "b",
    "%",
    "\\",
    "prod",
    "\u{1f600}",
    "\uffef",
    "a",
    "数",
    "0",
  ),
  fc.constantFrom<unknown>(1, true, false, null, {}, ["web"]),
);
const list = (values: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.array(fc.constantFrom(...values, "*", randomUUID()), { maxLength: 3 }),
    fc.constantFrom(...values),
  );

function ruleOf(subject: FilterSubject<never>): fc.Arbitrary<unknown> {
  const names = Object.keys(subject.attributes);
  return fc.constantFrom(...names).chain((name) => {
    const matches = subject.attributes[name]?.matches ?? [];
    return fc.constantFrom(...matches, "nonsense").chain((match) => {
      const values: Record<string, readonly unknown[]> = {
        ...ids,
        category: ["host", "device", "HOST"],
        type: ["linux", "windows", "unix"],
        protocols: ["ssh", "rdp", "mysql"],
        source: ["local", "ldap"],
        is_active: [true, false, "true", "0", "perhaps"],
      };
      const known = values[name];
      const value =
        known !== undefined
          ? list(known.flatMap((one) => [one, String(one).toUpperCase(), String(one).replaceAll("-", "")]))
          : match === "ip_in"
            ? list(entries)
            : match === "regex"
              ? fc.constantFrom("^w", "\\d+$", "b.b", "(", "", "(?i)WEB", "^$", "é|数")
              : match === "in"
                ? list(words)
                : wordValue;
      return value.map((given) => ({ name, match, value: given }));
    });
  });
}

function filterOf<F>(subject: FilterSubject<F>, facts: readonly F[]): fc.Arbitrary<AttributeFilter> {
  const rules = fc.array(ruleOf(subject as FilterSubject<never>), { minLength: 1, maxLength: 2 });
  const some = fc.array(fc.constantFrom(...facts.map(subject.idOf)), { maxLength: 3 });
  return fc.oneof(
    { weight: 20, arbitrary: rules.map((attrs) => ({ type: "attrs", attrs }) as AttributeFilter) },
    { weight: 1, arbitrary: some.map((chosen) => ({ type: "ids", ids: chosen }) as const) },
    { weight: 1, arbitrary: fc.constantFrom<AttributeFilter>({ type: "all" }, {}) },
  );
}

/** Asks both ways about random filters; throws at the first on which they differ. */
async function compare<F>(
  subject: FilterSubject<F>,
  facts: readonly F[],
  scope: FilterScope,
  told: FilterSubject<F> = subject,
): Promise<number> {
  let telling = 0;
  await fc.assert(
    fc.asyncProperty(filterOf(subject, facts), async (filter) => {
      const found = await selected(subject, filter, scope);
      if (found.length > 0 && found.length < facts.length) telling += 1;
      expect(fitting(told, filter, facts)).toEqual(found);
    }),
    { numRuns: 500, seed: 20260, endOnFailure: true },
  );
  return telling;
}

describe("the condition for lists and the predicate for one object", () => {
  it("say the same of users, here and everywhere", async () => {
    // Of filters that fit all or nobody little is learnt.
    expect(await compare(userFilterSubject, users, here)).toBeGreaterThan(80);
    expect(await compare(userFilterSubject, usersAnywhere, everywhere)).toBeGreaterThan(80);
  });

  it("say the same of assets", async () => {
    expect(await compare(assetFilterSubject, assets, here)).toBeGreaterThan(80);
  });

  it.each<[string, string, (facts: AssetFacts) => AssetFacts]>([
    ["case does not matter", "name", (facts) => ({ ...facts, name: facts.name.toLowerCase() })],
    ["addresses are compared as texts", "address", (facts) => ({ ...facts, address: `${facts.address} ` })],
    ["only nodes themselves count", "nodes", (facts) => ({ ...facts, nodes: facts.nodes.slice(0, 1) })],
    ["false is nothing", "is_active", (facts) => ({ ...facts, isActive: true })],
    ["one protocol counts", "protocols", (facts) => ({ ...facts, protocols: facts.protocols.slice(1) })],
  ])("would differ if %s", async (_name, attribute, changed) => {
    const real = assetFilterSubject.attributes[attribute];
    if (real === undefined) throw new Error("no such attribute");
    const mutated: FilterSubject<AssetFacts> = {
      ...assetFilterSubject,
      attributes: {
        ...assetFilterSubject.attributes,
        [attribute]: {
          ...real,
          compile: (match, value) => {
            const compiled = real.compile(match, value);
            return "problem" in compiled
              ? compiled
              : { ...compiled, holds: (facts) => compiled.holds(changed(facts)) };
          },
        },
      },
    };
    await expect(compare(assetFilterSubject, assets, here, mutated)).rejects.toThrow();
  });
});

describe("of related objects", () => {
  const field = attributeFilter({ label: literal("Assets"), subject: assetFilterSubject });
  const attrs = (name: string, value: readonly (string | undefined)[]): AttributeFilter => ({
    type: "attrs",
    attrs: [{ name, match: "m2m", value }],
  });
  it("J10: a node holds what is below it", async () => {
    const [top, below] = ids.nodes ?? [];
    const under = await selected(assetFilterSubject, attrs("nodes", [top]), here);
    const directly = await selected(assetFilterSubject, attrs("nodes", [below]), here);
    expect(directly.length).toBeGreaterThan(0);
    expect(under).toEqual(expect.arrayContaining(directly));
    expect(under.length).toBeGreaterThan(directly.length);
  });

  it("J15: over all organizations nobody has a role in one", async () => {
    const filter = attrs("org_roles", [roleIds.organizationAdmin]);
    expect(await selected(userFilterSubject, filter, everywhere)).toEqual([]);
    expect(fitting(userFilterSubject, filter, usersAnywhere)).toEqual([]);
    expect((await selected(userFilterSubject, filter, here)).length).toBeGreaterThan(0);
  });

  it("reads only ids that still exist where the reader is", async () => {
    const context = { ...here, db: product.database.db } as unknown as RequestContext;
    const existing = assets[0]?.id ?? "";
    const present = async (filter: AttributeFilter, elsewhere = context) => {
      const rows = [{ assets: filter }];
      const loaded = await field.load?.(elsewhere, rows, "assets");
      return field.present?.(rows[0] ?? {}, elsewhere, loaded, "assets");
    };
    const chosen: AttributeFilter = { type: "ids", ids: [existing, randomUUID()] };
    expect(await present(chosen)).toEqual({ type: "ids", ids: [existing] });
    const foreign = { ...context, organization: { id: randomUUID(), isRoot: false } } as RequestContext;
    expect(await present(chosen, foreign)).toEqual({ type: "ids", ids: [] });
    expect(await present({})).toEqual({ type: "ids", ids: [] });
    expect(await present(attrs("name", ["x"]))).toEqual(attrs("name", ["x"]));
  });
});
