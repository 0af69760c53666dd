import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";

const path = "ops/adhocs/";

describe("command templates", () => {
  let product: TestProduct;
  let person: TestProduct["administrator"];
  beforeAll(async () => {
    product = await createTestProduct();
    const { id } = await product.createUser({ username: "mei" });
    person = await product.signIn(id);
  });
  afterAll(() => product?.close());

  const namesFor = async (caller: TestProduct["administrator"], query = "") =>
    (await caller.call("GET", `${path}${query}`)).body.map(({ name }: { name: string }) => name);

  it("are one's own, but for those that administrators share", async () => {
    const { administrator } = product;
    const make = async (caller: typeof person, values: Record<string, string | boolean>) =>
      await caller.call("POST", path, { args: "uptime", ...values });
    const shared = (await make(administrator, { name: "everybody's", is_shared: true })).body.id;
    const hidden = (await make(administrator, { name: "the administrator's" })).body.id;
    expect((await make(person, { name: "mine", is_shared: true })).status).toBe(403);
    const mine = (await make(person, { name: "mine" })).body.id;
    expect(await namesFor(person)).toEqual(["everybody's", "mine"]);
    expect(await namesFor(person, "?is_shared=true")).toEqual(["everybody's"]);
    expect(await namesFor(administrator)).not.toContain("mine");

    const { call } = person;
    expect((await call("PATCH", `${path}${shared}/`, { args: "rm -rf /" })).status).toBe(403);
    expect((await call("PATCH", `${path}${shared}/`, { is_shared: false })).status).toBe(403);
    expect((await call("DELETE", `${path}${shared}/`)).status).toBe(403);
    expect((await call("DELETE", `${path}?ids=${shared}`)).status).toBe(403);
    expect((await call("PATCH", path, [{ id: shared, args: "rm -rf /" }])).status).toBe(403);
    expect((await call("PATCH", `${path}${mine}/`, { is_shared: true })).status).toBe(403);
    expect((await call("GET", `${path}${hidden}/`)).status).toBe(404);
    expect((await administrator.call("GET", `${path}${shared}/`)).body).toMatchObject({
      args: "uptime",
      is_shared: true,
    });
    expect((await administrator.call("DELETE", `${path}${shared}/`)).status).toBe(204);
    expect((await call("DELETE", `${path}${mine}/`)).status).toBe(204);
  });
});
