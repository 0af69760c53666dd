import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { administratorPassword, createTestProduct, type TestProduct } from "./testing/product.ts";

let product: TestProduct;

beforeAll(async () => {
  product = await createTestProduct();
});

afterAll(() => product?.close());

describe("the product", () => {
  it("answers its health to anyone", async () => {
    const { status, body } = await product.anonymous.call("GET", "/api/health/");
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: true, db_status: true });
  });

  it("has for each table an owner that declares it, or the resources of one area", async () => {
    const source = fileURLToPath(new URL(".", import.meta.url));
    const owned = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("owned-tables.json"))
      .flatMap((path) => Object.keys(JSON.parse(readFileSync(join(source, path), "utf8")).tables));
    const areasOf = (table: string) =>
      product.product.areas.filter((area) => area.resources?.some((resource) => resource.table === table));
    const { rows } = await product.database.pool.query<{ table: string }>(
      `select tablename as "table" from pg_tables where schemaname = current_schema() and tablename not like 'kysely%'`,
    );
    expect(rows.length).toBeGreaterThan(owned.length);
    expect(rows.filter(({ table }) => !owned.includes(table) && areasOf(table).length !== 1)).toEqual([]);
  });

  it("lets the first administrator in and shows the profile", async () => {
    const caller = await product.bearer("admin", administratorPassword);
    const { status, body } = await caller.call("GET", "users/profile/");
    expect(status).toBe(200);
    expect(body).toMatchObject({ username: "admin", is_superuser: true });
    expect(body.perms).toContain("assets.view_asset");
    expect(body.console_orgs.length).toBeGreaterThan(0);
  });

  it("carries an asset from creation to the list of the person it is granted to", async () => {
    const { administrator } = product;
    const platforms = await administrator.call("GET", "assets/platforms/?name=Linux");
    const host = await administrator.call("POST", "assets/hosts/", {
      name: "web-1",
      address: "127.0.0.1",
      platform: platforms.body[0].id,
      protocols: [{ name: "ssh", port: 22 }],
      accounts: [{ name: "root", username: "root", secret_type: "password", secret: "hush-hush" }],
    });
    expect(host.status).toBe(201);
    const user = await product.createUser({});
    const granted = await administrator.call("POST", "perms/asset-permissions/", {
      name: "web",
      users: [user.id],
      assets: [host.body.id],
      accounts: ["@ALL"],
      actions: ["connect"],
    });
    expect(granted.status).toBe(201);
    const person = await product.signIn(user.id);
    const mine = await person.call("GET", "perms/users/self/assets/");
    expect(mine.body.map(({ name }: { name: string }) => name)).toEqual(["web-1"]);
    const accounts = await person.call("GET", `perms/users/self/assets/${host.body.id}/accounts/`);
    expect(accounts.body).toMatchObject([{ alias: "root", username: "root", has_secret: true }]);
    expect((await person.call("GET", "assets/hosts/")).status).toBe(403);
    for (const path of ["assets/hosts/", "accounts/accounts/", "audits/operate-logs/"]) {
      expect((await administrator.call("GET", path)).text).not.toContain("hush-hush");
    }
  });
});
