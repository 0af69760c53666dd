import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../engine/json.ts";
import { prepareResource } from "../engine/resource/index.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "./product.ts";

const path = "sallyport/search/";
const organizationRoles = {
  admin: "00000000-0000-0000-0000-000000000005",
  auditor: "00000000-0000-0000-0000-000000000006",
  user: "00000000-0000-0000-0000-000000000007",
};

let product: TestProduct;
let admin: TestCaller;
const ids: Record<string, string> = {};

async function make(
  list: string,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await admin.call("POST", list, body, headers);
  if (answer.status !== 201) throw new Error(`${list}: ${answer.status} ${answer.text}`);
  return answer.body.id;
}

const host = (name: string, address: string, comment = "", headers = {}): Promise<string> =>
  make(
    "assets/hosts/?platform=1",
    { name, address, platform: 1, comment, protocols: [{ name: "ssh", port: 22 }] },
    headers,
  );

/** A session that began so many minutes ago. */
async function session(asset: string, minutes: number, isFinished: boolean): Promise<string> {
  const id = randomUUID();
  await product.database.pool.query(
    `insert into sessions (id, org_id, "user", asset, account, account_id, protocol, login_from, is_finished,
       date_start, date_end)
     values ($1, '00000000-0000-0000-0000-000000000002', 'Zoe(zoe)', $2, 'root(root)', '', 'ssh', 'WT', $3,
       now() - $4 * interval '1 minute', case when $3 then now() end)`,
    [id, asset, isFinished, minutes],
  );
  return id;
}

interface Group {
  readonly resource: string;
  readonly results: readonly { readonly id: string; readonly title: string; readonly subtitle: string }[];
  readonly more: boolean;
}

async function groups(caller: TestCaller, search: string, query = "", headers = {}): Promise<Group[]> {
  const { status, body } = await caller.call(
    "GET",
    `${path}?search=${encodeURIComponent(search)}${query}`,
    undefined,
    headers,
  );
  expect(status).toBe(200);
  return body.groups;
}

/** Titles of what is found in a list. */
async function titles(search: string, resource = "assets/assets", query = ""): Promise<string[]> {
  const found = await groups(admin, search, `&resource=${resource}${query}`);
  return (found[0]?.results ?? []).map(({ title }) => title);
}

/** The lists in which somebody finds something. */
const fruitful = async (caller: TestCaller, search: string, headers = {}): Promise<string[]> =>
  (await groups(caller, search, "", headers))
    .filter(({ results }) => results.length > 0)
    .map(({ resource }) => resource)
    .sort();

beforeAll(async () => {
  product = await createTestProduct();
  admin = product.administrator;
  ids.quay = await host("quay-01", "10.8.0.1");
  await host("quay", "10.8.0.9");
  await host("old-quay", "10.8.0.2");
  await host("buoy", "10.8.0.3", "beside the quay");
  await host("unquay", "10.8.0.4");
  await host("上海凤凰数据库", "10.8.0.5");
  await host("東京ゲートウェイ", "10.8.0.6");
  ids.user = (await product.createUser({ username: "quayside", name: "Qing 青木" })).id;
  ids.group = await make("users/groups/", { name: "Quay keepers" });
  ids.account = await make("accounts/accounts/", { name: "tide", username: "deploy", asset: ids.quay });
  ids.permission = await make("perms/asset-permissions/", {
    name: "Quay access",
    users: [ids.user],
    assets: [ids.quay],
    accounts: ["@ALL"],
  });
  await session("quay-01(10.8.0.1)", 3, true);
  await session("quay-01(10.8.0.1)", 1, true);
  ids.running = await session("quay-01(10.8.0.1)", 50, false);
});
afterAll(() => product?.close());

describe("what is found", () => {
  test("all that is called so, each in its list", async () => {
    expect(await fruitful(admin, "quay")).toEqual([
      "accounts/accounts",
      "assets/assets",
      "perms/asset-permissions",
      "terminal/sessions",
      "users/groups",
      "users/users",
    ]);
  });

  test("names an object, and tells it apart", async () => {
    const [found] = await groups(admin, "quay-01", "&resource=assets/assets");
    expect(found?.results).toEqual([
      {
        id: ids.quay,
        title: "quay-01",
        subtitle: "10.8.0.1 · Linux",
        facts: { is_active: true, auto_config: expect.any(Object) },
      },
    ]);
  });

  test("the name itself first, then what begins so, words that begin so, and the rest", async () => {
    expect(await titles("quay")).toEqual(["quay", "quay-01", "buoy", "old-quay", "unquay"]);
    expect(await titles("QUAY-0")).toEqual(["quay-01"]);
    expect(await titles("10.8.0.9")).toEqual(["quay"]);
  });

  test("every word somewhere, also in what the asset of an account is called", async () => {
    expect(await titles("deploy quay", "accounts/accounts")).toEqual(["tide"]);
    expect(await titles("10.8.0.1 tide", "accounts/accounts")).toEqual(["tide"]);
    expect(await titles("deploy buoy", "accounts/accounts")).toEqual([]);
  });

  test("an account follows the name of its asset", async () => {
    const hosts = `assets/hosts/${ids.quay}/`;
    await admin.call("PATCH", hosts, { name: "renamed-01" });
    expect(await titles("tide renamed", "accounts/accounts")).toEqual(["tide"]);
    await admin.call("PATCH", hosts, { name: "quay-01" });
    expect(await titles("tide renamed", "accounts/accounts")).toEqual([]);
    expect((await admin.call("GET", "accounts/accounts/?search=tide%20quay")).body).toHaveLength(1);
  });

  test("names in Chinese and Japanese, by any part of them", async () => {
    for (const part of ["凤", "凤凰", "上海凤凰", "数据库"])
      expect(await titles(part)).toEqual(["上海凤凰数据库"]);
    expect(await titles("ゲート")).toEqual(["東京ゲートウェイ"]);
    expect(await titles("青木", "users/users")).toEqual(["Qing 青木"]);
  });

  test("sessions that run, then the latest; short words too", async () => {
    for (const typed of ["zoe", "zo", "z q"]) {
      const [found] = await groups(admin, typed, "&resource=terminal/sessions");
      expect(found?.results).toHaveLength(3);
      expect(found?.results[0]?.id).toBe(ids.running);
    }
  });

  test("no more than asked for, and whether there is more", async () => {
    const [few] = await groups(admin, "quay", "&resource=assets/assets&limit=2");
    expect([few?.results.length, few?.more]).toEqual([2, true]);
    const [all] = await groups(admin, "quay", "&resource=assets/assets&limit=5");
    expect([all?.results.length, all?.more]).toEqual([5, false]);
    expect(await titles("1", "assets/assets", "&limit=9999")).toHaveLength(7);
  });

  test("nothing, where nothing is typed", async () => {
    expect(await groups(admin, " , ")).toEqual([]);
    expect((await admin.call("GET", path)).body).toEqual({ groups: [] });
  });
});

describe("who finds what", () => {
  const member = async (role: string) => product.signIn((await product.createUser({ org_roles: [role] })).id);

  test("nobody without signing in", async () => {
    expect((await product.anonymous.call("GET", `${path}?search=quay`)).status).toBe(401);
  });

  test("exactly the lists a person may read are looked through", async () => {
    for (const role of Object.values(organizationRoles)) {
      const caller = await member(role);
      const looked = (await groups(caller, "quay")).map(({ resource }) => resource);
      const every = (await groups(admin, "quay")).map(({ resource }) => resource);
      for (const resource of every) {
        const { status } = await caller.call("GET", `${resource}/?limit=1`);
        expect([resource, looked.includes(resource)]).toEqual([resource, status === 200]);
      }
    }
  });

  test("a user finds the assets granted to them and nothing else", async () => {
    expect(await fruitful(await member(organizationRoles.user), "quay")).toEqual([]);
    const granted = await product.signIn(ids.user as string);
    expect(await fruitful(granted, "quay")).toEqual(["perms/users/self/assets"]);
    const [found] = await groups(granted, "1");
    expect(found?.results.map(({ title }) => title)).toEqual(["quay-01"]);
  });

  test("what was found is what the list finds", async () => {
    for (const [resource, typed] of [
      ["assets/assets", "quay"],
      ["users/users", "quay"],
      ["accounts/accounts", "deploy"],
      ["perms/asset-permissions", "acc"],
      ["terminal/sessions", "root ssh"],
    ] as const) {
      const [found] = await groups(admin, typed, `&resource=${resource}&limit=20`);
      const { body } = await admin.call("GET", `${resource}/?search=${encodeURIComponent(typed)}`);
      expect(found?.results.map(({ id }) => id).sort()).toEqual(
        body.map(({ id }: { id: string }) => id).sort(),
      );
      expect(found?.results.length).toBeGreaterThan(0);
    }
  });

  test("nothing of another organization, and all of them in the view over all", async () => {
    const elsewhere = await make("orgs/orgs/", { name: "Elsewhere" });
    const inElsewhere = { "x-jms-org": elsewhere };
    await host("quay-elsewhere", "10.8.0.1", "", inElsewhere);
    expect(await titles("quay")).not.toContain("quay-elsewhere");
    expect(await fruitful(admin, "quay", inElsewhere)).toEqual(["assets/assets"]);
    const root = await groups(admin, "quay-", "&resource=assets/assets", { "x-jms-org": "root" });
    expect(root[0]?.results.map(({ subtitle }) => subtitle)).toContain("10.8.0.1 · Linux · Elsewhere");
  });

  test("no secret is among what is told", async () => {
    const { text } = await admin.call("GET", `${path}?search=tide`);
    expect(text).not.toMatch(/secret|password/);
  });
});

describe("hostile input", () => {
  test.each([
    "%",
    "_",
    "\\",
    "100%_\\",
    "' or 1=1 --",
    "(.*)+$",
    "[",
    "\u0000\u0001\u001b[2J",
    "\u202e\u200d",
    "🦄".repeat(60),
    Array.from({ length: 80 }, () => "zz").join(" "),
  ])("%j is looked for as it is", async (typed) => {
    const { status, body } = await admin.call("GET", `${path}?search=${encodeURIComponent(typed)}`);
    expect(status).toBe(200);
    expect(body.groups.flatMap(({ results }: Group) => results)).toEqual([]);
  });

  test("bytes that are no text are looked for as what replaces them", async () => {
    expect((await admin.call("GET", `${path}?search=%ed%a0%80%ff`)).status).toBe(200);
  });

  test("wildcards are letters", async () => {
    const named = await host("a%b_c", "10.8.1.1");
    for (const typed of ["%", "_", "a%b_c", "%b"]) expect(await titles(typed)).toEqual(["a%b_c"]);
    await admin.call("DELETE", `assets/hosts/${named}/`);
  });

  test("a text nobody types is refused, odd limits and unknown lists are not", async () => {
    const long = await admin.call("GET", `${path}?search=${"a".repeat(257)}`);
    expect([long.status, Object.keys(long.body)]).toEqual([400, ["search"]]);
    expect(await groups(admin, "quay", "&resource=users/passwords,%00")).toEqual([]);
    for (const limit of ["-1", "0", "1e9", "x", ""])
      expect((await groups(admin, "quay", `&limit=${limit}`)).length).toBeGreaterThan(0);
  });
});

describe("a declaration", () => {
  const found = { title: "name", subtitle: [] };
  const declarations = () => product.product.areas.flatMap(({ resources = [] }) => resources);
  const named = (wanted: string) => {
    const declaration = declarations().find(({ path: own }) => own === wanted);
    if (declaration === undefined) throw new Error(`no resource ${wanted}`);
    return declaration;
  };

  test("cannot have found what asks for a confirmation or has no text to search", () => {
    expect(() => prepareResource({ ...named("accounts/account-secrets"), found })).toThrow("confirmation");
    expect(() => prepareResource({ ...named("assets/domains"), found })).toThrow("no text");
    const assets = named("assets/assets");
    expect(() => prepareResource({ ...assets, found: { ...found, title: "nmae" } })).toThrow('"nmae"');
  });
});
