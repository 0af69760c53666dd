import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const path = "authentication/connection-token/";
let product: TestProduct;
let world: World;
let mei: TestCaller;
let tom: TestCaller;

const id = (name: string): string => world.ids[name] as string;

beforeAll(async () => {
  product = await createTestProduct();
  for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
  world = await createWorld(product.database.db, organizationId);
  mei = await product.signIn(id("mei"));
  tom = await product.signIn(id("tom"));
  await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
});
afterAll(() => product?.close());

const make = async () => {
  const requested = { asset: id("front"), account: "admin", protocol: "ssh", connect_method: "web_cli" };
  const { status, body } = await mei.call("POST", path, requested);
  expect([status, body.code]).toEqual([201, undefined]);
  return body;
};
const opened = (url: string) => {
  expect(url).toMatch(/^jms:\/\/[A-Za-z0-9+/]+=*$/);
  return JSON.parse(Buffer.from(url.slice("jms://".length), "base64").toString("utf8"));
};

test.each(["GET", "POST"])("%s client-url/ tells a client program what to open", async (method) => {
  const token = await make();
  const { status, body } = await mei.call(method, `${path}${token.id}/client-url/`);
  expect(status).toBe(200);
  const launch = opened(body.url);
  expect(launch).toEqual({
    version: 2,
    id: token.id,
    value: token.value,
    name: expect.stringMatching(/^admin@front\[\d{4}-\d\d-\d\d_\d\d:\d\d:\d\d\]$/),
    protocol: "ssh",
    token: { id: token.id, value: token.value },
    file: {},
    command: "",
    asset: {
      id: id("front"),
      category: "host",
      type: "linux",
      name: "front",
      address: "front.example",
      info: {},
    },
    endpoint: { host: "127.0.0.1", port: product.services.config.httpPort },
  });
  // It was looked at, not used.
  expect((await mei.call("GET", `${path}${token.id}/`)).status).toBe(200);
});

test("the endpoint is the site the operator named, whatever a request calls its host", async () => {
  await product.configure({ SITE_URL: "https://gate.example" });
  const token = await make();
  const { body } = await mei.call("GET", `${path}${token.id}/client-url/`, undefined, {
    host: "evil.example",
  });
  expect(opened(body.url).endpoint).toEqual({ host: "gate.example", port: 443 });
});

test("only its owner, while it holds and is granted", async () => {
  const token = await make();
  for (const what of ["client-url", "rdp-file"]) {
    expect((await tom.call("GET", `${path}${token.id}/${what}/`)).status).toBe(404);
    expect((await mei.call("GET", `${path}nonsense/${what}/`)).status).toBe(404);
    expect((await product.anonymous.call("GET", `${path}${token.id}/${what}/`)).status).toBe(401);
  }
  await world.permit();
  const taken = await mei.call("GET", `${path}${token.id}/client-url/`);
  expect([taken.status, taken.body.code]).toEqual([403, "perm_account_invalid"]);
  await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
  await mei.call("PATCH", `${path}${token.id}/expire/`);
  expect((await mei.call("GET", `${path}${token.id}/client-url/`)).status).toBe(404);
});

test("a connection that is no desktop has no file for one, and says so", async () => {
  const token = await make();
  const { status, body } = await mei.call("GET", `${path}${token.id}/rdp-file/`);
  expect([status, body]).toEqual([400, { error: expect.stringContaining("ssh") }]);
});
