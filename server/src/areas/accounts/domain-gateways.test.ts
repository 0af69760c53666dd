import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { gatewaysOfAsset } from "./domain-gateways.ts";

const organization = "00000000-0000-0000-0000-000000000002";

describe("the gateways of an asset", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product.close());

  const post = async (url: string, body: object) => {
    const { status, body: created } = await product.administrator.call("POST", url, body);
    expect(status, JSON.stringify(created)).toBe(201);
    return created;
  };
  const host = (name: string, more: object = {}) =>
    post("assets/hosts/?platform=1", {
      name,
      address: `${name}.example`,
      platform: { pk: 1 },
      protocols: [{ name: "ssh", port: 22 }],
      ...more,
    });

  it("are the active ones of its domain, each with the account it is gone through with", async () => {
    const { db } = product.database;
    const { rows } = await sql<{ id: string }>`
      insert into domains (org_id, name) values (${organization}::uuid, 'edge') returning id
    `.execute(db);
    const domain = rows[0]?.id ?? "";
    const account = (name: string, secret: string, privileged: boolean) => ({
      ...{ name, username: name, secret_type: "password", secret, privileged, push_now: false },
    });
    const asset = await host("inside");
    const first = await host("first", {
      protocols: [{ name: "ssh", port: 2222 }],
      accounts: [account("plain", "one", false), account("root", "two", true)],
    });
    const second = await host("second");
    const idle = await host("idle", { accounts: [account("root", "three", true)], is_active: false });
    await sql`
      update assets set domain_id = ${domain}::uuid,
        platform_id = case when name = 'inside' then platform_id else (select id from platforms where name = 'Gateway') end,
        connectivity = case when name = 'first' then 'ok' else '-' end
      where id in (${asset.id}::uuid, ${first.id}::uuid, ${second.id}::uuid, ${idle.id}::uuid)
    `.execute(db);

    const gateways = await gatewaysOfAsset(product.services, asset.id);
    expect(gateways.map(({ name }) => name).sort()).toEqual(["first", "second"]);
    expect(gateways.find(({ name }) => name === "first")).toEqual({
      ...{
        id: first.id,
        name: "first",
        address: "first.example",
        port: 2222,
        connected: true,
        profile: "modern",
      },
      account: { display: "root(root)", username: "root", secretType: "password", secret: "two" },
    });
    // One without an account stays, and fails by saying so.
    expect(gateways.find(({ name }) => name === "second")?.account.secret).toBe("");
    expect(await gatewaysOfAsset(product.services, first.id)).toEqual([]);

    await sql`update platforms set domain_enabled = false where id = 1`.execute(db);
    expect(await gatewaysOfAsset(product.services, asset.id)).toEqual([]);
  });
});
