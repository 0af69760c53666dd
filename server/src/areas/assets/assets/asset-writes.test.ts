import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product?.close());

const call = (method: string, path: string, body?: unknown) => product.administrator.call(method, path, body);

let counter = 0;
async function addHost(more: Record<string, unknown> = {}) {
  counter++;
  return call("POST", "assets/hosts/", {
    name: `written-${counter}`,
    address: "10.0.0.1",
    platform: 1,
    ...more,
  });
}

const secretOf = async (id: string): Promise<string | null> => {
  const { rows } = await product.database.pool.query("select secret_sealed from accounts where id = $1", [
    id,
  ]);
  const sealed = rows[0]?.secret_sealed ?? null;
  return sealed === null ? null : product.services.secrets.open(sealed, `accounts.secret:${id}`);
};

async function addTemplate(more: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const { secret, ...columns } = {
    org_id: "00000000-0000-0000-0000-000000000002",
    name: `t-${id}`,
    ...more,
  } as Record<string, unknown>;
  const row = {
    id,
    ...columns,
    ...(secret === undefined
      ? {}
      : { secret_sealed: product.services.secrets.seal(String(secret), `account_templates.secret:${id}`) }),
  };
  const names = Object.keys(row);
  await product.database.pool.query(
    `insert into account_templates (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
    Object.values(row),
  );
  return id;
}

interface Account {
  readonly id: string;
  readonly username: string;
  readonly su_from: { readonly username: string } | null;
}
const byName = (accounts: readonly Account[], username: string) =>
  accounts.find((account) => account.username === username);

describe("addresses of assets", () => {
  const platformOf = async (name: string): Promise<number> =>
    (await call("GET", `assets/platforms/?name=${name}`)).body[0].id;
  const add = async (list: string, platform: string, address: string) =>
    call("POST", `assets/${list}/`, {
      name: `at ${address} ${counter++}`.slice(0, 128),
      address,
      platform: await platformOf(platform),
      ...(list === "databases" ? { db_name: "x" } : {}),
    });

  it.each([
    [
      "hosts",
      "Linux",
      ["10.0.0.1", "fe80::1%eth0", "web_01.example."],
      ["10.0.0.256", "10.0.0.1:22", "a b", "x🚀"],
    ],
    ["devices", "General", ["sw-1"], ["https://sw-1"]],
    ["databases", "MySQL", ["db.example"], ["mysql://db.example"]],
    [
      "webs",
      "Website",
      ["https://a.example/login?x=1", "a.example:8443"],
      ["ftp://a.example", "https://u:p@a"],
    ],
    ["clouds", "Kubernetes", ["https://10.0.0.1:6443"], ["https://"]],
    ["gpts", "ChatGPT", ["https://api.example/v1/"], ["javascript:alert(1)"]],
  ])("are judged by category: %s", async (list, platform, good, bad) => {
    for (const address of good)
      expect([address, (await add(list, platform, address)).status]).toEqual([address, 201]);
    for (const address of bad) {
      const { status, body } = await add(list, platform, address);
      expect([address, status, Object.keys(body)]).toEqual([address, 400, ["address"]]);
    }
  });

  it("say in an import which rows are wrong, and stay as they were until somebody changes them", async () => {
    const rows = [
      { name: "good row", address: "10.1.1.1", platform: 1 },
      { name: "bad row", address: "10.1.1.999", platform: 1 },
    ];
    const { status, body } = await call("POST", "assets/hosts/", rows);
    expect([status, body]).toEqual([
      400,
      [{}, { address: [expect.stringContaining("Enter an IP address")] }],
    ]);
    const { id } = (await addHost()).body;
    await product.database.pool.query("update assets set address = 'kept from before' where id = $1", [id]);
    const path = `assets/hosts/${id}/`;
    expect((await call("PATCH", path, { address: "kept from before", comment: "c" })).status).toBe(200);
    expect((await call("PATCH", path, { address: "another from before" })).status).toBe(400);
  });
});

describe("accounts made with an asset", () => {
  it("are made from templates, which have the last word, and switch as these do", async () => {
    const root = await addTemplate({ name: "Root", username: "root", secret: "toor: a:b", privileged: true });
    const operator = await addTemplate({ name: "Operator", username: "op", secret: "s1", su_from_id: root });
    const made = await addHost({
      accounts: [
        { template: operator, name: "mine", username: "other" },
        { template: root },
        { username: "plain" },
      ],
    });
    expect(made.status).toBe(201);
    const { accounts } = made.body;
    expect(byName(accounts, "op")).toMatchObject({
      name: "Operator",
      source: { value: "template" },
      source_id: operator,
      su_from: { name: "Root", username: "root" },
    });
    expect(byName(accounts, "root")).toMatchObject({ privileged: true, su_from: null });
    expect(await secretOf(byName(accounts, "root")?.id ?? "")).toBe("toor: a:b");
    expect(byName(accounts, "plain")).toMatchObject({ source: { value: "local" }, source_id: null });
    const windows = await addHost({ platform: 5, accounts: [{ template: root }, { template: operator }] });
    expect(byName(windows.body.accounts, "op")?.su_from).toBeNull();
  });

  it("refuse a template of nobody, of another organization, or for someone who may not see templates", async () => {
    const foreign = await addTemplate({ org_id: randomUUID(), username: "x" });
    for (const template of [randomUUID(), "no id", foreign]) {
      const refused = await addHost({ accounts: [{ username: "ok" }, { template }] });
      expect(refused).toMatchObject({ status: 400, body: [{}, { template: expect.any(String) }] });
    }
    expect((await call("GET", `assets/hosts/?name=written-${counter}`)).body).toEqual([]);
  });

  it("are cloned with their secrets, and switch among themselves as their sources", async () => {
    const source = await addHost({
      accounts: [
        { username: "root", secret: "first", privileged: true },
        { username: "op", secret: "second" },
      ],
    });
    const accounts: Account[] = source.body.accounts;
    const [root, op] = [byName(accounts, "root"), byName(accounts, "op")];
    await call("PATCH", `accounts/accounts/${op?.id}/`, { su_from: root?.id });
    const { body: shown } = await call("GET", `assets/hosts/${source.body.id}/`);
    counter++;
    const clone = await call("POST", "assets/hosts/", {
      ...shown,
      id: undefined,
      name: `written-${counter}`,
    });
    expect(clone.status).toBe(201);
    const cloned = byName(clone.body.accounts, "op");
    expect(cloned?.su_from?.username).toBe("root");
    expect(cloned?.id).not.toBe(op?.id);
    expect([await secretOf(cloned?.id ?? ""), JSON.stringify(clone.body).includes("second")]).toEqual([
      "second",
      false,
    ]);
    const gone = await addHost({ accounts: [{ username: "ok" }, { id: randomUUID(), username: "x" }] });
    expect(gone).toMatchObject({ status: 400, body: [{}, { id: [expect.any(String)] }] });
  });

  it("come with each of many assets, and their errors in the place of their asset", async () => {
    const host = (name: string, accounts: unknown) => ({ name, address: "10.0.0.2", platform: 1, accounts });
    const made = await call("POST", "assets/hosts/", [
      host("many-1", [{ username: "a", secret: "x" }]),
      host("many-2", [{ username: "a" }, { username: "b" }]),
      host("many-3", []),
    ]);
    expect(made.body.map(({ accounts }: { accounts: unknown[] }) => accounts.length)).toEqual([1, 2, 0]);
    const refused = await call("POST", "assets/hosts/", [
      host("many-4", [{ username: "a" }]),
      host("many-5", [{ username: "a" }, { username: "a" }]),
      host("many-6", [{ username: "a", secret: "it's" }]),
      host("many-7", "none"),
    ]);
    expect(refused.status).toBe(400);
    expect((await call("GET", "assets/hosts/?search=many-4")).body).toEqual([]);
  });

  it("leave nothing behind when one of them is refused", async () => {
    const refused = await addHost({
      accounts: [{ username: "a" }, { username: "b", secret_type: "no such" }],
    });
    expect(refused).toMatchObject({ status: 400, body: [{}, { secret_type: expect.anything() }] });
    for (const accounts of ["x", 1, { a: 1 }, Array.from({ length: 501 }, () => ({ username: "a" }))]) {
      expect(await addHost({ accounts })).toMatchObject({
        status: 400,
        body: { accounts: expect.anything() },
      });
    }
    expect((await addHost({ accounts: [7] })).status).toBe(400);
    const { body } = await addHost({ accounts: [{ username: "kept" }] });
    const changed = await call("PATCH", `assets/hosts/${body.id}/`, { accounts: [] });
    expect(changed.body.accounts).toHaveLength(1);
  });
});

describe("a platform switched under assets", () => {
  it("changes those of its type, passes over the others, and says which", async () => {
    const [linux, unix] = [(await addHost()).body, (await addHost({ platform: 2 })).body];
    const answer = await call("PATCH", "assets/assets/", [
      { id: linux.id, platform: { pk: 5 }, comment: "moved" },
      { pk: unix.id, platform: { id: 3 }, comment: "moved" },
      { id: unix.id === linux.id ? "" : (await addHost()).body.id, comment: "just this" },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject([
      { id: unix.id, platform: { id: 3 }, comment: "moved" },
      { comment: "just this" },
    ]);
    expect((await call("GET", `assets/hosts/${linux.id}/`)).body).toMatchObject({
      platform: { id: 1 },
      comment: "",
    });
    const { body: messages } = await call("GET", "notifications/site-messages/");
    expect(JSON.stringify(messages[0])).toContain(linux.name);
  });

  it("is 404 for an asset or a platform that is not there, and changes nothing", async () => {
    const { body } = await addHost();
    for (const items of [
      [
        { id: body.id, platform: { pk: 1 }, comment: "x" },
        { id: randomUUID(), platform: { pk: 1 } },
      ],
      [
        { id: body.id, platform: { pk: 1 }, comment: "x" },
        { id: body.id, platform: { pk: 9999 } },
      ],
    ]) {
      expect(await call("PATCH", "assets/assets/", items)).toMatchObject({
        status: 404,
        body: { code: "object_does_not_exist" },
      });
    }
    expect(await call("PATCH", "assets/assets/", [{ id: body.id, platform: "x" }])).toMatchObject({
      status: 400,
      body: [{ platform: expect.anything() }],
    });
    expect((await call("GET", `assets/hosts/${body.id}/`)).body.comment).toBe("");
  });

  it("keeps the place of errors when others are passed over", async () => {
    const [first, second] = [(await addHost()).body, (await addHost()).body];
    expect(
      await call("PATCH", "assets/assets/", [
        { id: first.id, platform: { pk: 5 } },
        { id: second.id, name: "" },
      ]),
    ).toMatchObject({ status: 400, body: [{}, { name: expect.anything() }] });
  });
});

describe("certificates of databases", () => {
  it("stay when left empty, and go when set to null", async () => {
    const made = await call("POST", "assets/databases/", {
      name: "sealed",
      address: "10.0.0.3",
      platform: 17,
      db_name: "main",
      ca_cert: "CERT",
      client_key: "KEY",
    });
    const path = `assets/databases/${made.body.id}/`;
    const stored = async () =>
      (
        await product.database.pool.query("select ca_cert, client_key from assets where id = $1", [
          made.body.id,
        ])
      ).rows[0];
    const before = await stored();
    expect((await call("PATCH", path, { ca_cert: "", client_key: null })).status).toBe(200);
    expect(await stored()).toEqual({ ca_cert: before.ca_cert, client_key: null });
    expect(await call("PATCH", path, { db_name: "" })).toMatchObject({
      status: 400,
      body: { db_name: expect.anything() },
    });
  });
});

describe("who may reach an asset", () => {
  it("is told with the permissions that say so, valid or not", async () => {
    const asset = (await addHost()).body;
    const node = asset.nodes[0].id;
    const [anna, ben, carl] = [
      await product.createUser({ name: "Anna" }),
      await product.createUser({ name: "Ben" }),
      await product.createUser({ name: "Carl" }),
    ];
    const group = (await call("POST", "users/groups/", { name: "Night", users: [ben?.id] })).body;
    const grant = async (body: Record<string, unknown>) =>
      (await call("POST", "perms/asset-permissions/", { name: `grant-${++counter}`, ...body })).body;
    const direct = await grant({ users: [anna?.id], assets: [asset.id], is_active: false });
    const above = await grant({ user_groups: [group.id], nodes: [node] });
    await grant({ users: [carl?.id] });
    const base = `assets/assets/${asset.id}`;
    const names = async (path: string) =>
      (await call("GET", `${base}/${path}`)).body.map(({ name }: { name: string }) => name);
    expect(await names("perm-users/")).toEqual(["Anna", "Ben"]);
    expect(await names("perm-users/?search=ann")).toEqual(["Anna"]);
    expect(await names(`perm-users/?group_id=${group.id}`)).toEqual(["Ben"]);
    expect((await call("GET", `${base}/perm-users/?limit=1`)).body).toMatchObject({
      count: 2,
      results: [{ name: "Anna" }],
    });
    expect(await names(`perm-users/${anna?.id}/permissions/`)).toEqual([direct.name]);
    expect(await names(`perm-users/${ben?.id}/permissions/`)).toEqual([above.name]);
    expect(await names(`perm-users/${carl?.id}/permissions/`)).toEqual([]);
    expect(await names("perm-user-groups/")).toEqual(["Night"]);
    expect(await names(`perm-user-groups/${group.id}/permissions/`)).toEqual([above.name]);
    for (const path of [
      `assets/assets/${randomUUID()}/perm-users/`,
      `assets/assets/x/perm-user-groups/`,
      `${base}/perm-users/x/permissions/`,
    ])
      expect((await call("GET", path)).status).toBe(404);
  });
});
