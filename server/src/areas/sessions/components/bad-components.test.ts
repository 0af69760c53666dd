import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ComponentClient, registerComponent } from "../../../testing/component-client.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { finishSilentSessions } from "../session-store.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const token = "bootstrap-token-of-16+";

describe("a component that is not as it should be", () => {
  let product: TestProduct;
  let base: string;
  beforeAll(async () => {
    product = await createTestProduct({ SALLYPORT_BOOTSTRAP_TOKEN: token });
    base = await product.app.fastify.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => product?.close());

  const register = (name: string) => registerComponent(base, { name, type: "koko" }, token);
  const made = async (name: string) =>
    new ComponentClient(base, (await register(name)).body.service_account.access_key);
  const begin = async (client: ComponentClient) => {
    const { status, body } = await client.call("POST", "terminal/terminals/sessions/", {
      user: "mei(mei)",
      asset: "front(10.0.0.1)",
      account: "admin(admin)",
      account_id: "@INPUT",
      protocol: "ssh",
      org_id: organizationId,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id as string;
  };
  const session = async (id: string) =>
    (await product.administrator.call("GET", `terminal/sessions/${id}/`)).body;

  it("loses its sessions while it is silent; what it still carries when it is back goes on", async () => {
    const client = await made("silent");
    const [kept, lost] = [await begin(client), await begin(client)];
    const { pool, db } = product.database;
    await pool.query("update sessions set date_active = now() - interval '6 minutes' where id = any($1)", [
      [kept, lost],
    ]);
    await finishSilentSessions(db);
    expect([(await session(kept)).is_finished, (await session(lost)).is_finished]).toEqual([true, true]);
    await client.call("POST", "terminal/status/", { sessions: [kept] });
    expect(await session(kept)).toMatchObject({ is_finished: false, date_end: null, can_terminate: true });
    expect((await session(lost)).is_finished).toBe(true);
    // What its own component ended stays ended, whatever the component says later.
    await client.call("PATCH", `terminal/sessions/${kept}/`, { is_finished: true });
    await client.call("POST", "terminal/status/", { sessions: [kept] });
    expect((await session(kept)).is_finished).toBe(true);
  });

  it("is counted for the sessions it has begun, however many it says there are", async () => {
    const client = await made("boaster");
    await begin(client);
    await client.call("POST", "terminal/status/", {
      sessions: Array.from({ length: 50 }, () => crypto.randomUUID()),
      session_online: 50,
    });
    const { body } = await product.administrator.call("GET", "terminal/terminals/?search=boaster");
    expect([body[0].session_online, body[0].stat.session_online]).toEqual([1, 1]);
  });

  it("has a name of its own, also where two ask for it at the same moment", async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => register("twin")));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    for (const { body } of answers.filter(({ status }) => status === 400)) {
      expect(Object.keys(body)).toEqual(["name"]);
    }
    // Who was refused has left no account behind that could sign in.
    const { rows } = await product.database.pool.query(
      "select count(*)::integer as n from users where name = 'twin' and is_service_account",
    );
    expect(rows).toEqual([{ n: 1 }]);
    // A new name that is taken is refused as well.
    await made("other");
    const [other] = (await product.administrator.call("GET", "terminal/terminals/?search=other")).body;
    const renamed = await product.administrator.call("PATCH", `terminal/terminals/${other.id}/`, {
      name: "twin",
    });
    expect([renamed.status, Object.keys(renamed.body)]).toEqual([400, ["name"]]);
  });

  it("is no person: the token of registration opens nothing else, and a component's key no page", async () => {
    const headers = { authorization: `BootstrapToken ${token}` };
    for (const [method, path] of [
      ["GET", "users/profile/"],
      ["GET", "terminal/terminals/"],
      ["GET", "terminal/terminals/config/"],
      ["POST", "terminal/status/"],
      ["POST", "terminal/sessions/"],
    ] as const) {
      const { status } = await product.anonymous.call(
        method,
        path,
        method === "POST" ? {} : undefined,
        headers,
      );
      expect([401, 403], `${method} ${path}`).toContain(status);
    }
    const client = await made("worker");
    for (const [method, path] of [
      ["POST", "users/users/"],
      ["GET", "rbac/system-roles/"],
    ] as const) {
      expect((await client.call(method, path, method === "POST" ? {} : undefined)).status, path).toBe(403);
    }
    // A person calls what components call: refused, whatever the person may do.
    for (const path of ["terminal/status/", "terminal/sessions/", "terminal/terminals/sessions/"]) {
      expect((await product.administrator.call("POST", path, {})).status, path).toBe(403);
    }
  });

  it("finds the list of sessions at its other addresses too", async () => {
    const client = await made("reader");
    const id = await begin(client);
    const [own] = (await product.administrator.call("GET", "terminal/terminals/?search=reader")).body;
    for (const path of ["terminal/terminals/sessions/", `terminal/terminals/${own.id}/sessions/`]) {
      const { body } = await product.administrator.call("GET", `${path}?limit=1&terminal=${own.id}`);
      expect([body.count, body.results[0].id], path).toEqual([1, id]);
    }
  });
});
