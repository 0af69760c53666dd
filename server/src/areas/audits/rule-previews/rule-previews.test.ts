import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { CommandDecider, type CommandRule } from "../../../transport/command-rules/index.ts";
import {
  assetLoginRuleFor,
  commandRulesFor,
  hiddenConnectMethods,
  loginRuleFor,
  type RuleEffect,
} from "../../acls/index.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const day = 86_400_000;

let product: TestProduct;
let admin: TestCaller;
let world: World;
const id = (name: string): string => world.ids[name] as string;
const people = ["mei", "tom", "zoe"] as const;

beforeAll(async () => {
  product = await createTestProduct();
  admin = product.administrator;
  for (const username of people) await product.createUser({ username, name: username });
  world = await createWorld(product.database.db, organizationId);
  world = { ...world, ids: { ...world.ids, zoe: await userId("zoe") } };
});
afterAll(() => product?.close());
afterEach(async () => {
  const rules = ["login_acls", "login_asset_acls", "connect_method_acls", "command_filter_acls"];
  for (const table of [...rules, "command_groups", "login_logs", "commands", "sessions"]) {
    await sql`delete from ${sql.table(table)}`.execute(product.database.db);
  }
});

async function userId(username: string): Promise<string> {
  return (await admin.call("GET", `users/users/?username=${username}`)).body[0].id;
}

const preview = (kind: string, body: object, caller = admin) =>
  caller.call("POST", `sallyport/acls/${kind}/preview/`, body as never);

const save = async (kind: string, body: object): Promise<string> => {
  const answer = await admin.call("POST", `acls/${kind}/`, body as never);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
};

const addresses = ["192.0.2.7", "198.51.100.9", "2001:db8::5", "::ffff:192.0.2.7"];

/** A moment of the last weeks, not so near to the edge that it could pass it meanwhile. */
const moments = fc
  .integer({ min: 1, max: 29 * 24 * 60 })
  .map((minutes) => new Date(Date.now() - minutes * 60_000));

const conditions = fc.record({
  ip_group: fc.constantFrom(["*"], [], ["192.0.2.0/24"], ["198.51.100.9", "2001:db8::/32"]),
  time_period: fc.constantFrom(
    [],
    [1, 2, 3, 4, 5].map((weekday) => ({ id: weekday, value: "08:00~12:00、13:00~18:30" })),
    [0, 6].map((weekday) => ({ id: weekday, value: "00:00~00:00" })),
  ),
});

const users = fc.constantFrom<() => object>(
  () => ({ type: "all" }),
  () => ({ type: "all" }),
  () => ({ type: "all" }),
  () => ({ type: "all" }),
  () => ({ type: "ids", ids: [id("mei")] }),
  () => ({ type: "attrs", attrs: [{ name: "username", match: "contains", value: "o" }] }),
  () => ({ type: "attrs", attrs: [{ name: "groups", match: "m2m", value: [id("builders")] }] }),
);

const assets = fc.constantFrom<() => object>(
  () => ({ type: "all" }),
  () => ({ type: "all" }),
  () => ({ type: "all" }),
  () => ({ type: "all" }),
  () => ({ type: "ids", ids: [id("front"), id("ledger")] }),
  () => ({ type: "attrs", attrs: [{ name: "nodes", match: "m2m", value: [id("web")] }] }),
  () => ({ type: "attrs", attrs: [{ name: "name", match: "startswith", value: "f" }] }),
);

const accounts = fc.constantFrom(
  ["@ALL"],
  ["@ALL"],
  ["*"],
  ["admin"],
  ["@INPUT"],
  ["release", "typed"],
  ["@ANON"],
);

const mostly = fc.constantFrom(true, true, true, false);

/** What all rules have, with names and places in the order that differ. */
const common = fc.record({
  priority: fc.integer({ min: 1, max: 4 }),
  action: fc.constantFrom("reject", "accept", "review"),
  is_active: mostly,
  users,
});

type Written<Part> = Part & { readonly users: () => object; readonly assets?: () => object };

const bodyOf = (name: string, { users: whom, assets: what, ...rest }: Written<object>): object => ({
  ...rest,
  name,
  users: whom(),
  ...(what === undefined ? {} : { assets: what() }),
  reviewers: [id("zoe")],
});

const effects = { accept: "allowed", reject: "refused", review: "held", warning: "warned" } as const;
const effectOf = (rule: { readonly action: keyof typeof effects } | null): RuleEffect =>
  rule === null ? "allowed" : effects[rule.action];

/** Compares what is foreseen of records with what the live decision says before and after a rule is saved. */
async function expectForeseen<Record extends { readonly id: string }>(
  kind: string,
  records: readonly Record[],
  others: readonly object[],
  draft: object,
  changes: boolean,
  live: (record: Record) => Promise<RuleEffect>,
) {
  const ids: string[] = [];
  for (const other of others) ids.push(await save(kind, other));
  const [edited] = ids;
  const isEdit = changes && edited !== undefined;
  const decide = async () => {
    const found = new Map<string, RuleEffect>();
    for (const record of records) found.set(record.id, await live(record));
    return found;
  };
  const before = await decide();
  const { status, body, text } = await preview(kind, isEdit ? { ...draft, id: edited } : draft);
  expect(status, text).toBe(200);
  if (isEdit) {
    const answer = await admin.call("PUT", `acls/${kind}/${edited}/`, draft as never);
    expect(answer.status, answer.text).toBe(200);
  } else await save(kind, draft);
  const after = await decide();
  const counts = { refused: 0, held: 0, warned: 0, allowed: 0 };
  const changed = new Map<string, RuleEffect>();
  for (const { id: record } of records) {
    const effect = after.get(record) as RuleEffect;
    if (before.get(record) === effect) continue;
    counts[effect] += 1;
    changed.set(record, effect);
  }
  const { refused, held, warned, allowed, stopped_at } = body;
  expect({ refused, held, warned, allowed, stopped_at }).toEqual({ ...counts, stopped_at: null });
  for (const row of body.results) expect([row.id, row.effect]).toEqual([row.id, changed.get(row.id)]);
  expect(body.results.length).toBeGreaterThanOrEqual(Math.min(1, changed.size));
  return changed.size;
}

/** Runs a property with its tables cleared between the cases; answers how many records changed in all. */
async function expectAlike<Values extends readonly unknown[]>(
  arbitraries: { [index in keyof Values]: fc.Arbitrary<Values[index]> },
  check: (...values: Values) => Promise<number>,
  clear: readonly string[],
) {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(...(arbitraries as unknown as [fc.Arbitrary<unknown>]), async (...values) => {
      for (const table of clear) await sql`delete from ${sql.table(table)}`.execute(product.database.db);
      changed += await check(...(values as unknown as Values));
    }),
    { numRuns: 10, seed: 19, endOnFailure: true },
  );
  // Nothing would be compared if nothing ever changed.
  expect(changed).toBeGreaterThan(0);
}

interface SignIn {
  readonly id: string;
  readonly username: string;
  readonly ip: string;
  readonly at: Date;
  readonly refused: boolean;
}

const signIns = fc.array(
  fc.record({
    id: fc.uuid({ version: 4 }),
    username: fc.constantFrom(...people),
    ip: fc.constantFrom(...addresses),
    at: moments,
    refused: fc.boolean(),
  }),
  { minLength: 10, maxLength: 16 },
);

const recordSignIns = async (records: readonly SignIn[]) => {
  for (const { id: key, username, ip, at, refused } of records) {
    await sql`insert into login_logs (id, username, type, ip, status, reason, datetime)
      values (${key}::uuid, ${username}, 'W', ${ip}, ${!refused}, ${refused ? "acl_not_allow" : ""}, ${at})`.execute(
      product.database.db,
    );
  }
};

interface Connection {
  readonly id: string;
  readonly user: (typeof people)[number];
  readonly asset: string;
  readonly account: string;
  readonly ip: string;
  readonly at: Date;
  readonly way: string;
}

const connections = fc.array(
  fc.record({
    id: fc.uuid({ version: 4 }),
    user: fc.constantFrom(...people),
    asset: fc.constantFrom("front", "proxy", "ledger"),
    account: fc.constantFrom("front/admin", "@INPUT", "@USER", "gone", "jump"),
    ip: fc.constantFrom(...addresses),
    at: moments,
    way: fc.constantFrom("web_cli", "ssh_client", "sftp_client"),
  }),
  { minLength: 10, maxLength: 16 },
);

/** How a session keeps its account, and what rules are asked with when it is opened. */
const accountsOf = (user: string) =>
  ({
    "front/admin": { id: id("front/admin"), shown: "admin(admin)", username: "admin", typed: "" },
    "@INPUT": { id: "@INPUT", shown: "Manual(typed)", username: "@INPUT", typed: "typed" },
    "@USER": { id: "@USER", shown: `Same(${user})`, username: user, typed: "" },
    gone: { id: randomUUID(), shown: "release key(release)", username: "release", typed: "" },
    jump: { id: id("front/admin"), shown: "-", username: null, typed: "" },
  }) as Readonly<Record<string, { id: string; shown: string; username: string | null; typed: string }>>;

const accountOf = ({ user, account }: Connection) => {
  const found = accountsOf(user)[account];
  if (found === undefined) throw new Error(account);
  return found;
};

const recordConnections = async (records: readonly Connection[]) => {
  for (const record of records) {
    const { id: key, user, asset, ip, at, way } = record;
    const account = accountOf(record);
    await sql`insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol,
        login_from, remote_addr, date_start)
      values (${key}::uuid, ${organizationId}::uuid, ${`${user}(${user})`}, ${id(user)}::uuid, ${asset}, ${id(asset)}::uuid,
        ${account.shown}, ${account.id}, ${way === "sftp_client" ? "sftp" : "ssh"}, ${way === "web_cli" ? "WT" : "ST"},
        ${ip}, ${at})`.execute(product.database.db);
  }
};

describe("what a rule would have done is what the live decision says", () => {
  it("of sign-ins", () =>
    expectAlike(
      [
        signIns,
        fc.array(fc.tuple(common, conditions), { maxLength: 3 }),
        fc.tuple(common, conditions),
        fc.boolean(),
      ] as const,
      async (records, others, [draft, rules], changes) => {
        await recordSignIns(records);
        return expectForeseen(
          "login-acls",
          records,
          others.map(([other, where], at) => bodyOf(`rule ${at}`, { ...other, rules: where } as never)),
          bodyOf("the draft", { ...draft, rules } as never),
          changes,
          async ({ username, ip, at }) =>
            effectOf(await loginRuleFor(product.services, { userId: id(username), remoteAddress: ip, at })),
        );
      },
      ["login_acls", "login_logs"],
    ));

  it("of connections", () =>
    expectAlike(
      [
        connections,
        fc.array(fc.tuple(common, conditions, assets, accounts), { maxLength: 3 }),
        fc.tuple(common, conditions, assets, accounts),
        fc.boolean(),
      ] as const,
      async (records, others, [draft, rules, what, by], changes) => {
        await recordConnections(records);
        return expectForeseen(
          "login-asset-acls",
          records,
          others.map(([other, where, which, whose], at) =>
            bodyOf(`rule ${at}`, { ...other, rules: where, assets: which, accounts: whose } as never),
          ),
          bodyOf("the draft", { ...draft, rules, assets: what, accounts: by } as never),
          changes,
          async (record) =>
            effectOf(
              await assetLoginRuleFor(product.services, {
                userId: id(record.user),
                assetId: id(record.asset),
                organizationId,
                accountUsername: accountOf(record).username,
                typedUsername: accountOf(record).typed,
                remoteAddress: record.ip,
                at: record.at,
              }),
            ),
        );
      },
      ["login_asset_acls", "sessions"],
    ));

  it("of ways of connecting", () => {
    const methods = fc.subarray(["web_cli", "ssh_client", "sftp_client"]);
    const rule = fc.record({ is_active: mostly, users, connect_methods: methods });
    return expectAlike(
      [connections, fc.array(rule, { maxLength: 3 }), rule, fc.boolean()] as const,
      async (records, others, draft, changes) => {
        await recordConnections(records);
        return expectForeseen(
          "connect-method-acls",
          records,
          others.map((other, at) => bodyOf(`rule ${at}`, other)),
          bodyOf("the draft", draft),
          changes,
          async ({ user, way }) =>
            (await hiddenConnectMethods(product.services, id(user))).has(way) ? "refused" : "allowed",
        );
      },
      ["connect_method_acls", "sessions"],
    );
  });

  it("of commands", async () => {
    const groupIds: string[] = [];
    for (const [name, type, content] of [
      ["Deletions", "command", "rm\nshred"],
      ["Power", "regex", "reboot|shut.*now"],
    ]) {
      groupIds.push(await save("command-groups", { name, type, content }));
    }
    const whose = fc.constantFrom(["@ALL"], ["*"], ["admin", "typed"], ["release"]);
    const action = fc.constantFrom("reject", "warning", "reject", "accept");
    const rule = fc.tuple(common, assets, whose, action, fc.subarray([0, 1], { minLength: 1 }), fc.boolean());
    const lines = ["rm -rf /", "sudo r\\m x", "shred x", "reboot", "shutdown now", "$(x) y", "echo farm"];
    await expectAlike(
      [
        connections,
        fc.infiniteStream(fc.constantFrom(...lines)),
        fc.array(rule, { maxLength: 3 }),
        rule,
        fc.boolean(),
      ] as const,
      async (sessions, said, others, draft, changes) => {
        const open = sessions.filter(({ account }) => account !== "jump");
        await recordConnections(open);
        const records = open.map((session) => ({
          session,
          id: randomUUID(),
          line: String(said.next().value),
        }));
        for (const { session, id: key, line } of records) {
          await sql`insert into commands (id, org_id, session_id, "user", asset, account, input, command, output,
              source, date_executed)
            values (${key}::uuid, ${organizationId}::uuid, ${session.id}::uuid, ${session.user}, ${session.asset},
              ${accountOf(session).shown}, ${line}, ${line}, '', 'exact', ${session.at})`.execute(
            product.database.db,
          );
        }
        const body = (name: string, [all, what, by, does, which, only]: typeof draft) =>
          bodyOf(name, {
            ...all,
            assets: what,
            accounts: by,
            action: does,
            command_groups: which.map((at) => groupIds[at]),
            only_readable: only,
          } as never);
        return expectForeseen(
          "command-filter-acls",
          records,
          others.map((other, at) => body(`rule ${at}`, other)),
          body("the draft", draft),
          changes,
          async ({ session, line }) => {
            const { username, typed } = accountOf(session);
            const rules: readonly CommandRule[] = await commandRulesFor(product.services, {
              userId: id(session.user),
              assetId: id(session.asset),
              organizationId,
              usernames: [typed === "" ? String(username) : typed],
            });
            return effectOf(new CommandDecider(rules).decide([{ text: line, isReadable: true }]));
          },
        );
      },
      ["command_filter_acls", "commands", "sessions"],
    );
  });
});

describe("a preview of a rule", () => {
  const draft = { name: "Draft", users: { type: "all" }, rules: {} };

  it("looks at the last 30 days, names the newest ten of each effect, and saves nothing", async () => {
    const records = [...Array(12).keys()].map((hours) => ({
      id: randomUUID(),
      username: "mei",
      ip: "192.0.2.7",
      at: new Date(Date.now() - (hours + 1) * 3_600_000),
      refused: false,
    }));
    const old = {
      id: randomUUID(),
      username: "mei",
      ip: "192.0.2.7",
      at: new Date(Date.now() - 31 * day),
      refused: false,
    };
    await recordSignIns([...records, old]);
    const before = await sql`select count(*) from login_acls`.execute(product.database.db);
    const { status, body, text } = await preview("login-acls", {
      ...draft,
      users: { type: "ids", ids: [id("mei")] },
    });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({
      refused: 12,
      held: 0,
      warned: 0,
      allowed: 0,
      examined: 12,
      stopped_at: null,
    });
    expect(body.results.map((row: { id: string }) => row.id)).toEqual(
      records.slice(0, 10).map((row) => row.id),
    );
    expect(body.results[0]).toMatchObject({ effect: "refused", user: "mei", remote_addr: "192.0.2.7" });
    expect((await sql`select count(*) from login_acls`.execute(product.database.db)).rows).toEqual(
      before.rows,
    );
    const count = await sql<{ count: number }>`
      select count(*)::int as count from operate_logs where resource = 'Draft'
    `.execute(product.database.db);
    expect(count.rows[0]?.count).toBe(0);
  });

  it.each([
    ["login-acls", {}],
    ["login-acls", { ...draft, rules: { ip_group: ["10.0.0"] } }],
    ["login-acls", { ...draft, users: { type: "attrs", attrs: [{ name: "no", value: 1 }] } }],
    ["login-acls", { ...draft, action: "review", reviewers: [] }],
    ["login-asset-acls", draft],
    ["connect-method-acls", { ...draft, connect_methods: "web_cli" }],
    [
      "command-filter-acls",
      { ...draft, assets: { type: "all" }, accounts: ["@ALL"], command_groups: [randomUUID()] },
    ],
    ["login-acls", []],
  ])("of %s refuses what saving refuses: %j", async (kind, body) => {
    const looked = await preview(kind, body);
    expect([looked.status, typeof looked.body]).toEqual([400, "object"]);
  });

  it("is for who may make the rule and see what was done; others are told nothing", async () => {
    expect((await preview("login-acls", { ...draft, id: randomUUID() })).status).toBe(404);
    const codes = ["acls.view_loginacl", "acls.add_loginacl", "audits.view_userloginlog"];
    const callerWith = async (username: string, held: readonly string[]) => {
      const roles: Record<string, string[]> = {};
      for (const scope of ["system", "org"]) {
        const { body: all } = await admin.call("GET", `rbac/permissions/?scope=${scope}`);
        const permissions = all
          .filter((one: { content_type: { app_label: string }; codename: string }) =>
            held.includes(`${one.content_type.app_label}.${one.codename}`),
          )
          .map(({ id: number }: { id: number }) => number);
        const made = await admin.call("POST", `rbac/${scope}-roles/`, { name: username, scope, permissions });
        expect(made.status, made.text).toBe(201);
        roles[`${scope}_roles`] = [made.body.id];
      }
      return product.signIn((await product.createUser({ username, ...roles })).id);
    };
    const maker = await callerWith("maker", codes);
    expect((await preview("login-acls", draft, maker)).status).toBe(200);
    const rule = await save("login-acls", { ...draft, name: "There already", is_active: false });
    expect((await preview("login-acls", { ...draft, id: rule }, maker)).status).toBe(403);
    for (const missing of codes) {
      const held = codes.filter((code) => code !== missing);
      const caller = await callerWith(`no ${missing}`.replaceAll(/\W/g, "-"), held);
      expect([missing, (await preview("login-acls", draft, caller)).status]).toEqual([missing, 403]);
    }
  });
});
