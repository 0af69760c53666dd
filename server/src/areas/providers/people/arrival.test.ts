import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { arrive, type CarriedOut, carryOut } from "./arrival.ts";
import type { SourceRule } from "./grants.ts";
import { carryOutMany } from "./many-arrivals.ts";
import { type ArrivalRules, planArrival } from "./plan-arrival.ts";
import type { ArrivalPolicy, SourcePerson } from "./source-person.ts";

const policy: ArrivalPolicy = {
  creates: true,
  updates: ["name", "username", "email"],
  trustedDomains: [],
  linksUsers: false,
  phoneCode: "+86",
  emailSuffix: "",
};

const person = (given: Partial<SourcePerson> & { readonly username: string }): SourcePerson => ({
  source: "openid",
  issuer: "https://idp.test",
  subject: `subject of ${given.username}`,
  email: `${given.username}@idp.test`,
  attributes: {},
  ...given,
});

const systemAuditor = "00000000-0000-0000-0000-000000000002";
const organizationAuditor = "00000000-0000-0000-0000-000000000006";
const defaultOrganization = "00000000-0000-0000-0000-000000000002";

describe("people of other systems", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product.close());

  const come = (one: SourcePerson, changed: Partial<ArrivalPolicy> = {}, rules: readonly SourceRule[] = []) =>
    arrive(product.services, one, { policy: { ...policy, ...changed }, rules }, "192.0.2.1");
  const plan = (one: SourcePerson, changed: Partial<ArrivalPolicy> = {}, rules: readonly SourceRule[] = []) =>
    planArrival(product.services.db, one, { policy: { ...policy, ...changed }, rules });
  const look = async (id: string) => (await product.administrator.call("GET", `users/users/${id}/`)).body;
  const idOf = (arrival: Awaited<ReturnType<typeof come>>): string => {
    if (arrival.user === null) throw new Error(arrival.refusal.message.en);
    return arrival.user.id;
  };

  it("takes in many as it takes in one after the other", async () => {
    await come(person({ username: "known", name: "Known before" }));
    await come(person({ username: "other", email: "taken@idp.test" }));
    const many = [
      person({ username: "ann", name: "Ann", phone: "+49 30 901820", attributes: { group: ["audit"] } }),
      person({ username: "known", name: "Known since" }),
      person({ username: "Ann", subject: "another ann" }),
      person({ username: "bea", email: "taken@idp.test" }),
      person({ username: "cleo" }),
      person({ username: "ＣＬＥＯ", subject: "wide cleo", email: "wide@idp.test" }),
      person({ username: "dora", email: "cleo@idp.test" }),
      person({ username: "сleo", subject: "cyrillic cleo", email: "cyrillic@idp.test" }),
      person({ username: "admin" }),
      person({ username: " " }),
      person({ username: "emil", isActive: false }),
      person({ username: "finn", email: "" }),
    ];
    const rules: ArrivalRules = {
      policy,
      rules: [
        {
          ...{ attribute: "group", value: "audit" },
          grant: { roleId: organizationAuditor, organizationId: defaultOrganization },
        },
      ],
    };
    const { db } = product.services;
    const undone = new Error("undone");
    /** What comes of them, and what is known of them afterwards; nothing of it stays. */
    const outcome = async (carry: (db: typeof product.services.db) => Promise<readonly CarriedOut[]>) => {
      let seen: unknown;
      const attempt = db.transaction().execute(async (transaction) => {
        const outcomes = await carry(transaction);
        const known = await Promise.all([
          sql`select name, username, email, phone, source from users order by username`.execute(transaction),
          sql`
            select u.username, b.role_id, b.org_id from role_bindings b join users u on u.id = b.user_id order by 1, 2, 3
          `.execute(transaction),
          sql`
            select l.subject, u.username, l.granted from user_source_links l join users u on u.id = l.user_id order by 1
          `.execute(transaction),
          sql`select resource, action, diff from operate_logs order by resource, action`.execute(transaction),
        ]);
        seen = [
          outcomes.map((one) => (one.action === "refuse" ? one.refusal : { ...one, userId: "", user: null })),
          known.map(({ rows }) => rows),
        ];
        throw undone;
      });
      await expect(attempt).rejects.toBe(undone);
      return seen;
    };
    const oneByOne = await outcome(async (transaction) => {
      const outcomes: CarriedOut[] = [];
      for (const one of many) outcomes.push(await carryOut(transaction, one, rules, "192.0.2.1"));
      return outcomes;
    });
    expect(await outcome((transaction) => carryOutMany(transaction, many, rules, "192.0.2.1"))).toEqual(
      oneByOne,
    );
    expect(JSON.stringify(oneByOne)).toContain('"username":"cleo"');
  });

  it("makes a user of somebody unknown, and finds them again by the link alone", async () => {
    const first = await come(person({ username: "mira", name: "Mira Sol", phone: "+49 30 901820" }));
    expect(first).toMatchObject({ action: "create", user: { username: "mira", source: "openid" } });
    const user = await look(idOf(first));
    expect(user).toMatchObject({
      name: "Mira Sol",
      email: "mira@idp.test",
      phone: { code: "+49", phone: 30901820 },
      source: { value: "openid" },
      system_roles: [{ display_name: "User" }],
      is_first_login: true,
    });
    const renamed = person({ username: "mira.sol", subject: "subject of mira", name: "Mira S." });
    expect(await plan(renamed)).toMatchObject({
      action: "enter",
      changes: [
        { field: "name", before: "Mira Sol", after: "Mira S." },
        { field: "username", before: "mira", after: "mira.sol" },
        { field: "email", before: "mira@idp.test", after: "mira.sol@idp.test" },
      ],
    });
    // A plan changes nobody.
    expect((await look(user.id)).username).toBe("mira");
    expect(idOf(await come(renamed))).toBe(user.id);
    expect(await look(user.id)).toMatchObject({ name: "Mira S.", username: "mira.sol" });
    expect(idOf(await come(person({ username: "other", subject: "subject of mira" }), { updates: [] }))).toBe(
      user.id,
    );
    expect((await look(user.id)).username).toBe("mira.sol");
    const { rows } = await product.database.pool.query(
      "select action, user_display from operate_logs where resource_id = $1 order by datetime",
      [user.id],
    );
    expect(rows).toEqual(["create", "update"].map((action) => ({ action, user_display: "System" })));
  });

  it("takes the same subject of another issuer for somebody else", async () => {
    const own = idOf(await come(person({ username: "twin" })));
    const other = await come(
      person({ username: "twin2", subject: "subject of twin", issuer: "https://other.test" }),
    );
    expect(idOf(other)).not.toBe(own);
  });

  it("does not take over a user of another source by name, nor anybody by e-mail", async () => {
    const local = await product.createUser({ email: "owner@corp.test" });
    const refused = await come(person({ username: local.username }));
    expect(refused).toMatchObject({ user: null, refusal: { code: "backend_not_match" } });
    const byMail = person({ username: "stranger-1", email: "OWNER@corp.test" });
    expect(await come(byMail)).toMatchObject({ user: null, refusal: { code: "backend_not_match" } });
    expect(await come(byMail, { trustedDomains: ["other.test"] })).toMatchObject({ user: null });
    const unverified = { ...byMail, isEmailVerified: false };
    expect(await come(unverified, { trustedDomains: ["corp.test"] })).toMatchObject({ user: null });
    expect(await plan(byMail, { trustedDomains: ["corp.test"] })).toMatchObject({
      action: "link",
      user: { id: local.id },
    });
    expect(idOf(await come(byMail, { trustedDomains: ["corp.test"], updates: [] }))).toBe(local.id);
    // The user stays what they were: the link is one more sign-in.
    expect((await look(local.id)).source.value).toBe("local");
  });

  it("links users of the same name where that is allowed, but never the first administrator", async () => {
    const local = await product.createUser({});
    const one = person({ username: local.username.toUpperCase() });
    expect(idOf(await come(one, { linksUsers: true, updates: [] }))).toBe(local.id);
    const chief = { linksUsers: true, trustedDomains: ["example.com"] };
    expect(await come(person({ username: "admin" }), chief)).toMatchObject({ user: null });
    const byMail = person({ username: "stranger-2", email: "admin@example.com" });
    expect(await come(byMail, chief)).toMatchObject({ user: null, refusal: { code: "backend_not_match" } });
  });

  it("refuses a name that the source has given to somebody else", async () => {
    const id = idOf(await come(person({ username: "recycled", subject: "first" })));
    const second = person({ username: "recycled", subject: "second", email: "second@idp.test" });
    expect(await come(second)).toMatchObject({ user: null, refusal: { code: "backend_not_match" } });
    const links = await product.administrator.call("GET", `sallyport/source-links/?user=${id}&limit=10`);
    expect(links.body.results).toMatchObject([{ subject: "first", issuer: "https://idp.test" }]);
    await product.administrator.call("DELETE", `sallyport/source-links/${links.body.results[0].id}/`);
    expect(idOf(await come(second))).toBe(id);
  });

  it("refuses who is unknown, disabled there, nameless or looks like somebody else", async () => {
    const refusal = async (one: SourcePerson, changed: Partial<ArrivalPolicy> = {}) => {
      const arrival = await come(one, changed);
      return arrival.user === null ? arrival.refusal.code : arrival.user.username;
    };
    expect(await refusal(person({ username: "nobody" }), { creates: false })).toBe("user_not_exist");
    expect(await refusal(person({ username: "gone", isActive: false }))).toBe("user_inactive");
    expect(await refusal(person({ username: "  " }))).toBe("user_not_exist");
    expect(await refusal(person({ username: "x".repeat(129) }))).toBe("user_not_exist");
    expect(await refusal(person({ username: "hid\u200bden" }))).toBe("user_not_exist");
    // The first letter is Cyrillic.
    expect(await refusal(person({ username: "аdmin" }))).toBe("user_not_exist");
    expect(await refusal(person({ username: "nomail", email: "" }))).toBe("user_not_exist");
    expect(await refusal(person({ username: "nomail", email: "" }), { emailSuffix: "corp.test" })).toBe(
      "nomail",
    );
  });

  it("gives roles and groups by rules, and takes back only what it gave", async () => {
    const group = (await product.administrator.call("POST", "users/groups/", { name: "from the source" }))
      .body.id;
    const rules: SourceRule[] = [
      { attribute: "groups", value: "Auditors", grant: { roleId: systemAuditor, organizationId: null } },
      {
        attribute: "groups",
        value: "auditors",
        grant: { roleId: organizationAuditor, organizationId: defaultOrganization },
      },
      { attribute: "groups", value: "*", grant: { groupId: group } },
    ];
    const member = person({ username: "grace", attributes: { groups: ["AUDITORS", "others"] } });
    const id = idOf(await come(member, {}, rules));
    const granted = await look(id);
    expect(granted.groups.map((one: { id: string }) => one.id)).toEqual([group]);
    expect(granted.system_roles.map((one: { id: string }) => one.id)).toContain(systemAuditor);
    const left = { ...member, attributes: {} };
    expect(await plan(left, {}, rules)).toMatchObject({
      losses: [{ roleId: systemAuditor }, { roleId: organizationAuditor }],
    });
    await come(left, {}, rules);
    const taken = await look(id);
    expect(taken.system_roles.map((one: { id: string }) => one.id)).not.toContain(systemAuditor);
    expect(taken.groups).toHaveLength(1);
    // What an administrator gave stays, also after a rule would have given it.
    await product.administrator.call("PATCH", `users/users/${id}/`, {
      system_roles: [...taken.system_roles.map((one: { id: string }) => one.id), systemAuditor],
    });
    await come(member, {}, rules);
    await come(left, {}, rules);
    const kept = await look(id);
    expect(kept.system_roles.map((one: { id: string }) => one.id)).toContain(systemAuditor);
  });

  it("makes one user of a person who arrives twice at once", async () => {
    const both = await Promise.all([1, 2].map(() => come(person({ username: "twice" }))));
    expect(new Set(both.map(idOf)).size).toBe(1);
  });

  it("keeps the first administrator a local one", async () => {
    const { rows } = await product.database.pool.query("select id from users where username = 'admin'");
    const answer = await product.administrator.call("PATCH", `users/users/${rows[0].id}/`, {
      source: "ldap",
    });
    expect(answer.body.source.value).toBe("local");
  });

  it("keeps rules to one grant each, in the organization a role needs", async () => {
    const write = (body: Readonly<Record<string, unknown>>) =>
      product.administrator.call("POST", "sallyport/source-rules/", {
        source: "openid",
        value: "staff",
        ...body,
      });
    expect((await write({})).body).toHaveProperty("role");
    expect((await write({ role: organizationAuditor })).body).toHaveProperty("organization");
    expect((await write({ role: systemAuditor, organization: defaultOrganization })).body).toHaveProperty(
      "organization",
    );
    const made = await write({ role: organizationAuditor, organization: defaultOrganization });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ attribute: "groups", role: { id: organizationAuditor } });
  });
});
