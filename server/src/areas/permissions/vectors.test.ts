import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { type Vector, vectors } from "./testing/vectors.ts";
import { createWorld, type World } from "./testing/world.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
let product: TestProduct;
let world: World;
const people = new Map<string, TestCaller>();

beforeAll(async () => {
  product = await createTestProduct();
  for (const username of ["mei", "tom"]) {
    const { id } = await product.createUser({ username });
    people.set(username, await product.signIn(id));
  }
  world = await createWorld(product.database.db, organizationId);
  // Nothing but SSH is carried yet: what is anonymous there stands for a web site.
  await sql`update assets set protocols = '[{"name": "ssh", "port": 22}]'`.execute(product.database.db);
});
afterAll(() => product?.close());

const id = (name: string): string => world.ids[name] as string;

interface Account {
  readonly alias: string;
  readonly actions: readonly { readonly value: string }[];
}

/** The same answer by the user's own address and by an administrator's. */
async function both(user: string, path: string) {
  const own = await (people.get(user) as TestCaller).call("GET", `perms/users/self/${path}`);
  const other = await product.administrator.call("GET", `perms/users/${id(user)}/${path}`);
  expect(other.status).toBe(own.status);
  expect(other.body).toEqual(own.body);
  return own;
}

async function check({ permissions, user = "mei", accounts, assets, tokens }: Vector): Promise<void> {
  await world.permit(...permissions);
  for (const [asset, expected] of Object.entries(accounts ?? {})) {
    const { status, body } = await both(user, `assets/${id(asset)}/accounts/`);
    expect(status).toBe(expected === null ? 404 : 200);
    if (expected === null) continue;
    const found = (body as Account[]).map(({ alias, actions }) => [alias, actions.map(({ value }) => value)]);
    expect(Object.fromEntries(found)).toEqual(expected);
  }
  if (assets !== undefined) {
    const { body } = await both(user, "assets/");
    expect(body.map(({ name }: { name: string }) => name)).toEqual(assets);
  }
  for (const [requested, expected] of Object.entries(tokens ?? {})) {
    const [asset = "", ...alias] = requested.split(" ");
    const made = await (people.get(user) as TestCaller).call("POST", "authentication/connection-token/", {
      asset: id(asset),
      account: alias.join(" "),
      protocol: "ssh",
      connect_method: "web_cli",
    });
    expect(made.status === 201 ? "made" : made.body.code).toBe(expected);
  }
}

describe("decisions of the contract", () => {
  test.each(vectors.map((vector) => [vector.about, vector] as const))("%s", (_about, vector) =>
    check(vector),
  );
});

describe("trees of the contract", () => {
  const mixed = [
    { users: ["mei"], nodes: ["web"], accounts: ["@ALL"] },
    { users: ["mei"], assets: ["ledger"], accounts: ["@ALL"] },
  ] as const;
  const tree = async (path: string): Promise<string[]> => {
    const { body } = await both("mei", path);
    return body.map(({ name }: { name: string }) => name.replace(/^.*? \((\d+)\)$/, (all) => all));
  };

  test("the top: favourites, the one root, and what is below it", async () => {
    await world.permit(...mixed);
    const [favorite, root, ...below] = await tree("nodes/children/tree/");
    expect([favorite, below]).toEqual(["Favorite (0)", ["store (1)", "web (3)"]]);
    expect(root).toMatch(/\(4\)$/);
  });

  test("assets granted by name stay out of the tree where the setting says so", async () => {
    await world.permit(...mixed);
    await product.configure({ PERM_SINGLE_ASSET_TO_UNGROUP_NODE: true });
    const [ungrouped, favorite, root, ...below] = await tree("nodes/children/tree/");
    expect([ungrouped, favorite, below]).toEqual(["Ungrouped (1)", "Favorite (0)", ["web (3)"]]);
    expect(root).toMatch(/\(3\)$/);
    expect((await both("mei", "nodes/ungrouped/assets/")).body).toMatchObject([{ name: "ledger" }]);
    expect((await both("mei", "ungroup/assets/tree/")).body).toMatchObject([{ name: "ledger" }]);
    await product.configure({ PERM_SINGLE_ASSET_TO_UNGROUP_NODE: false });
    expect((await both("mei", "ungroup/assets/tree/")).body).toEqual([]);
  });

  test("favourites are those one may still use", async () => {
    const mei = people.get("mei") as TestCaller;
    await world.permit({ users: ["mei"], assets: ["front", "bench"], accounts: ["@ALL"] });
    for (const name of ["front", "bench"]) {
      expect((await mei.call("POST", "assets/favorite-assets/", { asset: id(name) })).status).toBe(201);
    }
    await world.permit({ groups: ["builders"], nodes: ["web"], accounts: ["admin"] });
    expect((await both("mei", "nodes/favorite/assets/")).body).toMatchObject([{ name: "front" }]);
  });

  test("what is granted, by category and type", async () => {
    await world.permit({ users: ["mei"], nodes: ["store"], accounts: ["@ALL"] });
    const path = "nodes/children-with-assets/category/tree/";
    const items = async (query: string) =>
      (
        (await both("mei", `${path}${query}`)).body as {
          id: string;
          pId: string;
          name: string;
          open: boolean;
        }[]
      ).map(({ id: item, pId, name, open }) => [item, pId, name, open]);
    expect(await items("")).toEqual([
      ["ROOT", "", "All types(4)", true],
      ["ROOT_HOST", "ROOT", "Host(3)", true],
      ["ROOT_HOST_linux", "ROOT_HOST", "Linux(3)", false],
      ["ROOT_WEB", "ROOT", "Web(1)", true],
      ["ROOT_WEB_website", "ROOT_WEB", "Website(1)", false],
    ]);
    expect((await items("?n=1")).map(([item]) => item)[0]).toBe("ROOT_HOST");
    expect(await items("?type=website")).toEqual([[id("wiki"), "ROOT_WEB_website", "wiki", false]]);
    const whole = await items("?sync=1");
    expect(whole.filter(([, parent]) => parent === "ROOT_HOST_linux").map(([, , name]) => name)).toEqual([
      "asleep",
      "bridge",
      "ledger",
    ]);
    expect(whole.slice(0, 5).every(([, , , open]) => open)).toBe(true);
  });
});
