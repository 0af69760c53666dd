import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { createWorld, type World } from "./testing/world.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const path = "perms/asset-permissions/";
let product: TestProduct;
let world: World;
let mei: TestCaller;
let tom: TestCaller;
let admin: TestCaller;

beforeAll(async () => {
  product = await createTestProduct();
  admin = product.administrator;
  const people = [];
  for (const username of ["mei", "tom"]) people.push(await product.createUser({ username, name: username }));
  world = await createWorld(product.database.db, organizationId);
  [mei, tom] = (await Promise.all(people.map(({ id }) => product.signIn(id)))) as [TestCaller, TestCaller];
});
afterAll(() => product.close());
beforeEach(() => world.permit());

const id = (name: string): string => world.ids[name] as string;

const list = async (query: string): Promise<string[]> => {
  const { body } = await admin.call("GET", `${path}?${query}`);
  return body.map(({ name }: { name: string }) => name);
};

describe("writing", () => {
  test("a permission comes back as it was written, with every action by default", async () => {
    const made = await admin.call("POST", path, {
      name: "Ops",
      users: [id("mei")],
      user_groups: [{ id: id("builders") }],
      assets: [{ pk: id("front") }],
      nodes: [id("web")],
      accounts: ["@SPEC", "admin", "admin", "%00000000-0000-0000-0000-0000000000aa"],
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: "Ops",
      users: [{ id: id("mei"), name: "mei" }],
      user_groups: [{ id: id("builders"), name: "builders" }],
      assets: [{ id: id("front"), name: "front" }],
      nodes: [{ id: id("web"), name: "web" }],
      accounts: ["@SPEC", "admin"],
      is_active: true,
      is_expired: false,
      is_valid: true,
      from_ticket: false,
      org_id: organizationId,
    });
    expect(made.body.actions.map(({ value }: { value: string }) => value)).toEqual([
      "connect",
      "upload",
      "download",
      "copy",
      "paste",
      "delete",
    ]);
    const changed = await admin.call("PATCH", `${path}${made.body.id}/`, { nodes: [], comment: "short" });
    expect(changed.body).toMatchObject({ nodes: [], comment: "short", accounts: ["@SPEC", "admin"] });
    expect(changed.body.actions).toHaveLength(6);
    expect((await admin.call("DELETE", `${path}${made.body.id}/`)).status).toBe(204);
  });

  test.each([
    [["all"], 201, 6],
    [[], 201, 0],
    [[{ value: "connect" }, { value: "paste" }], 201, 2],
    [["connect", "fly"], 400, "actions"],
    ["connect", 400, "actions"],
    [null, 400, "actions"],
  ])("actions %j", async (actions, status, expected) => {
    const { status: given, body } = await admin.call("POST", path, {
      name: `Actions ${JSON.stringify(actions)}`,
      actions,
    });
    expect(given).toBe(status);
    if (typeof expected === "number") expect(body.actions).toHaveLength(expected);
    else expect(Object.keys(body)).toEqual([expected]);
  });

  test("it says how long sessions may go on after it; not at all unless told", async () => {
    const made = await admin.call("POST", path, { name: "Ending" });
    expect(made.body.session_grace_minutes).toBe(0);
    const url = `${path}${made.body.id}/`;
    expect((await admin.call("PATCH", url, { session_grace_minutes: 1440 })).body.session_grace_minutes).toBe(
      1440,
    );
    for (const wrong of [-1, 1441, 1.5, "soon", null]) {
      const { status, body } = await admin.call("PATCH", url, { session_grace_minutes: wrong });
      expect([status, Object.keys(body)]).toEqual([400, ["session_grace_minutes"]]);
    }
    expect((await admin.call("GET", url)).body.session_grace_minutes).toBe(1440);
    const { body: csv } = await admin.call("GET", `${path}?format=csv&name=Ending&template=export`);
    expect(String(csv)).toContain("Time to finish sessions (minutes)");
  });

  test("names are unique, dates are read, what is elsewhere does not exist", async () => {
    await world.permit({ name: "Taken" });
    const missing = "11111111-1111-4111-8111-111111111111";
    expect((await admin.call("POST", path, { name: "Taken" })).body).toEqual({
      name: ["This field must be unique."],
    });
    expect((await admin.call("POST", path, {})).body).toEqual({ name: ["This field is required."] });
    const { status, body } = await admin.call("POST", path, {
      name: "Bad",
      users: [missing],
      assets: ["x"],
      nodes: id("web"),
      date_start: "yesterday",
      accounts: [1, {}],
    });
    expect(status).toBe(400);
    expect(Object.keys(body).sort()).toEqual(["accounts", "assets", "date_start", "nodes", "users"]);
  });

  test("objects of another organization cannot be named", async () => {
    const other = await admin.call("POST", "orgs/orgs/", { name: "Elsewhere" });
    const headers = { "x-jms-org": other.body.id };
    const { status, body } = await admin.call(
      "POST",
      path,
      { name: "Cross", assets: [id("front")], nodes: [id("web")] },
      headers,
    );
    expect(status).toBe(400);
    expect(Object.keys(body).sort()).toEqual(["assets", "nodes"]);
    const [permission] = await world.permit({ name: "Here" });
    for (const [method, url] of [
      ["GET", `${path}${permission}/`],
      ["PATCH", `${path}${permission}/`],
      ["DELETE", `${path}${permission}/`],
      ["GET", `${path}${permission}/assets/all/`],
    ] as const) {
      expect((await admin.call(method, url, method === "PATCH" ? {} : undefined, headers)).status).toBe(404);
    }
    expect((await admin.call("GET", `${path}?limit=10`, undefined, headers)).body.count).toBe(0);
  });

  test("people without the codes are refused", async () => {
    const [permission] = await world.permit({ name: "Guarded" });
    expect((await mei.call("GET", path)).status).toBe(403);
    expect(
      (await mei.call("POST", path, { name: "Mine", users: [id("mei")], nodes: [id("root")] })).status,
    ).toBe(403);
    expect((await mei.call("DELETE", `${path}${permission}/`)).status).toBe(403);
    expect((await mei.call("GET", `${path}${permission}/users/all/`)).status).toBe(403);
    expect((await product.anonymous.call("GET", path)).status).toBe(401);
  });
});

describe("filters", () => {
  test("by user, by group, with and without inheritance", async () => {
    await world.permit(
      { name: "direct", users: ["mei"] },
      { name: "grouped", groups: ["builders"] },
      { name: "none" },
    );
    expect(await list(`user_id=${id("mei")}`)).toEqual(["direct", "grouped"]);
    expect(await list(`user_id=${id("mei")}&all=0`)).toEqual(["direct"]);
    expect(await list("username=mei")).toEqual(["direct", "grouped"]);
    expect(await list("username=nobody")).toEqual([]);
    expect(await list(`user_id=${id("tom")}&username=mei`)).toEqual([]);
    expect(await list("user_group=builders")).toEqual(["grouped"]);
    expect(await list(`user_group_id=${id("builders")}`)).toEqual(["grouped"]);
    expect(await list("user_id=nonsense")).toEqual([]);
  });

  test("by node and asset, with and without what is above", async () => {
    await world.permit({ name: "on web", nodes: ["web"] }, { name: "on front", assets: ["front"] });
    expect(await list(`node_id=${id("web/live")}`)).toEqual(["on web"]);
    expect(await list(`node_id=${id("web/live")}&all=false`)).toEqual([]);
    expect(await list("node_name=live")).toEqual(["on web"]);
    expect(await list(`asset_id=${id("front")}`)).toEqual(["on front", "on web"]);
    expect(await list(`asset_id=${id("front")}&all=0`)).toEqual(["on front"]);
    expect(await list("asset_name=proxy")).toEqual(["on web"]);
    expect(await list("address=front.example")).toEqual(["on front", "on web"]);
    expect(await list(`asset_id=${id("bench")}`)).toEqual([]);
  });

  test("by accounts and by effect", async () => {
    const complete = { users: ["mei"], assets: ["front"] };
    await world.permit(
      { name: "two", accounts: ["admin", "batch", "x"], ...complete },
      { name: "one", accounts: ["admin"], users: ["mei"] },
      { name: "all", accounts: ["@ALL"], ...complete, expires: -5 },
    );
    expect(await list("accounts=admin,batch")).toEqual(["all", "two"]);
    expect(await list("is_valid=true")).toEqual(["one", "two"]);
    expect(await list("is_valid=0")).toEqual(["all"]);
    expect(await list("is_effective=1")).toEqual(["two"]);
    expect(await list("is_effective=0")).toEqual(["all", "one"]);
    expect(await list("is_effective=perhaps&search=TW")).toEqual(["two"]);
    expect(await list("order=-name&fields_size=mini")).toEqual(["two", "one", "all"]);
  });

  test("a bulk delete must be narrowed", async () => {
    const [first] = await world.permit({ name: "a" }, { name: "b" });
    expect((await admin.call("DELETE", path)).status).toBe(400);
    expect((await admin.call("DELETE", `${path}?ids=${first}`)).status).toBe(204);
    expect(await list("")).toEqual(["b"]);
  });
});

describe("what one permission covers", () => {
  test("users, assets and accounts, each once", async () => {
    const [permission] = await world.permit({
      users: ["mei", "tom"],
      groups: ["builders"],
      assets: ["front", "ledger"],
      nodes: ["web"],
      accounts: ["admin", "retired"],
    });
    const at = `${path}${permission}/`;
    expect((await admin.call("GET", `${at}users/all/`)).body).toEqual([
      { user: id("mei"), user_display: "mei(mei)" },
      { user: id("tom"), user_display: "tom(tom)" },
    ]);
    const page = await admin.call("GET", `${at}assets/all/?limit=2&offset=1`);
    expect(page.body).toMatchObject({ count: 4, results: [{ asset_display: "front(front.example)" }, {}] });
    const accounts = await admin.call("GET", `${at}accounts/`);
    expect(accounts.body.map(({ name }: { name: string }) => name)).toEqual(["admin", "retired"]);
    expect(JSON.stringify(accounts.body)).not.toContain("sealed");
  });

  test("links are added and removed one by one", async () => {
    const [permission] = await world.permit({ name: "Links" });
    const relations = "perms/asset-permissions-users-relations/";
    const added = await admin.call("POST", relations, [{ user: id("mei"), assetpermission: permission }]);
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject([
      { user: id("mei"), user_display: "mei", assetpermission: permission, assetpermission_display: "Links" },
    ]);
    const again = await admin.call("POST", relations, { user: id("mei"), assetpermission: permission });
    expect(again.status).toBe(400);
    expect(Object.keys(again.body)).toEqual(["user"]);
    expect(
      (await admin.call("GET", `${relations}?assetpermission=${permission}&search=mei`)).body,
    ).toHaveLength(1);
    expect(
      (await admin.call("DELETE", `${relations}?assetpermission=${permission}&user=${id("mei")}`)).status,
    ).toBe(204);
    expect((await admin.call("GET", `${relations}?assetpermission=${permission}`)).body).toEqual([]);
    for (const [kind, field, name] of [
      ["user-groups", "usergroup", "builders"],
      ["assets", "asset", "front"],
      ["nodes", "node", "web"],
    ] as const) {
      const url = `perms/asset-permissions-${kind}-relations/`;
      const made = await admin.call("POST", url, { [field]: id(name), assetpermission: permission });
      expect(made.status).toBe(201);
      expect((await admin.call("DELETE", `${url}${made.body.id}/`)).status).toBe(204);
      expect((await mei.call("POST", url, { [field]: id(name), assetpermission: permission })).status).toBe(
        403,
      );
    }
  });
});

describe("a user's own view", () => {
  const mine = async (url: string, caller: TestCaller = mei) =>
    (await caller.call("GET", `perms/users/my/${url}`)).body;

  test("assets, with filters and pages", async () => {
    await world.permit({ groups: ["builders"], nodes: ["web"], accounts: ["admin"] });
    const page = await mine("assets/?limit=2");
    expect(page).toMatchObject({ count: 3, results: [{ name: "bridge" }, { name: "front" }] });
    expect(page.results[1]).toMatchObject({
      address: "front.example",
      platform: { name: "Test host" },
      category: { value: "host" },
      type: { value: "linux" },
      protocols: [{ name: "ssh", port: 22, public: true, setting: {} }],
      nodes: [{ id: id("web/live"), name: "live" }],
      labels: [],
      is_active: true,
      org_id: organizationId,
    });
    expect(page.results[1]).not.toHaveProperty("spec_info");
    expect((await mine(`assets/?id=${id("front")}`))[0]).toHaveProperty("spec_info");
    expect((await mine("assets/?search=prox")).map(({ name }: { name: string }) => name)).toEqual(["proxy"]);
    expect(await mine("assets/?name=ledger")).toEqual([]);
    expect(await mine("assets/", tom)).toEqual([]);
    expect(await mine(`nodes/${id("store")}/assets/`)).toMatchObject([]);
    expect((await mine(`assets/?node_id=${id("web/live")}`)).length).toBe(2);
  });

  test("another user's view takes another permission", async () => {
    await world.permit({ users: ["mei"], assets: ["front"] });
    expect((await admin.call("GET", `perms/users/${id("mei")}/assets/`)).body).toHaveLength(1);
    expect((await tom.call("GET", `perms/users/${id("mei")}/assets/`)).status).toBe(403);
    expect((await mei.call("GET", `perms/users/${id("mei")}/assets/`)).status).toBe(403);
    expect((await admin.call("GET", "perms/users/11111111-1111-4111-8111-111111111111/assets/")).status).toBe(
      404,
    );
    expect((await admin.call("GET", "perms/users/whoever/assets/")).status).toBe(404);
    expect((await mei.call("GET", "perms/users/self/assets/")).body).toHaveLength(1);
  });

  test("accounts of an asset", async () => {
    await world.permit({
      users: ["mei"],
      assets: ["front", "asleep"],
      accounts: ["release", "@INPUT"],
      actions: 3,
    });
    expect(await mine(`assets/${id("front")}/accounts/`)).toEqual([
      {
        id: id("front/release key"),
        alias: "release key",
        name: "release key",
        username: "release",
        has_username: true,
        has_secret: false,
        certificate_only: false,
        secret_type: "ssh_key",
        actions: [
          { value: "connect", label: "Connect (All protocols)" },
          { value: "upload", label: "Upload (RDP, SFTP)" },
        ],
      },
      expect.objectContaining({
        alias: "@INPUT",
        name: "Manual input",
        username: "@INPUT",
        has_secret: false,
      }),
    ]);
    expect((await mei.call("GET", `perms/users/my/assets/${id("asleep")}/accounts/`)).status).toBe(404);
    expect(await mine(`assets/${id("ledger")}/accounts/`)).toEqual([]);
  });

  test("the trees", async () => {
    await world.permit(
      { users: ["mei"], nodes: ["web"], accounts: ["@ALL"] },
      { users: ["mei"], assets: ["ledger"], accounts: ["@ALL"] },
    );
    const titles = (items: { name: string }[]) => items.map(({ name }) => name);
    const top = await mine("nodes/children-with-assets/tree/");
    expect(titles(top)).toEqual(["Favorite (0)", expect.stringMatching(/\(4\)$/), "store (1)", "web (3)"]);
    expect(top[1]).toMatchObject({ id: world.rootKey, pId: "", isParent: true, meta: { type: "node" } });
    const store = await mine(`nodes/children-with-assets/tree/?key=${world.rootKey}:2`);
    expect(titles(store)).toEqual(["ledger"]);
    expect(store[0]).toMatchObject({ pId: `${world.rootKey}:2`, iconSkin: "linux", chkDisabled: false });
    const web = await mine(`nodes/children-with-assets/tree/?key=${world.rootKey}:1`);
    expect(titles(web)).toEqual(["live (2)", "proxy"]);
    expect(titles(await mine("nodes/children/tree/"))).toEqual(titles(top));
    expect(titles(await mine("nodes/children/"))).toEqual(["Favorite", expect.any(String), "store", "web"]);
    expect(titles(await mine("assets/tree/?search=LED"))).toEqual(["ledger"]);
    const whole = await mine("nodes/all-with-assets/tree/");
    const indexes = whole
      .filter(({ meta }: { meta: { type: string } }) => meta.type === "asset")
      .map(({ name, pId }: { name: string; pId: string }) => `${pId.slice(world.rootKey.length)} ${name}`);
    expect(indexes.sort()).toEqual([":1 proxy", ":1:1 bridge", ":1:1 front", ":2 ledger"]);
    expect(await mine("nodes/children-with-assets/tree/?key=nowhere")).toEqual([]);
    expect(titles(await mine("nodes/tree/"))).toHaveLength(5);
  });

  test("favourites are one's own, and only what one may use", async () => {
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["@ALL"] });
    const url = "assets/favorite-assets/";
    expect((await mei.call("POST", url, { asset: id("front") })).status).toBe(201);
    expect((await mei.call("POST", url, { asset: id("front") })).status).toBe(400);
    expect((await mei.call("POST", url, { asset: id("ledger") })).status).toBe(400);
    expect((await mei.call("POST", url, {})).status).toBe(400);
    expect((await mei.call("GET", url)).body).toEqual([{ asset: id("front") }]);
    expect((await tom.call("GET", url)).body).toEqual([]);
    expect((await mine("nodes/favorite/assets/")).length).toBe(1);
    expect(
      (await mei.call("GET", "perms/users/my/nodes/children-with-assets/tree/?key=favorite")).body,
    ).toMatchObject([{ name: "front", pId: "favorite" }]);
    await world.permit();
    expect(await mine("nodes/favorite/assets/")).toEqual([]);
    expect((await tom.call("DELETE", `${url}?asset=${id("front")}`)).status).toBe(400);
    expect((await mei.call("DELETE", `${url}?asset=${id("front")}`)).status).toBe(204);
    expect((await mei.call("DELETE", url)).status).toBe(400);
  });
});
