import { afterAll, beforeAll, expect, test } from "vitest";
import { createGatewayPorts } from "../../../gateway-ports.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { startVault, type TestVault } from "../../../testing/vault-server.ts";
import { setUpVault } from "../../accounts/vault/testing/secrets.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";

let product: TestProduct;
let vault: TestVault;
let world: World;

const id = (name: string): string => world.ids[name] as string;

beforeAll(async () => {
  vault = await startVault();
  product = await createTestProduct({ SALLYPORT_VAULT_ENABLED: "true" });
  await setUpVault(product, vault);
  await product.createUser({ username: "mei", name: "mei" });
  world = await createWorld(product.database.db, "00000000-0000-0000-0000-000000000002");
  await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
  const { status } = await product.administrator.call("PATCH", `accounts/accounts/${id("front/admin")}/`, {
    secret: "Vaulted-4711",
  });
  expect(status).toBe(200);
}, 60_000);

afterAll(async () => {
  await product?.close();
  await vault?.close();
});

async function redeem() {
  const mei = await product.signIn(id("mei"));
  const { body } = await mei.call("POST", "authentication/connection-token/", {
    asset: id("front"),
    account: "admin",
    protocol: "ssh",
    connect_method: "web_cli",
  });
  const ports = await createGatewayPorts(product.services);
  return ports.redeemConnectionToken(
    body.id,
    {
      userId: id("mei"),
      name: "mei",
      username: "mei",
      language: "en",
      signInId: "00",
      remoteAddress: "127.0.0.1",
    },
    "web_cli",
  );
}

test("a session signs in with what lies in the vault, and is refused with the reason while that is away", async () => {
  expect((await redeem()).account.secret).toBe("Vaulted-4711");
  vault.fault = () => ({ status: 503, body: { errors: ["Vault is sealed"] } });
  await expect(redeem()).rejects.toMatchObject({ status: 403, code: "vault_sealed" });
  vault.fault = () => "drop";
  await expect(redeem()).rejects.toMatchObject({ status: 403, code: "vault_unreachable" });
  vault.fault = () => undefined;
  expect((await redeem()).account.secret).toBe("Vaulted-4711");
});
