import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";

const url = "sallyport/source-trials/";
const auditor = "00000000-0000-0000-0000-000000000002";

describe("what a sign-in of somebody would do", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
    await product.configure({
      AUTH_OPENID_PROVIDER_ENDPOINT: "https://idp.test/",
      AUTH_OPENID_CLIENT_ID: "gate",
      AUTH_OPENID_TRUSTED_DOMAINS: ["corp.test"],
      CAS_SERVER_URL: "https://cas.test/cas/",
      CAS_RENAME_ATTRIBUTES: { login: "username", mail: "email" },
      CAS_USERNAME_ATTRIBUTE: "login",
    });
    await product.administrator.call("POST", "sallyport/source-rules/", {
      source: "openid",
      attribute: "realm_access.roles",
      value: "auditors",
      role: auditor,
    });
  });
  afterAll(() => product?.close());

  const ask = (body: Readonly<Record<string, unknown>>) => product.administrator.call("POST", url, body);
  const claims = {
    sub: "s-1",
    preferred_username: "nora",
    email: "nora@corp.test",
    realm_access: { roles: ["Auditors"] },
  };

  it("is told of claims, with roles, fields and the user; nobody is made by it", async () => {
    const answer = await ask({ source: "openid", claims });
    expect(answer.body).toMatchObject({
      action: "create",
      username: "nora",
      user: null,
      refusal: null,
      gains: ["System auditor"],
      losses: [],
      attributes: { "realm_access.roles": ["Auditors"] },
    });
    expect(answer.body.changes).toContainEqual({ field: "email", before: null, after: "nora@corp.test" });
    expect((await product.administrator.call("GET", "users/users/?username=nora")).body).toEqual([]);
    const { rows } = await product.database.pool.query("select 1 from user_source_links");
    expect(rows).toEqual([]);
  });

  it("tells who would be linked and who refused, as the sign-in decides", async () => {
    const local = await product.createUser({ username: "omar", email: "omar@corp.test" });
    const byName = { ...claims, sub: "s-2", preferred_username: "omar", email: "o@elsewhere.test" };
    const refused = await ask({ source: "openid", claims: byName });
    expect(refused.body).toMatchObject({
      action: "refuse",
      refusal: expect.stringContaining("belongs to an account of another source"),
      gains: [],
    });
    // An address alone links nobody; a verified one of a trusted domain does.
    const byMail = { ...claims, sub: "s-2", preferred_username: "o.m", email: "omar@corp.test" };
    expect((await ask({ source: "openid", claims: byMail })).body.action).toBe("refuse");
    const verified = await ask({ source: "openid", claims: { ...byMail, email_verified: true } });
    expect(verified.body).toMatchObject({ action: "link", user: { id: local.id, username: "omar" } });
  });

  it("reads what a CAS server answers by its map", async () => {
    const answer = await ask({
      source: "cas",
      claims: { user: "u1", attributes: { login: "pia", mail: ["pia@corp.test"] } },
    });
    expect(answer.body).toMatchObject({ action: "create", username: "pia", gains: [] });
  });

  it("says what the question lacks", async () => {
    expect(Object.keys((await ask({ source: "openid", claims: {} })).body)).toEqual(["claims"]);
    expect(Object.keys((await ask({ source: "openid", claims: ["sub"] })).body)).toEqual(["claims"]);
    expect(Object.keys((await ask({ source: "cas", claims: { user: 1 } })).body)).toEqual(["claims"]);
    expect(Object.keys((await ask({ source: "local" })).body)).toEqual(["source"]);
    expect(Object.keys((await ask({ source: "ldap" })).body)).toEqual(["username"]);
    await product.configure({ AUTH_OPENID_PROVIDER_ENDPOINT: "" });
    const missing = await ask({ source: "openid", claims });
    expect([missing.status, missing.body.detail]).toEqual([
      400,
      expect.stringContaining("issuer is missing"),
    ]);
  });
});
