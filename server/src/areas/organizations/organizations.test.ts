import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPeople } from "../../testing/matrix/callers.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { organizationIds } from "./well-known.ts";

const member = "00000000-0000-0000-0000-000000000007";
const administrator = "00000000-0000-0000-0000-000000000005";

describe("organizations", () => {
  let product: TestProduct;
  let admin: TestCaller;
  let serial = 0;
  beforeAll(async () => {
    product = await createTestProduct();
    admin = product.administrator;
  });
  afterAll(() => product?.close());

  const made = async (): Promise<{ id: string; name: string; at: Record<string, string> }> => {
    const { status, body } = await admin.call("POST", "orgs/orgs/", { name: `Branch ${++serial}` });
    expect(status).toBe(201);
    return { id: body.id, name: body.name, at: { "x-jms-org": body.id } };
  };
  const rootNode = async (at: Record<string, string>): Promise<string> =>
    (await admin.call("GET", "assets/nodes/", undefined, at)).body[0].value;

  it("are made, shown, renamed together with their root node, and removed", async () => {
    const { id, name, at } = await made();
    expect(await rootNode(at)).toBe(name);
    const renamed = await admin.call("PATCH", `orgs/orgs/${id}/`, { name: "Zweigstelle 分公司" });
    expect(renamed.body).toMatchObject({ name: "Zweigstelle 分公司", is_default: false, is_root: false });
    expect(await rootNode(at)).toBe("Zweigstelle 分公司");
    expect((await admin.call("GET", "orgs/orgs/current/", undefined, at)).body).toMatchObject({ id });
    expect(
      (await admin.call("GET", `orgs/orgs/current/?oid=${encodeURIComponent("Zweigstelle 分公司")}`)).body.id,
    ).toBe(id);
    expect((await admin.call("DELETE", `orgs/orgs/${id}/`)).status).toBe(204);
    expect((await admin.call("GET", `orgs/orgs/${id}/`)).status).toBe(404);
    // A browser that still has it selected works in the default one.
    expect((await admin.call("GET", "orgs/orgs/current/", undefined, at)).body.id).toBe(
      organizationIds.default,
    );
  });

  it("refuse names that are taken, reserved or none", async () => {
    const { name } = await made();
    for (const bad of [name, "", " ", "x".repeat(129), "root", "GLOBAL", "system", null, {}]) {
      const { status, body } = await admin.call("POST", "orgs/orgs/", { name: bad });
      expect([bad, status, Object.keys(body)]).toEqual([bad, 400, ["name"]]);
    }
    expect((await admin.call("POST", "orgs/orgs/", { name: "x".repeat(128) })).status).toBe(201);
  });

  it("count what is in them, each its own", async () => {
    const { id, at } = await made();
    await admin.call("POST", "users/groups/", { name: "Counted" }, at);
    await admin.call("POST", "assets/nodes/", { value: "Counted" }, at);
    await admin.call("POST", "perms/asset-permissions/", { name: "Counted" }, at);
    const host = {
      name: "counted",
      address: "10.0.0.9",
      platform: 1,
      protocols: [{ name: "ssh", port: 22 }],
    };
    expect((await admin.call("POST", "assets/hosts/?platform=1", host, at)).status).toBe(201);
    const person = await product.createUser({});
    const invitation = { users: [person.id], org_roles: [member] };
    expect((await admin.call("POST", "users/users/invite/", invitation, at)).status).toBe(201);
    const { body } = await admin.call("GET", `orgs/orgs/${id}/`);
    expect(body.resource_statistics).toMatchObject({
      users_amount: 1,
      groups_amount: 1,
      assets_amount: 1,
      nodes_amount: 2,
      asset_perms_amount: 1,
    });
    const listed = await admin.call("GET", `orgs/orgs/?search=${encodeURIComponent(body.name)}`);
    expect(listed.body.find((one: { id: string }) => one.id === id).resource_statistics).toEqual(
      body.resource_statistics,
    );
  });

  it("stay while something is in them, and say what", async () => {
    const { id, at } = await made();
    const refusal = async (): Promise<string> => {
      const { status, body } = await admin.call("DELETE", `orgs/orgs/${id}/`);
      expect([status, body.code]).toEqual([403, "permission_denied"]);
      return body.detail;
    };
    const things: [RegExp, string, object][] = [
      [/groups/, "users/groups/", { name: "Keeps" }],
      [/nodes/, "assets/nodes/", { value: "Keeps" }],
      [/permissions/, "perms/asset-permissions/", { name: "Keeps" }],
      [
        /assets/,
        "assets/hosts/",
        { name: "keeps", address: "10.0.0.8", platform: 1, protocols: [{ name: "ssh", port: 22 }] },
      ],
    ];
    for (const [told, path, body] of things) {
      const thing = await admin.call("POST", path, body, at);
      expect(thing.status).toBe(201);
      expect(await refusal()).toMatch(told);
      expect((await admin.call("DELETE", `${path}${thing.body.id}/`, undefined, at)).status).toBe(204);
    }
    const person = await product.createUser({});
    await admin.call("POST", "users/users/invite/", { users: [person.id], org_roles: [member] }, at);
    expect(await refusal()).toMatch(/users|members/i);
    await admin.call("POST", `users/users/${person.id}/remove/`, {}, at);
    const here = await admin.call("DELETE", `orgs/orgs/${id}/`, undefined, at);
    expect([here.status, here.body.detail]).toEqual([403, expect.stringContaining("working in")]);
    expect((await admin.call("DELETE", `orgs/orgs/${id}/`)).status).toBe(204);
  });

  it("that belong to the product stay, and none go by the list", async () => {
    for (const id of [organizationIds.default, organizationIds.system]) {
      const { status } = await admin.call("DELETE", `orgs/orgs/${id}/`, undefined, { "x-jms-org": "root" });
      expect(status).toBe(400);
    }
    const { id } = await made();
    for (const query of ["", `?ids=${id}`, `?id=${id}`]) {
      const { status, text } = await admin.call("DELETE", `orgs/orgs/${query}`);
      expect([status, text]).toEqual([400, ""]);
    }
    expect((await admin.call("GET", `orgs/orgs/${id}/`)).status).toBe(200);
  });

  it("are not removed under what is being put into them", async () => {
    const { id, at } = await made();
    const answers = await Promise.all([
      admin.call("POST", "users/groups/", { name: "Arriving" }, at),
      admin.call("DELETE", `orgs/orgs/${id}/`),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    const { rows } = await sql`
      select 1 from user_groups g where not exists (select 1 from organizations o where o.id = g.org_id)
    `.execute(product.database.db);
    expect(rows).toEqual([]);
  });

  it("are seen from above by those who may, and by nobody else", async () => {
    const { at } = await made();
    await admin.call("POST", "users/groups/", { name: "Far away" }, at);
    const above = { "x-jms-org": "root" };
    const all = await admin.call("GET", "users/groups/?search=away", undefined, above);
    expect(all.body).toHaveLength(1);
    expect(all.body[0].org_name).toMatch(/^Branch/);
    expect((await admin.call("GET", "users/groups/?search=away")).body).toEqual([]);
    expect((await admin.call("POST", "users/groups/", { name: "Nowhere" }, above)).status).toBe(400);
    const { id: local } = await product.createUser({ org_roles: [administrator] });
    const browser = await product.signIn(local);
    expect((await browser.call("GET", "users/groups/", undefined, above)).status).toBe(403);
    expect((await browser.call("GET", "users/groups/", undefined, at)).status).toBe(403);
    expect((await browser.call("GET", "users/groups/")).status).toBe(200);
    expect((await browser.call("GET", "orgs/orgs/")).status).toBe(403);
  });

  it("let a person go at once who is signed in there", async () => {
    const { foreign, otherOrganization } = await createPeople(product);
    const ask = () =>
      product.app.fastify.inject({ url: "/api/v1/users/groups/", headers: { ...foreign.headers } });
    expect((await ask()).statusCode).toBe(200);
    const at = { "x-jms-org": otherOrganization };
    const { body } = await admin.call("GET", "users/users/?username=m-foreign", undefined, at);
    expect((await admin.call("POST", `users/users/${body[0].id}/remove/`, {}, at)).status).toBe(204);
    expect((await ask()).statusCode).toBe(403);
  });
});
