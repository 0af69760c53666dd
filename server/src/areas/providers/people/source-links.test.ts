import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { arrive } from "./arrival.ts";
import type { SourceRule } from "./grants.ts";
import type { SourcePerson } from "./source-person.ts";

const policy = {
  creates: true,
  updates: [],
  trustedDomains: [],
  linksUsers: true,
  phoneCode: "+86",
  emailSuffix: "idp.test",
} as const;

const auditor = "00000000-0000-0000-0000-000000000002";
const rules: readonly SourceRule[] = [
  { attribute: "groups", value: "audit", grant: { roleId: auditor, organizationId: null } },
];

describe("links of people to users", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product?.close());

  const come = async (username: string, more: Partial<SourcePerson> = {}): Promise<string> => {
    const person: SourcePerson = {
      source: "openid",
      issuer: "https://idp.test",
      subject: `subject of ${username}`,
      username,
      attributes: { groups: ["audit"] },
      ...more,
    };
    const arrival = await arrive(product.services, person, { policy, rules }, "192.0.2.1");
    if (arrival.user === null) throw new Error(arrival.refusal.message.en);
    return arrival.user.id;
  };
  const rolesOf = async (id: string): Promise<string[]> =>
    (await product.administrator.call("GET", `users/users/${id}/`)).body.system_roles.map(
      (role: { readonly id: string }) => role.id,
    );
  const linkOf = async (id: string): Promise<string> =>
    (await product.administrator.call("GET", `sallyport/source-links/?user=${id}&limit=1`)).body.results[0]
      .id;

  it("are removed by administrators, with what rules gave by them and nothing else", async () => {
    const id = await come("given");
    expect(await rolesOf(id)).toContain(auditor);
    const removed = await product.administrator.call("DELETE", `sallyport/source-links/${await linkOf(id)}/`);
    expect(removed.status).toBe(204);
    expect(await rolesOf(id)).not.toContain(auditor);
    // What an administrator gave as well stays.
    const kept = await product.createUser({ system_roles: [auditor], username: "kept" });
    await come("kept");
    await product.administrator.call("DELETE", `sallyport/source-links/${await linkOf(kept.id)}/`);
    expect(await rolesOf(kept.id)).toContain(auditor);
  });

  it("are seen by their own person alone, without the address of the system", async () => {
    const local = await product.createUser({ username: "two-ways" });
    await come("two-ways");
    const other = await product.signIn((await product.createUser({})).id);
    const caller = await product.signIn(local.id);
    const own = await caller.call("GET", "sallyport/my-source-links/");
    expect(own.body).toMatchObject([{ source: { value: "openid" }, subject: "subject of two-ways" }]);
    expect(own.text).not.toContain("idp.test");
    const link = `sallyport/my-source-links/${await linkOf(local.id)}/`;
    expect((await other.call("GET", "sallyport/my-source-links/")).body).toEqual([]);
    await product.confirm(other);
    expect((await other.call("DELETE", link)).status).toBe(404);
    expect((await product.anonymous.call("GET", "sallyport/my-source-links/")).status).toBe(401);
  });

  it("are removed by their own person once they say who they are, roles of the rules included", async () => {
    const local = await product.createUser({ username: "leaves" });
    await come("leaves");
    const caller = await product.signIn(local.id);
    const link = `sallyport/my-source-links/${await linkOf(local.id)}/`;
    const asked = await caller.call("DELETE", link);
    expect([asked.status, asked.body.code]).toEqual([400, "relogin"]);
    await product.confirm(caller);
    expect((await caller.call("DELETE", link)).status).toBe(204);
    expect(await rolesOf(local.id)).not.toContain(auditor);
    expect((await caller.call("GET", "sallyport/my-source-links/")).body).toEqual([]);
  });

  it("to the system somebody comes from are not theirs to remove: the name could be another's next", async () => {
    const id = await come("native");
    await product.database.pool.query("update users set is_first_login = false where id = $1", [id]);
    const caller = await product.signIn(id);
    await product.confirm(caller);
    const refused = await caller.call("DELETE", `sallyport/my-source-links/${await linkOf(id)}/`);
    expect([refused.status, refused.body.code]).toEqual([400, "source_needed"]);
    expect((await caller.call("GET", "sallyport/my-source-links/")).body).toHaveLength(1);
  });
});
