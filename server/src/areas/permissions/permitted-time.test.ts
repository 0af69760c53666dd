import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { permittedTime, type RunningSession } from "./permitted-time.ts";
import { createWorld, type World, type WorldPermission } from "./testing/world.ts";

const minute = 60;
const [connect, upload] = [1, 2];
let product: TestProduct;
let world: World;

beforeAll(async () => {
  product = await createTestProduct();
  for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
  world = await createWorld(product.database.db, "00000000-0000-0000-0000-000000000002");
});
afterAll(() => product.close());

const front: WorldPermission = { users: ["mei"], assets: ["front"], accounts: ["admin"] };

/** In how many minutes the permission behind a session of mei's expires and the session ends; rounded. */
async function lasts(session: Partial<RunningSession> = {}) {
  const id = (name: string): string => world.ids[name] as string;
  const time = await permittedTime(
    product.database.db,
    { id: id("mei"), username: "mei" },
    {
      assetId: id("front"),
      accountId: id("front/admin"),
      actions: ["connect"],
      since: new Date(Date.now() - 3_600_000),
      ...session,
    },
  );
  const inMinutes = (date: Date): number => Math.round((date.getTime() - Date.now()) / 60_000) + 0;
  return time === null ? null : [inMinutes(time.expires), inMinutes(time.ends)];
}

describe("for how long a session is permitted", () => {
  test("as long as the permission, and then for what it leaves to finish", async () => {
    await world.permit({ ...front, expires: 20 * minute });
    expect(await lasts()).toEqual([20, 20]);
    await world.permit({ ...front, expires: 20 * minute, graceMinutes: 15 });
    expect(await lasts()).toEqual([20, 35]);
  });

  test("a permission that ran out while it ran still says when it ends; one that ran out before does not", async () => {
    await world.permit({ ...front, expires: -5 * minute, graceMinutes: 15 });
    expect(await lasts()).toEqual([-5, 10]);
    expect(await lasts({ since: new Date(Date.now() - 60_000) })).toBeNull();
    await world.permit({ ...front, expires: -5 * minute });
    expect(await lasts()).toEqual([-5, -5]);
  });

  test("a clock ahead of the database's does not take from a permission that is in force", async () => {
    await world.permit({ ...front, expires: 20 * minute });
    expect(await lasts({ since: new Date(Date.now() + 3_600_000) })).toEqual([20, 20]);
  });

  test.each<[string, WorldPermission]>([
    ["deactivated", { isActive: false }],
    ["begins later", { starts: minute }],
    ["names nobody", { users: [] }],
    ["names another account", { accounts: ["release"] }],
    ["does not let connect", { actions: upload }],
  ])("a permission that %s gives no time to finish", async (_what, change) => {
    await world.permit({ ...front, expires: -5 * minute, graceMinutes: 60, ...change });
    expect(await lasts()).toBeNull();
  });

  test("the latest end of several counts, by whatever they grant the account", async () => {
    await world.permit(
      { ...front, expires: 10 * minute, graceMinutes: 60 },
      { groups: ["builders"], nodes: ["web"], accounts: ["@ALL"], expires: 30 * minute },
      { ...front, accounts: ["release"], expires: 600 * minute, graceMinutes: 600 },
    );
    expect(await lasts()).toEqual([30, 70]);
  });

  test("it ends with the first of the things it lives by", async () => {
    await world.permit(
      { ...front, actions: connect, expires: 60 * minute },
      { ...front, actions: upload, expires: 20 * minute, graceMinutes: 5 },
      { ...front, actions: connect, expires: 30 * minute, forwarding: ["local"] },
    );
    expect(await lasts()).toEqual([60, 60]);
    expect(await lasts({ actions: ["connect", "upload"] })).toEqual([20, 25]);
    expect(await lasts({ forwarding: "local" })).toEqual([30, 30]);
    expect(await lasts({ forwarding: "remote" })).toBeNull();
  });

  test("nobody who left the organization has any", async () => {
    await world.permit({ ...front, expires: 20 * minute, graceMinutes: 60 });
    await product.database.db.connection().execute(async (db) => {
      await sql`begin`.execute(db);
      await sql`delete from role_bindings where user_id = ${world.ids.mei}::uuid`.execute(db);
      const left = await permittedTime(
        db,
        { id: world.ids.mei as string, username: "mei" },
        {
          assetId: world.ids.front as string,
          accountId: world.ids["front/admin"] as string,
          actions: ["connect"],
          since: new Date(Date.now() - 3_600_000),
        },
      );
      await sql`rollback`.execute(db);
      expect(left).toBeNull();
    });
  });
});
