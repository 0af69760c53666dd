import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdTestServer, startActiveDirectory } from "../../../testing/active-directory.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";

const password = "Right-one-5";

describe("Active Directory", () => {
  let ad: AdTestServer;
  let product: TestProduct;

  beforeAll(async () => {
    ad = await startActiveDirectory(
      [
        { username: "good", password, memberOf: ["Ops"] },
        { username: "expired", password, data: "532" },
        { username: "mustchange", password, data: "773" },
        { username: "disabled", password, data: "533" },
        { username: "ended", password, data: "701" },
        { username: "locked", password, data: "775" },
        { username: "off", password, userAccountControl: 514 },
      ],
      { Ops: ["Staff", "Everyone"] },
    );
    product = await createTestProduct();
    const saved = await product.administrator.call("PATCH", "settings/setting/?category=ldap", {
      AUTH_LDAP: true,
      AUTH_LDAP_SERVER_URI: ad.uri,
      AUTH_LDAP_BIND_DN: "reader@corp.test",
      AUTH_LDAP_BIND_PASSWORD: "Reader-of-all-5",
      AUTH_LDAP_SEARCH_OU: "OU=Staff,DC=corp,DC=test",
      AUTH_LDAP_SEARCH_FILTER: "(&(objectClass=user)(sAMAccountName=%(user)s))",
      AUTH_LDAP_USER_ATTR_MAP: {
        username: "sAMAccountName",
        name: "displayName",
        email: "mail",
        is_active: "userAccountControl",
        groups: "memberOf",
      },
      AUTH_LDAP_NESTED_GROUPS: true,
    });
    expect(saved.status).toBe(200);
  });
  afterAll(async () => {
    await product?.close();
    await ad?.close();
  });

  const signIn = (username: string, given: string) =>
    product.anonymous.call("POST", "authentication/auth/", { username, password: given });

  it("tells who knows the password why Active Directory lets nobody in by it", async () => {
    for (const [name, code, said] of [
      ["expired", "password_expired", "expired"],
      ["mustchange", "password_must_change", "must be changed"],
      ["disabled", "user_inactive", "disabled"],
      ["ended", "user_expired", "expired"],
      ["off", "user_inactive", "disabled"],
    ] as const) {
      const right = await signIn(name, password);
      expect([name, right.status, right.body.error]).toEqual([name, 400, code]);
      expect(right.body.msg).toContain(said);
      expect([name, (await signIn(name, "wrong")).body.error]).toEqual([name, "password_failed"]);
    }
    const { rows } = await product.database.pool.query(
      "select count(*)::int as users from users where source = 'ldap'",
    );
    expect(rows[0].users).toBe(0);
  });

  it("tells nobody that an account is locked there: who does not know the password would learn of it", async () => {
    expect((await signIn("locked", password)).body.error).toBe("password_failed");
    expect((await signIn("locked", "wrong")).body.error).toBe("password_failed");
  });

  it("knows people by their id, and the groups that hold their groups by its rule", async () => {
    expect((await signIn("good", password)).status).toBe(201);
    const { rows } = await product.database.pool.query("select subject from user_source_links");
    expect(rows.map(({ subject }) => subject)).toEqual([
      Buffer.from("good".padEnd(16, "\xff"), "latin1").toString("hex"),
    ]);
    expect(ad.searches.filter((filter) => filter.includes("1.2.840.113556.1.4.1941"))).not.toEqual([]);
    expect((await signIn("good", "")).status).toBe(400);
  });
});
