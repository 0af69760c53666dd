import { afterAll, beforeAll, expect, test } from "vitest";
import { createGatewayPorts } from "../../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
let product: TestProduct;
let world: World;
let mei: TestCaller;

const id = (name: string): string => world.ids[name] as string;

beforeAll(async () => {
  product = await createTestProduct();
  await product.createUser({ username: "mei", name: "mei" });
  world = await createWorld(product.database.db, organizationId);
  mei = await product.signIn(id("mei"));
  await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
});
afterAll(() => product?.close());

async function redeemed() {
  const { body } = await mei.call("POST", "authentication/connection-token/", {
    asset: id("front"),
    account: "admin",
    protocol: "ssh",
    connect_method: "web_cli",
  });
  const ports = await createGatewayPorts(product.services);
  const person = { userId: id("mei"), name: "mei", username: "mei" } as const;
  return ports.redeemConnectionToken(
    body.id,
    { ...person, language: "en", signInId: "00", remoteAddress: "127.0.0.1" },
    "web_cli",
  );
}

test("an account is switched to from another one only where its platform does that", async () => {
  const { administrator } = product;
  const admin = id("front/admin");
  const { body: from } = await administrator.call("POST", "accounts/accounts/", {
    asset: id("front"),
    name: "way in",
    username: "way",
    secret: "Way-in-4711",
  });
  await administrator.call("PATCH", `accounts/accounts/${admin}/`, { su_from: from.id, name: "admin" });
  const { rows } = await product.database.pool.query("select platform_id from assets where id = $1", [
    id("front"),
  ]);
  await product.database.pool.query("update platforms set su_enabled = false where id = $1", [
    rows[0].platform_id,
  ]);
  expect((await redeemed()).account.switchFrom).toBeNull();
  await product.database.pool.query(
    "update platforms set su_enabled = true, su_method = 'su' where id = $1",
    [rows[0].platform_id],
  );
  const { account, asset } = await redeemed();
  expect(account.switchFrom).toEqual({
    method: "su",
    name: "way in",
    username: "way",
    secretType: "password",
    secret: "Way-in-4711",
  });
  expect(asset.charset).toBe("utf-8");
});
