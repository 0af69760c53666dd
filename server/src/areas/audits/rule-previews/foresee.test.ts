import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CallerContext } from "../../../engine/access/index.ts";
import type { Row } from "../../../engine/resource/index.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";
import { type Bounds, foresee } from "./foresee.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";

let product: TestProduct;
let admin: TestCaller;
let world: World;
let zoe: string;
const id = (name: string): string => (name === "zoe" ? zoe : (world.ids[name] as string));

beforeAll(async () => {
  product = await createTestProduct();
  admin = product.administrator;
  for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
  zoe = (await product.createUser({ username: "zoe", name: "zoe" })).id;
  world = await createWorld(product.database.db, organizationId);
});
afterAll(() => product?.close());

describe("a preview of a rule that remembers approvals", () => {
  afterEach(async () => {
    for (const table of ["login_asset_acls", "sessions"])
      await sql`delete from ${sql.table(table)}`.execute(product.database.db);
  });

  const preview = (body: object) =>
    admin.call("POST", "sallyport/acls/login-asset-acls/preview/", body as never);

  /** Stores connections of one person to an asset, so many minutes ago. */
  const connectionsOf = async (user: string, ...minutes: readonly number[]) => {
    const ids = minutes.map(() => randomUUID());
    for (const [at, ago] of minutes.entries()) {
      await sql`insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol,
          login_from, remote_addr, date_start)
        values (${ids[at]}::uuid, ${organizationId}::uuid, ${user}, ${id(user)}::uuid, 'front', ${id("front")}::uuid,
          'admin(admin)', ${id("front/admin")}, 'ssh', 'WT', '192.0.2.7', now() - make_interval(mins => ${ago}))`.execute(
        product.database.db,
      );
    }
    return ids;
  };

  const asks = (minutes: number) => ({
    name: "Draft",
    users: { type: "all" },
    rules: {},
    assets: { type: "all" },
    accounts: ["@ALL"],
    action: "review",
    reviewers: [id("zoe")],
    approval_valid_for: minutes,
  });

  it("takes each that is held for approved, from the oldest on", async () => {
    const records = await connectionsOf("mei", 10, 30, 50, 61, 100, 130, 200);
    const [other] = await connectionsOf("tom", 20);
    const { body: each } = await preview(asks(0));
    expect(each).toMatchObject({ held: 8, allowed: 0, examined: 8 });
    const { body } = await preview(asks(60));
    expect(body).toMatchObject({ held: 4, allowed: 0, examined: 8, stopped_at: null });
    // 200, then 130 with 100 by it, 61 with 50, 30 and 10 by it; and somebody else.
    expect(body.results.map((row: { id: string }) => row.id)).toEqual([
      other,
      records[3],
      records[5],
      records[6],
    ]);
  });

  it("tells what a longer time lets by, and what none holds", async () => {
    const records = await connectionsOf("mei", 10, 30, 100);
    const saved = await admin.call("POST", "acls/login-asset-acls/", asks(25));
    expect(saved.status, saved.text).toBe(201);
    const rule = saved.body.id;
    const { body: longer } = await preview({ id: rule, approval_valid_for: 120 });
    expect(longer).toMatchObject({ held: 0, allowed: 1 });
    expect(longer.results).toMatchObject([{ id: records[1], effect: "allowed" }]);
    const { body: never } = await preview({ id: rule, approval_valid_for: 0 });
    expect(never).toMatchObject({ held: 1, allowed: 0 });
    expect(never.results).toMatchObject([{ id: records[0], effect: "held" }]);
    const { body: same } = await preview({ id: rule, priority: 1 });
    expect(same).toMatchObject({ refused: 0, held: 0, warned: 0, allowed: 0 });
  });
});

describe("a preview within bounds", () => {
  const everything = { records: 1000, milliseconds: 60_000, batch: 3, named: 2 };
  const look = async (bounds: Partial<Bounds>, rows = 10, query?: RawBuilder<Row>) => {
    const { pool, db, config } = product.services;
    const context = { db, services: { pool, config } } as unknown as CallerContext;
    const judged: string[] = [];
    const foreseen = await foresee<{ readonly at: Date; readonly user_id: string; readonly n: number }>(
      context,
      {
        query:
          query ??
          sql<Row>`select n, ${id("mei")}::uuid as user_id, now() - n * interval '1 minute' as at
            from generate_series(1, ${rows}::integer) n`,
        membershipIn: null,
        judge: ({ record: { n } }) => {
          judged.push(String(n));
          return n % 2 === 0 ? "held" : "refused";
        },
        bounds: { ...everything, ...bounds },
      },
    );
    return { ...foreseen, judged };
  };
  const minutesAgo = (date: Date | null) => Math.round((Date.now() - (date?.getTime() ?? 0)) / 60_000);

  it("looks at all, in batches, and names so many of each effect", async () => {
    const { examined, stoppedAt, counts, named, judged } = await look({});
    expect({ examined, stoppedAt, counts }).toEqual({
      examined: 10,
      stoppedAt: null,
      counts: { refused: 5, held: 5, warned: 0, allowed: 0 },
    });
    expect(judged).toHaveLength(10);
    expect(named.map(({ effect, record }) => [effect, record.n])).toEqual([
      ["refused", 1],
      ["refused", 3],
      ["held", 2],
      ["held", 4],
    ]);
  });

  it("says where it stopped when there are more records than it looks at", async () => {
    const { examined, stoppedAt, counts } = await look({ records: 7 });
    expect([examined, minutesAgo(stoppedAt), counts.refused + counts.held]).toEqual([7, 7, 7]);
  });

  it.each([7, 9])(
    "has looked at all where %i records are the bound, or the whole of batches",
    async (rows) => {
      expect(await look({ records: rows }, rows)).toMatchObject({ examined: rows, stoppedAt: null });
    },
  );

  it("stops once its time is over, after a batch", async () => {
    const { examined, stoppedAt } = await look({ milliseconds: 0 });
    expect([examined, minutesAgo(stoppedAt)]).toEqual([3, 3]);
  });

  it("answers what it knows where the database takes longer", async () => {
    const slow = sql<Row>`select n, ${id("mei")}::uuid as user_id, now() - n * interval '1 minute' as at
      from generate_series(1, 10) n, lateral (select pg_sleep(case when n > 3 then 5 else 0 end)) s`;
    const { examined, stoppedAt } = await look({ milliseconds: 200 }, 10, slow);
    expect([examined, minutesAgo(stoppedAt)]).toEqual([3, 3]);
  });
});
