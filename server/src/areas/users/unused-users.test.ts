import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { disableUnusedUsers } from "./unused-users.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

it("disables people who were not seen for the days of the setting, and nobody else", async () => {
  const { pool } = product.database;
  const age = (id: string, joined: number, seen: number | null) =>
    pool.query(
      `update users set date_joined = now() - make_interval(days => $2), last_login = now() - make_interval(days => $3),
       date_password_last_updated = now() - make_interval(days => $2) where id = $1`,
      [id, joined, seen],
    );
  const [gone, never, seen, fresh, scripted] = await Promise.all([
    product.createUser({}),
    product.createUser({}),
    product.createUser({}),
    product.createUser({}),
    product.createUser({}),
  ]);
  await age(gone.id, 100, 31);
  await age(never.id, 31, null);
  await age(seen.id, 100, 29);
  await age(scripted.id, 100, 31);
  const key = (used: number, owner: string) =>
    pool.query(
      `insert into access_keys (id, user_id, secret_sealed, date_last_used)
       values (gen_random_uuid(), $2, 'x', now() - make_interval(days => $1))`,
      [used, owner],
    );
  await Promise.all([key(2, scripted.id), key(40, gone.id)]);
  const session = await product.signIn(gone.id);
  const { rows: admins } = await pool.query("select id from users where username = 'admin'");
  await age(admins[0].id, 400, 400);
  await disableUnusedUsers(product.services);
  const { rows } = await pool.query("select id from users where not is_active");
  expect(rows.map(({ id }) => id).sort()).toEqual([gone.id, never.id].sort());
  expect((await session.call("GET", "users/profile/")).status).toBe(401);
  expect((await product.signIn(fresh.id)).cookies).toBeDefined();
  const { rows: told } = await pool.query(
    "select diff from operate_logs where resource_id = $1 and user_display = 'System'",
    [gone.id],
  );
  expect(told[0].diff[0]).toMatchObject({ field: "is_active", before: true, after: false });
});
