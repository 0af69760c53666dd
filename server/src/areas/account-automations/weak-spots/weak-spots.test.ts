import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";

let product: TestProduct;
let host: string;
beforeAll(async () => {
  product = await createTestProduct();
  host = (await call("POST", "assets/hosts/", { name: "web", address: "192.0.2.10", platform: 1 })).body.id;
  await product.work();
});
afterAll(() => product?.close());

const call = (method: string, path: string, body?: unknown) => product.administrator.call(method, path, body);
const account = async (username: string, more: object = {}) =>
  (await call("POST", "accounts/accounts/", { asset: host, username, secret: `Own#${username}`, ...more }))
    .body.id;
const compare = async () => {
  const { body } = await call("POST", "sallyport/weak-accounts/compare/", {});
  await vi.waitFor(
    async () => expect((await call("GET", `ops/task-executions/${body.task}/`)).body.is_success).toBe(true),
    { timeout: 20_000, interval: 50 },
  );
};
type Weak = { username: string; weaknesses: { value: string }[] };
const list = async (query = ""): Promise<Record<string, string[]>> => {
  const { status, body, text } = await call("GET", `sallyport/weak-accounts/${query}`);
  expect([status, text.includes("Own#"), text.includes("Same#")]).toEqual([200, false, false]);
  return Object.fromEntries(
    (body as Weak[]).map(({ username, weaknesses }) => [username, weaknesses.map(({ value }) => value)]),
  );
};
const age = (id: string, days: number) =>
  sql`
    with older as (
      update account_histories set history_date = now() - make_interval(days => ${days}) where account_id = ${id}::uuid
    ) update accounts set date_created = now() - make_interval(days => ${days}) where id = ${id}::uuid
  `.execute(product.database.db);

it("are found, each with its reason, and never with a secret", async () => {
  await account("fresh");
  const [one] = [
    await account("one", { secret: "Same#secret" }),
    await account("two", { secret: "Same#secret" }),
  ];
  await compare();
  expect(await list()).toEqual({ one: ["shared"], two: ["shared"] });
  // What was changed since is not the same any more.
  await call("PATCH", `accounts/accounts/${one}/`, { secret: "Own#changed" });
  expect(await list()).toEqual({});

  const aged = await account("aged");
  await age(aged, 100);
  expect(await list()).toEqual({ aged: ["old", "unused"] });
  expect(await list("?days=120")).toEqual({ aged: ["unused"] });
  expect(await list("?weakness=old")).toEqual({ aged: ["old", "unused"] });
  expect(await list("?weakness=old&days=120")).toEqual({});
  expect((await call("GET", "sallyport/weak-accounts/?days=0")).body).toHaveProperty("days");

  await account("chief", { privileged: true });
  expect((await list()).chief).toEqual(["unmanaged"]);
  const plan = {
    name: "rotate",
    accounts: ["chief"],
    secret_type: "password",
    secret_strategy: "random",
    assets: [host],
  };
  await call("POST", "accounts/change-secret-automations/", plan);
  expect((await list()).chief).toBeUndefined();

  await call("POST", "accounts/gathered-accounts/", { asset: host, username: "fresh" });
  expect(await list("?weakness=missing&search=chief")).toEqual({ chief: ["missing"] });
  expect((await list()).fresh).toBeUndefined();

  await call("PATCH", `accounts/accounts/${aged}/`, { is_active: false });
  expect((await list()).aged).toBeUndefined();
});
