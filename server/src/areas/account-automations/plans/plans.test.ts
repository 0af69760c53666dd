import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { installationIssuer, issueLicense } from "../../license/index.ts";

let product: TestProduct;
let host: string;
let node: string;
beforeAll(async () => {
  product = await createTestProduct();
  node = (await call("POST", "assets/nodes/", { value: "Racks" })).body.id;
  const body = { name: "web", address: "192.0.2.10", platform: 1, nodes: [node] };
  host = (await call("POST", "assets/hosts/", body)).body.id;
});
afterAll(() => product?.close());

const call = (method: string, path: string, body?: unknown) => product.administrator.call(method, path, body);
const plans = "accounts/change-secret-automations/";
let serial = 0;
const plan = (more: object = {}) => ({
  name: `plan-${++serial}`,
  accounts: ["root"],
  secret_type: "password",
  secret_strategy: "random",
  ...more,
});
const make = async (more: object = {}, path = plans) => {
  const answer = await call("POST", path, plan(more));
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
};
const scheduled = async (id: string) => {
  const { rows } = await sql<{ task: string; crontab: string | null; every: number | null }>`
    select task, crontab, every_seconds as every from task_schedules where name like ${`%${id}`}
  `.execute(product.database.db);
  return rows;
};

describe("a plan", () => {
  it("is answered as the contract has it, and never with its secret", async () => {
    const user = (await call("GET", "users/profile/")).body.id;
    const body = await make({
      secret_strategy: "specific",
      secret: "Sp3cific!one",
      assets: [host],
      nodes: [node],
      recipients: [user],
      params: { change_secret_posix: { shell: "/bin/sh" } },
    });
    expect(body).toMatchObject({
      type: "change_secret",
      accounts: ["root"],
      assets: [{ id: host, name: "web" }],
      nodes: [{ id: node, name: "Racks" }],
      recipients: [{ id: user }],
      secret_type: { value: "password" },
      secret_strategy: { value: "specific" },
      password_rules: { length: 30, symbol_set: "!#$%&()*+,-.:;<=>?@[]^_~" },
      ssh_key_change_strategy: { value: "add" },
      params: { change_secret_posix: { shell: "/bin/sh" } },
      is_active: true,
      is_periodic: true,
      interval: 24,
      crontab: null,
      periodic_display: "Every 24 hours",
      executed_amount: 0,
    });
    const { text } = await call("GET", `${plans}${body.id}/`);
    expect(text).not.toContain("Sp3cific");
    const { rows } = await sql<{ sealed: string }>`
      select secret_sealed as sealed from account_automations where id = ${body.id}
    `.execute(product.database.db);
    expect(rows[0]?.sealed).toMatch(/^\w/);
    expect(rows[0]?.sealed).not.toContain("Sp3cific");
    const { rows: diffs } = await sql<{ text: string }>`
      select diff::text as text from operate_logs where resource_id = ${body.id}
    `.execute(product.database.db);
    expect(diffs.map((diff) => diff.text).join()).not.toContain("Sp3cific");
  });

  it("has a name of its own among those of its kind", async () => {
    const { name } = await make();
    expect((await call("POST", plans, plan({ name }))).body).toHaveProperty("name");
    await make({ name }, "accounts/push-account-automations/");
  });

  it("leaves out what its strategy and kind of secret do not need", async () => {
    const random = await make({ password_rules: { length: 12, symbol_set: "#!" }, secret: "ignored" });
    expect(random.password_rules).toEqual({ length: 12, symbol_set: "#!" });
    const key = await make({
      secret_type: "ssh_key",
      password_rules: { length: 99 },
      ssh_key_change_strategy: "set",
    });
    expect(key).toMatchObject({ password_rules: { length: 30 }, ssh_key_change_strategy: { value: "set" } });
    const kept = await call("PATCH", `${plans}${random.id}/`, {
      ssh_key_change_strategy: "set",
      comment: "x",
    });
    expect(kept.body).toMatchObject({ ssh_key_change_strategy: { value: "add" }, comment: "x" });
  });

  it.each([
    [{ accounts: undefined }, "accounts"],
    [{ accounts: [] }, "accounts"],
    [{ secret_type: "token" }, "secret_type"],
    [{ secret_strategy: "specific" }, "secret"],
    [{ secret_strategy: "specific", secret: "it's" }, "secret"],
    [{ secret_type: "ssh_key", secret_strategy: "specific", secret: "no key" }, "secret"],
    [{ password_rules: { length: 5 } }, "password_rules"],
    [{ password_rules: { length: 31 } }, "password_rules"],
    [{ password_rules: { length: "many" } }, "password_rules"],
    [{ password_rules: { length: 20, symbol_set: "'" } }, "password_rules"],
    [{ params: { change_secret_posix: "x" } }, "params"],
    [{ crontab: "0 2 * *" }, "crontab"],
    [{ crontab: "0 0 31 2 *" }, "crontab"],
    [{ interval: 0 }, "interval"],
    [{ interval: 65_536 }, "interval"],
    [{ interval: null }, "is_periodic"],
    [{ interval: null, crontab: "" }, "is_periodic"],
  ])("refuses %j", async (more, field) => {
    const { status, body } = await call("POST", plans, plan(more));
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
  });

  it("keeps its secret until it gets another, or none is needed", async () => {
    const { id } = await make({ secret_strategy: "specific", secret: "First!one" });
    const sealed = async () => {
      const { rows } = await sql<{ sealed: string | null }>`
        select secret_sealed as sealed from account_automations where id = ${id}
      `.execute(product.database.db);
      return rows[0]?.sealed;
    };
    const first = await sealed();
    await call("PATCH", `${plans}${id}/`, { comment: "kept" });
    expect(await sealed()).toBe(first);
    await call("PATCH", `${plans}${id}/`, { secret: "" });
    expect(await sealed()).toBe(first);
    expect((await call("PATCH", `${plans}${id}/`, { secret_type: "ssh_key" })).body).toHaveProperty("secret");
    await call("PATCH", `${plans}${id}/`, { secret: "Second!one" });
    expect(await sealed()).not.toBe(first);
    await call("PATCH", `${plans}${id}/`, { secret_strategy: "random" });
    expect(await sealed()).toBeNull();
  });

  it("follows its schedule, and forgets it when it is off, not active or gone", async () => {
    const { id, next_runs: first } = (
      await call("GET", `${plans}${(await make({ crontab: " 0  2 * * * " })).id}/`)
    ).body;
    expect(first).toHaveLength(5);
    expect(await scheduled(id)).toEqual([
      {
        task: "accounts.tasks.automation.execute_account_automation_task",
        crontab: "0 2 * * *",
        every: null,
      },
    ]);
    const patch = (body: object) => call("PATCH", `${plans}${id}/`, body);
    expect((await patch({ crontab: "", interval: 3 })).body.periodic_display).toBe("Every 3 hours");
    expect(await scheduled(id)).toMatchObject([{ crontab: null, every: 10_800 }]);
    await patch({ is_active: false });
    expect(await scheduled(id)).toEqual([]);
    expect((await call("GET", `${plans}${id}/`)).body.next_runs).toEqual([]);
    await patch({ is_active: true });
    expect(await scheduled(id)).toHaveLength(1);
    expect((await patch({ is_periodic: false })).body.periodic_display).toBe("-");
    expect(await scheduled(id)).toEqual([]);
    await patch({ is_periodic: true });
    await call("DELETE", `${plans}${id}/`);
    expect(await scheduled(id)).toEqual([]);
  });

  it("of pushing runs by itself with a license only", async () => {
    const path = "accounts/push-account-automations/";
    const { id, is_periodic: without } = await make({}, path);
    expect(without).toBe(false);
    const terms = { corporation: "Harbour", assets: 10, days: 30 };
    const file = issueLicense(installationIssuer(product.services.config), terms, new Date());
    expect((await call("POST", "xpack/license/import", { file })).body.status).toBe(true);
    const patched = await call("PATCH", `${path}${id}/`, { is_periodic: true });
    expect(patched.body.is_periodic).toBe(true);
    expect(await scheduled(id)).toHaveLength(1);
  });
});

describe("the assets and nodes of a plan", () => {
  it("are listed, added and removed", async () => {
    const { id } = await make();
    const base = `accounts/change-secret/${id}`;
    const assets = async () => (await call("GET", `${base}/assets/`)).body;
    expect(await assets()).toEqual([]);
    const ok = { status: 200, body: { msg: "ok" } };
    expect(await call("PATCH", `${base}/asset/add/`, { assets: [host] })).toMatchObject(ok);
    expect(await assets()).toEqual([{ id: host, name: "web", address: "192.0.2.10" }]);
    expect((await call("GET", `${base}/assets/?search=192.0.2.1&limit=1`)).body.count).toBe(1);
    expect((await call("GET", `${base}/asset/add/`)).body).toEqual({ id, assets: [host] });
    expect(await call("PUT", `${base}/asset/remove/`, { assets: [host] })).toMatchObject(ok);
    expect(await assets()).toEqual([]);
    expect(await call("PATCH", `${base}/nodes/?action=add`, { nodes: [node] })).toMatchObject(ok);
    expect((await call("GET", `${base}/nodes/`)).body).toEqual({ id, nodes: [node] });
    // What is below its nodes is the plan's too.
    expect(await assets()).toMatchObject([{ id: host }]);
    expect(await call("PATCH", `${base}/nodes/?action=remove`, { nodes: [node] })).toMatchObject(ok);
    expect(await assets()).toEqual([]);
  });

  it("that cannot be are told under an error, and change nothing", async () => {
    const { id } = await make();
    const base = `accounts/change-secret/${id}`;
    const ghost = "ffffffff-ffff-4fff-8fff-ffffffffffff";
    const bad: [string, object, string][] = [
      ["asset/add/", { assets: [ghost] }, "assets"],
      ["asset/add/", { assets: ["x"] }, "assets"],
      ["asset/remove/", {}, "assets"],
      ["nodes/", { nodes: [node] }, "action"],
      ["nodes/?action=drop", { nodes: [node] }, "action"],
    ];
    for (const [path, body, field] of bad) {
      const answer = await call("PATCH", `${base}/${path}`, body);
      expect([path, answer.status, Object.keys(answer.body.error)]).toEqual([path, 200, [field]]);
    }
    expect((await call("GET", `accounts/push-account/${id}/assets/`)).status).toBe(404);
    const other = (await call("POST", "orgs/orgs/", { name: "Elsewhere" })).body.id;
    const foreign = await product.administrator.call(
      "POST",
      "assets/hosts/",
      { name: "away", address: "192.0.2.11", platform: 1 },
      { "x-jms-org": other },
    );
    expect((await call("PATCH", `${base}/asset/add/`, { assets: [foreign.body.id] })).body).toHaveProperty(
      "error",
    );
    const root = { "x-jms-org": "00000000-0000-0000-0000-000000000000" };
    const patch = await product.administrator.call(
      "PATCH",
      `${plans}${id}/`,
      { assets: [foreign.body.id] },
      root,
    );
    expect([patch.status, Object.keys(patch.body)]).toEqual([400, ["assets"]]);
  });
});
