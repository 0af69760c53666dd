import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { roleIds } from "../roles/index.ts";

describe("names of users", () => {
  let product: TestProduct;
  let admin: TestCaller;

  beforeAll(async () => {
    product = await createTestProduct();
    admin = product.administrator;
  });
  afterAll(() => product.close());

  it("takes names of every script in 128 characters, and no look-alikes of a username", async () => {
    const person = (username: string, more = {}) =>
      admin.call("POST", "users/users/", {
        name: username,
        username,
        email: `n${Math.random()}@example.com`,
        ...more,
      });
    for (const name of [
      "Zoë Ångström",
      "田中 太郎",
      "李明",
      "Мария",
      "محمد",
      "नीलम",
      "می‌خواهم",
      "👩‍🚀 Ada",
    ]) {
      const made = await person(`u-${Math.random()}`, { name });
      expect([name, made.status]).toEqual([name, 201]);
      expect(made.body.name).toBe(name.normalize("NFC"));
    }
    expect((await person("𠮷".repeat(128))).status).toBe(201);
    const long = await person("𠮷".repeat(129));
    expect(long.body.username[0]).toContain("128");
    expect((await person("\u0958".repeat(128))).status).toBe(400);
    expect((await person("Zoe\u0308")).body.username).toBe("Zo\u00eb");
    for (const twin of ["zo\u00cb", "ZO\u00cb", "zoe\u0308", "\uff3ao\u00eb"]) {
      const refused = await person(twin);
      expect([twin, refused.status, Object.keys(refused.body)]).toEqual([twin, 400, ["username"]]);
    }
    for (const hidden of ["ad\u200bmin", "admin\u202e", "ad\u0007min", "ad\u00admin"]) {
      expect((await person(hidden)).body).toHaveProperty("username");
    }
    expect((await person("named", { name: "two\nlines" })).body).toHaveProperty("name");
    const mail = await person("mailer", { email: "Someone@Example.com" });
    expect(mail.status).toBe(201);
    expect((await person("mailer2", { email: "someone@example.COM" })).body).toHaveProperty("email");
    // Of one alphabet, but not to be distinguished from a Latin one; and the other way round.
    expect((await person("Soce")).status).toBe(201);
    const cyrillic = await person("Ѕосе");
    expect(cyrillic.body.username[0]).toMatch(/looks the same/);
    expect((await person("хоре")).status).toBe(201);
    expect((await person("xope")).body.username[0]).toMatch(/looks the same/);
    expect((await person("мария")).status).toBe(201);
    const mixed = await person("ѕteve");
    expect(mixed.body.username[0]).toMatch(/mixes Latin and Cyrillic/);
    // Names of people, groups, roles and organizations may mix, as words of a sentence do.
    expect((await person("named2", { name: "Иван Smith" })).status).toBe(201);
    for (const [path, more] of [
      ["users/groups/", {}],
      ["orgs/orgs/", {}],
      ["rbac/org-roles/", { scope: "org" }],
      ["rbac/system-roles/", { scope: "system" }],
    ] as const) {
      const named = (name: string) => admin.call("POST", path, { name, ...more });
      for (const name of ["班组 ①", "Ночная смена", "वित्त", "𠮷".repeat(128)]) {
        const made = await named(name);
        expect([path, made.status, made.body.name]).toEqual([path, 201, name]);
      }
      for (const name of ["two\nlines", "turned \u202e", "𠮷".repeat(129), "", "   ", "nul\u0000"]) {
        const refused = await named(name);
        expect([path, name, refused.status, Object.keys(refused.body)]).toEqual([path, name, 400, ["name"]]);
      }
      expect((await named("班组 ①")).status).toBe(400);
    }
    for (const name of ["root", "ＲＯＯＴ", "Default", "global", "System"]) {
      expect([name, Object.keys((await admin.call("POST", "orgs/orgs/", { name })).body)]).toEqual([
        name,
        ["name"],
      ]);
    }
    const posing = await admin.call("POST", "rbac/org-roles/", { name: "组织管理员", scope: "org" });
    expect(posing.body).toHaveProperty("non_field_errors");
    // A name from before these rules can be kept while something else changes.
    const { rows } = await product.database.pool.query<{ id: string }>(
      "insert into users (name, username, email) values ('old', 'оld', 'old@example.com') returning id",
    );
    const changed = await admin.call(
      "PATCH",
      `users/users/${rows[0]?.id}/`,
      { username: "оld", wechat: "w" },
      {
        "x-jms-org": "root",
      },
    );
    expect([changed.status, changed.body.wechat]).toEqual([200, "w"]);
    // A change of one's own capitals is no clash.
    expect((await admin.call("PATCH", `users/users/${mail.body.id}/`, { username: "Mailer" })).status).toBe(
      200,
    );
  });

  it("gives one of two at the same time the name, and keeps both of two edits", async () => {
    const twins = await Promise.all(
      ["Racer", "racer", "RACER"].map((username) =>
        admin.call("POST", "users/users/", { name: "r", username, email: `${username}1@x${username}.com` }),
      ),
    );
    expect(twins.map(({ status: answered }) => answered).sort()).toEqual([201, 400, 400]);
    const edited = await product.createUser({ username: "edited" });
    const at = `users/users/${edited.id}/`;
    const edits = await Promise.all([
      admin.call("PATCH", at, { comment: "one" }),
      admin.call("PATCH", at, { wechat: "two" }),
      admin.call("PATCH", at, { system_roles: [roleIds.systemAuditor] }),
      admin.call("PATCH", at, { system_roles: [roleIds.systemUser] }),
    ]);
    expect(edits.map(({ status: answered }) => answered)).toEqual([200, 200, 200, 200]);
    const { body } = await admin.call("GET", at);
    expect(body).toMatchObject({ comment: "one", wechat: "two" });
    expect(body.system_roles).toHaveLength(1);
  });
});
