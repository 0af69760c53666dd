import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GatewayPorts } from "../../gateway/ports.ts";
import { createGatewayPorts } from "../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { createWorld, type World } from "../permissions/testing/world.ts";

let product: TestProduct;
let world: World;
let ports: GatewayPorts;
let admin: TestCaller;
let mei: TestCaller;
let elsewhere: Record<string, string>;

beforeAll(async () => {
  product = await createTestProduct();
  admin = product.administrator;
  const { id } = await product.createUser({ username: "mei", name: "mei" });
  mei = await product.signIn(id);
  world = await createWorld(product.database.db, "00000000-0000-0000-0000-000000000002");
  ports = await createGatewayPorts(product.services);
  elsewhere = { "x-jms-org": (await admin.call("POST", "orgs/orgs/", { name: "Elsewhere" })).body.id };
});
afterAll(() => product.close());

describe("host keys", () => {
  const key = (fingerprint: string) => ({
    algorithm: "ssh-ed25519",
    publicKey: `${fingerprint} blob`,
    fingerprint,
  });

  test("the first of several at once is pinned for all", async () => {
    const target = { assetId: world.ids.front as string, host: "front.example", port: 22 };
    expect(await ports.hostKeys.get(target)).toBeNull();
    const pinned = await Promise.all(
      ["a", "b", "c", "d"].map((name) => ports.hostKeys.pinFirst(target, key(name))),
    );
    expect(new Set(pinned.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    const [first] = pinned;
    expect(await ports.hostKeys.get(target)).toEqual(first);
    expect(await ports.hostKeys.get({ ...target, port: 2222 })).toBeNull();
    await ports.hostKeys.reportMismatch(target, {
      pinned: key("a"),
      offered: key("z"),
      userId: world.ids.mei as string,
      sessionId: randomUUID(),
    });
    expect(await ports.hostKeys.get(target)).toEqual(first);
  });

  test("an administrator sees a refused key and resets the pin", async () => {
    const listed = await admin.call("GET", `sallyport/host-keys/?asset=${world.ids.front}`);
    expect(listed.body).toMatchObject([{ asset: { name: "front" }, offered_fingerprint: "z" }]);
    const url = `sallyport/host-keys/${listed.body[0].id}/`;
    expect((await mei.call("DELETE", url)).status).toBe(403);
    expect((await admin.call("DELETE", url, undefined, elsewhere)).status).toBe(404);
    expect((await admin.call("DELETE", url)).status).toBe(204);
    expect((await admin.call("GET", "sallyport/host-keys/")).body).toEqual([]);
  });
});
