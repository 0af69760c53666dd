import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ComponentClient, registerComponent } from "../../testing/component-client.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { createWorld, type World } from "../permissions/testing/world.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const token = "bootstrap-token-of-16+";
const list = "terminal/components/connect-methods/";

const page = (component: string) => ["web_gui", component, "web", "http"];
const databasePrograms = (protocol: string) => [
  ["db_client", "magnus", "native", protocol],
  ["db_guide", "magnus", "native", protocol],
];
const guideOnly = (protocol: string) => databasePrograms(protocol).slice(1);

/** What the contract has components of these types carry, on a system with programs. */
const carried: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  chen: Object.fromEntries(
    ["mysql", "postgresql", "oracle", "sqlserver", "mariadb"].map((protocol) => [protocol, [page("chen")]]),
  ),
  lion: { rdp: [page("lion")], vnc: [page("lion")] },
  magnus: Object.fromEntries(
    ["mysql", "postgresql", "oracle", "mariadb", "redis"].map((protocol) => [
      protocol,
      databasePrograms(protocol),
    ]),
  ),
  razor: { rdp: [["mstsc", "razor", "native", "rdp"]] },
  kael: { chatgpt: [page("kael")] },
  koko: {},
};

interface Told {
  readonly value: string;
  readonly component: string;
  readonly type: string;
  readonly endpoint_protocol: string;
}

const opened = (url: string) =>
  JSON.parse(Buffer.from(url.slice("jms://".length), "base64").toString("utf8"));

describe("components made elsewhere", () => {
  let product: TestProduct;
  let world: World;
  let mei: TestCaller;
  let base: string;
  let own: Readonly<Record<string, unknown>>;
  const clients: Record<string, ComponentClient> = {};
  beforeAll(async () => {
    product = await createTestProduct({ SALLYPORT_BOOTSTRAP_TOKEN: token });
    base = await product.app.fastify.listen({ port: 0, host: "127.0.0.1" });
    await product.createUser({ username: "mei", name: "mei" });
    world = await createWorld(product.database.db, organizationId);
    mei = await product.signIn(world.ids.mei as string);
    own = (await mei.call("GET", `${list}?os=linux`)).body;
    for (const type of Object.keys(carried)) {
      const { status, body } = await registerComponent(base, { name: `our-${type}`, type }, token);
      expect(status, JSON.stringify(body)).toBe(201);
      clients[type] = new ComponentClient(base, body.service_account.access_key);
    }
  });
  afterAll(() => product?.close());

  const silence = (type: string) =>
    product.database.pool.query(
      "update terminals set date_heartbeat = now() - interval '1 hour' where name = $1",
      [`our-${type}`],
    );
  const beat = async (type: string) => {
    expect((await clients[type]?.call("POST", "terminal/status/", {}))?.status).toBe(201);
  };
  /** What is offered beside what this installation carries itself. */
  const offered = async (os = "linux") => {
    const { body } = await mei.call("GET", `${list}?os=${os}`);
    const more = Object.entries(body as Record<string, readonly Told[]>).filter(
      ([protocol]) => !Object.hasOwn(own, protocol),
    );
    return Object.fromEntries(
      more.map(([protocol, methods]) => [
        protocol,
        methods.map(({ value, component, type, endpoint_protocol }) => [
          value,
          component,
          type,
          endpoint_protocol,
        ]),
      ]),
    );
  };

  it("bring the methods of their type while they are heard of", async () => {
    expect(await offered()).toEqual({});
    for (const [type, methods] of Object.entries(carried)) {
      await beat(type);
      expect(await offered(), type).toEqual(methods);
      await silence(type);
      expect(await offered(), type).toEqual({});
    }
    for (const type of ["chen", "magnus"]) await beat(type);
    expect((await offered()).mysql).toEqual([page("chen"), ...databasePrograms("mysql")]);
    expect((await offered("unknown")).redis).toEqual(guideOnly("redis"));
    expect((await mei.call("GET", `${list}?os=linux`)).body.ssh).toEqual(own.ssh);
    for (const type of ["chen", "magnus"]) await silence(type);
  });

  it("are known to who writes rules as soon as they are registered, each method once", async () => {
    const { body } = await product.administrator.call("GET", `${list}?flat=1`);
    const values = body.map(({ value }: Told) => value);
    expect(values).toEqual([...new Set(values)]);
    expect(values).toEqual(expect.arrayContaining(["web_gui", "db_client", "db_guide", "mstsc"]));
  });

  it("are told that what they serve is on", async () => {
    const told = async (type: string) => {
      const { body } = (await clients[type]?.call("GET", "terminal/terminals/config/")) ?? {};
      return [body.TERMINAL_MAGNUS_ENABLED, body.TERMINAL_RAZOR_ENABLED];
    };
    expect([await told("magnus"), await told("razor"), await told("lion")]).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  it("are connected through by a token, which opens nothing while they are silent, and nothing of this gateway", async () => {
    const { pool } = product.database;
    await pool.query("update assets set protocols = $2 where id = $1", [
      world.ids.ledger,
      JSON.stringify([{ name: "mysql", port: 3306 }]),
    ]);
    const { rows } = await pool.query("select name from accounts where asset_id = $1", [world.ids.ledger]);
    const account = rows[0].name as string;
    await product.administrator.call("PATCH", `accounts/accounts/${world.ids[`ledger/${account}`]}/`, {
      secret: "hunter22",
    });
    await world.permit({ users: ["mei"], assets: ["ledger"], accounts: [account] });
    const ask = (connect_method: string) =>
      mei.call("POST", "authentication/connection-token/", {
        asset: world.ids.ledger,
        account,
        protocol: "mysql",
        connect_method,
      });
    expect((await ask("web_gui")).status).toBe(400);
    for (const type of ["chen", "magnus"]) await beat(type);
    for (const wrong of ["web_cli", "mstsc", "ssh_client"]) {
      expect((await ask(wrong)).status, wrong).toBe(400);
    }
    const client = await ask("db_client");
    expect(client.status, JSON.stringify(client.body)).toBe(201);
    const { body } = await mei.call("GET", `authentication/connection-token/${client.body.id}/client-url/`);
    const launch = opened(body.url);
    expect([launch.protocol, launch.endpoint.port, launch.value]).toEqual([
      "mysql",
      33_061,
      client.body.value,
    ]);
    const web = await ask("web_gui");
    const secret = await clients.chen?.call("POST", "authentication/super-connection-token/secret/", {
      id: web.body.id,
    });
    expect(secret?.body).toMatchObject({
      protocol: "mysql",
      account: { secret: "hunter22" },
      connect_method: { value: "web_gui", type: "web", component: "chen" },
    });
    // Clients of Oracle name no database: each has a port of its own.
    await pool.query(
      `update assets a set platform_id = p.id, category = p.category, type = p.type, protocols = $2
       from platforms p where p.type = 'oracle' and a.id = $1`,
      [world.ids.ledger, JSON.stringify([{ name: "oracle", port: 1521 }])],
    );
    const oracle = await mei.call("POST", "authentication/connection-token/", {
      asset: world.ids.ledger,
      account,
      protocol: "oracle",
      connect_method: "db_guide",
    });
    const told = await mei.call("GET", `authentication/connection-token/${oracle.body.id}/client-url/`);
    expect(opened(told.body.url).endpoint.port).toBe(30_000);
    await silence("magnus");
    const late = await clients.chen?.call("POST", "authentication/super-connection-token/secret/", {
      id: client.body.id,
    });
    expect([late?.status, late?.body.account]).toEqual([403, undefined]);
  });

  it("are reached by a desktop client with a file, which names the token and holds no secret", async () => {
    const { pool } = product.database;
    await pool.query("update assets set protocols = $2 where id = $1", [
      world.ids.front,
      JSON.stringify([{ name: "rdp", port: 3389 }]),
    ]);
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
    await beat("razor");
    const { status, body: made } = await mei.call("POST", "authentication/connection-token/", {
      asset: world.ids.front,
      account: "admin",
      protocol: "rdp",
      connect_method: "mstsc",
      connect_options: { resolution: "1024x768" },
    });
    expect([status, made.connect_options]).toEqual([201, { resolution: "1024x768" }]);
    const path = `authentication/connection-token/${made.id}`;
    const query = "?width=1024&height=768&full_screen=1&multi_mon=1";
    const file = await mei.call("GET", `${path}/rdp-file/${query}`);
    expect(file.text.split("\r\n")).toEqual(
      expect.arrayContaining([
        "full address:s:127.0.0.1:3389",
        `username:s:mei|${made.id}`,
        "screen mode id:i:2",
        "desktopwidth:i:1024",
        "desktopheight:i:768",
        "use multimon:i:1",
      ]),
    );
    expect(file.text).not.toContain(made.value);
    const url = await mei.call("GET", `${path}/client-url/${query}`);
    expect(opened(url.body.url)).toMatchObject({
      protocol: "rdp",
      value: made.value,
      file: { name: "mei-front-sallyport.rdp", content: file.text },
    });
    await silence("razor");
    expect((await mei.call("GET", `${path}/client-url/`)).status).toBe(403);
  });
});
