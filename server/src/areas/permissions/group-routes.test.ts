import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { createWorld, type World } from "./testing/world.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const organizationAdmin = "00000000-0000-0000-0000-000000000005";
let product: TestProduct;
let world: World;
let admin: TestCaller;

beforeAll(async () => {
  product = await createTestProduct();
  admin = product.administrator;
  world = await createWorld(product.database.db, organizationId);
});
afterAll(() => product?.close());
beforeEach(() => world.permit());

const id = (name: string): string => world.ids[name] as string;

interface Item {
  readonly name: string;
  readonly value?: string;
  readonly assets_amount?: number;
}

const view = async (path: string, caller = admin): Promise<Item[]> => {
  const { status, body } = await caller.call("GET", `perms/user-groups/${id("builders")}/${path}`);
  expect({ path, status }).toEqual({ path, status: 200 });
  return body;
};

const names = async (path: string): Promise<string[]> => (await view(path)).map(({ name }) => name);

describe("what is granted to a group", () => {
  test("is what its valid permissions name, directly and below nodes, and nothing of its members' own", async () => {
    await world.permit(
      { groups: ["builders"], nodes: ["web/live"], assets: ["ledger"] },
      { users: ["mei"], assets: ["bench"] },
      { groups: ["builders"], nodes: ["lab"], expires: -1 },
    );
    expect(await names("assets/")).toEqual(["bridge", "front", "ledger"]);
    expect(await names("assets/?name=front")).toEqual(["front"]);
    expect(await names("assets/?search=ledger.ex")).toEqual(["ledger"]);
    const page = await admin.call("GET", `perms/user-groups/${id("builders")}/assets/?limit=1&offset=1`);
    expect(page.body).toMatchObject({ count: 3, results: [{ name: "front" }] });
    // Below a granted node everything; above one only what is reached.
    expect(await names(`nodes/${id("web/live")}/assets/`)).toEqual(["bridge", "front"]);
    expect(await names(`nodes/${id("web")}/assets/`)).toEqual(["bridge", "front"]);
    expect(await names(`nodes/${id("store")}/assets/`)).toEqual(["ledger"]);
    expect(await names(`nodes/${id("lab")}/assets/`)).toEqual([]);
  });

  test("stands in the tree with the way to it, level by level, without counts in the names", async () => {
    await world.permit({ groups: ["builders"], nodes: ["web/live"], assets: ["ledger"] });
    const root = (await names("nodes/children/tree/"))[0] as string;
    const [top] = await view("nodes/children/");
    expect(top).toMatchObject({ name: root, assets_amount: 3 });
    expect(await names(`nodes/children/tree/?key=${world.rootKey}`)).toEqual(["store", "web"]);
    expect(await names(`nodes/children/?id=${id("web")}`)).toEqual(["live"]);
    expect(await names("nodes/children/tree/?search=LIV&all=all")).toEqual([root, "web", "live"]);
    expect(await names("nodes/children/tree/?search=lab")).toEqual([]);
    expect((await view("nodes/")).map(({ value }) => value).sort()).toEqual(
      [root, "live", "store", "web"].sort(),
    );
  });

  test("names its accounts; whom the same-named account is for stays open", async () => {
    await world.permit({ groups: ["builders"], nodes: ["web"], accounts: ["admin", "@USER", "@INPUT"] });
    const found = await view(`assets/${id("front")}/accounts/`);
    expect(found.map(({ name }) => name)).toEqual(["admin", "Dynamic user", "Manual input"]);
    const searched = await view(`assets/${id("front")}/accounts/?search=ADM`);
    expect(searched.map(({ name }) => name)).toEqual(["admin"]);
    expect(await view(`assets/${id("ledger")}/accounts/`)).toEqual([]);
    const { status } = await admin.call(
      "GET",
      `perms/user-groups/${id("builders")}/assets/${id("asleep")}/accounts/`,
    );
    expect(status).toBe(404);
  });

  test("is told to who may see what users are granted, in the group's organization", async () => {
    await world.permit({ groups: ["builders"], assets: ["front"] });
    const keeper = await product.createUser({ username: "keeper", org_roles: [organizationAdmin] });
    expect(await view("assets/", await product.signIn(keeper.id))).toHaveLength(1);
    const plain = await product.createUser({ username: "plain" });
    const address = `perms/user-groups/${id("builders")}/assets/`;
    expect((await (await product.signIn(plain.id)).call("GET", address)).status).toBe(403);
    const other = (await admin.call("POST", "orgs/orgs/", { name: "Next door" })).body.id;
    const there = await admin.call("GET", address, undefined, { "x-jms-org": other });
    expect(there.status).toBe(404);
    const everywhere = await admin.call("GET", address, undefined, {
      "x-jms-org": "00000000-0000-0000-0000-000000000000",
    });
    expect(everywhere.body).toHaveLength(1);
  });

  test.each(["assets/", "nodes/", "nodes/children/", "nodes/children/tree/"])(
    "an id that is none, or nobody's, is not found: %s",
    async (path) => {
      for (const group of ["x", "11111111-1111-4111-8111-111111111111", id("mei")]) {
        expect((await admin.call("GET", `perms/user-groups/${group}/${path}`)).status).toBe(404);
      }
    },
  );
});

test("the tree of what a user is granted can be searched", async () => {
  await world.permit({ groups: ["builders"], nodes: ["web/live"] });
  const { body } = await admin.call(
    "GET",
    `perms/users/${id("mei")}/nodes/children/tree/?search=live&all=all`,
  );
  expect(body.map(({ meta }: { meta: { data: { value: string } } }) => meta.data.value)).toEqual([
    expect.any(String),
    "web",
    "live",
  ]);
});
