import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import type { Row } from "../field-kinds/field.ts";
import { allOf, prepareResource, type Resource } from "../resource.ts";
import { type Narrowing, searchConditions } from "./conditions.ts";
import type { Condition } from "./filters.ts";
import { type LogSearchLimits, searchOfLog } from "./log-search.ts";
import { weeksOf } from "./log-weeks.ts";

/** Rows of the log; one in 20 is about a database, with a name in Chinese, one in 500 about a printer. */
const rows = 12_000;
const limits: LogSearchLimits = {
  fewestRows: 1_000,
  blocks: 100,
  mostWalked: 2_000,
  mostCounted: 150,
  mostStrewn: 40,
};
const small = "00000000-0000-0000-0000-00000000005a";

describe("the search of a log", () => {
  let product: TestProduct;
  let resource: Resource;

  beforeAll(async () => {
    product = await createTestProduct();
    const declaration = product.product.areas
      .flatMap((area) => area.resources ?? [])
      .find(({ path }) => path === "sallyport/operate-logs");
    if (declaration === undefined) throw new Error("the log is gone");
    resource = prepareResource({ ...declaration, countsUpTo: 200 });
    const { db } = product.services;
    await sql`insert into operate_logs (org_id, user_display, action, resource_type, resource, resource_id, remote_addr, datetime)
      select case when at % 100 = 0 then ${small}::uuid else '00000000-0000-0000-0000-000000000002' end,
        'Person ' || at % 700 || '(person' || lpad((at % 700)::text, 5, '0') || ')', 'create', 'Host',
        case when at % 20 = 0 then '数据库-' || at when at % 500 = 7 then 'printer-' || at else 'host-' || at end, '',
        '192.0.2.' || at % 250, now() - make_interval(mins => 40 * (${rows} - at))
      from generate_series(1, ${rows}::integer) at`.execute(db);
    await sql`insert into operate_logs (org_id, user_display, action, resource_type, resource, resource_id, remote_addr, datetime)
      select '00000000-0000-0000-0000-000000000002', 'Old(old)', 'create', 'Host', 'bygone-' || at, '', '192.0.2.1',
        now() - interval '1 year' from generate_series(1, 1500) at`.execute(db);
    await sql`analyze operate_logs`.execute(db);
  }, 60_000);
  afterAll(() => product.close());

  const everything: Condition = sql<boolean>`true`;

  function search(
    text: string,
    { scope = everything, order = "", edges = [] as Narrowing["edges"], within = limits } = {},
  ) {
    const terms = text.split(" ");
    const filter = allOf(searchConditions(resource, terms));
    const { db } = product.services;
    const asked: Record<string, string> = { order };
    const query = { get: (name: string) => asked[name] } as Parameters<typeof searchOfLog>[1]["query"];
    const found = searchOfLog(
      resource,
      { db, query },
      { scope, filter, terms, others: scope, edges },
      within,
    );
    if (found === null) return null;
    const by = order === "resource" ? sql`t.resource, t.id` : sql`t.datetime desc nulls last, t.id`;
    const read = async (from: RawBuilder<unknown>, offset: number, limit: number) =>
      (
        await sql<Row>`select t.resource from ${from} order by ${by} limit ${limit} offset ${offset}`.execute(
          db,
        )
      ).rows;
    return {
      count: () => found.count(),
      page: (offset = 0, limit = 15) => found.page({ offset, limit }, (from) => read(from, offset, limit)),
      whole: (offset = 0, limit = 15) =>
        read(sql`operate_logs as t where ${allOf([scope, filter])}`, offset, limit),
      async exactly() {
        const all = await sql<{ count: number }>`select count(*)::integer as count from operate_logs t
          where ${allOf([scope, filter])}`.execute(db);
        return all.rows[0]?.count ?? 0;
      },
    };
  }

  const inSmall = sql<boolean>`t.org_id = ${small}::uuid`;
  const since = new Date(Date.now() - 120 * 86_400_000);
  const until = new Date(Date.now() - 90 * 86_400_000);
  const aMonth = sql<boolean>`(t.datetime >= ${since} and t.datetime <= ${until})`;
  const ofAMonth: Narrowing["edges"] = [
    { expression: "t.datetime", comparison: ">=", at: since },
    { expression: "t.datetime", comparison: "<=", at: until },
    { expression: "t.date_of_something_else", comparison: "<=", at: new Date(0) },
  ];
  const never = sql<boolean>`t.org_id = '00000000-0000-0000-0000-0000000000ff'::uuid`;

  test.each([
    ["person00123"],
    ["PERSON00123"],
    ["printer-"],
    ["printer host"],
    ["host-11999"],
    ["host"],
    ["t-2"],
    ["bygone"],
    ["bygone-17"],
    ["数据库"],
    ["数据库-11"],
    ["据"],
    ["数库"],
    ["zzqqxxjj"],
    ["person 数据"],
    ["192.0"],
    ["pri_ter"],
    ["host-119"],
    ["t-1199"],
    ["0(person"],
    ["100%"],
  ])("finds of `%s` what every row asked one by one has", async (text) => {
    for (const [scope, edges] of [
      [everything, []],
      [inSmall, []],
      [aMonth, ofAMonth],
      [never, []],
    ] as const) {
      for (const order of ["", "resource"]) {
        const found = search(text, { scope, order, edges });
        if (found === null) {
          expect(text).toBe("t-2");
          continue;
        }
        const exactly = await found.exactly();
        const count = await found.count();
        if (exactly <= 150) expect(count).toBe(exactly);
        else expect(count).toBeGreaterThan(150);
        for (const offset of [0, 15, Math.max(0, exactly - 7)]) {
          expect([order, offset, await found.page(offset)]).toEqual([
            order,
            offset,
            await found.whole(offset),
          ]);
        }
      }
    }
  });

  test("tells about how many there are where it does not count them", async () => {
    const found = search("host");
    const exactly = (await found?.exactly()) ?? 0;
    const count = (await found?.count()) ?? 0;
    expect(count / exactly).toBeGreaterThan(0.7);
    expect(count / exactly).toBeLessThan(1.4);
    expect(await search("host")?.count()).toBe(count);
  });

  test("tells about how many there are by the weeks that were counted", async () => {
    // Hardly anything is known of the table: the newest weeks say what the others have.
    const found = search("数据库", { within: { ...limits, blocks: 6 } });
    const exactly = (await found?.exactly()) ?? 0;
    const count = (await found?.count()) ?? 0;
    expect(count).toBeGreaterThan(200);
    expect(count / exactly).toBeGreaterThan(0.7);
    expect(count / exactly).toBeLessThan(1.4);
  });

  test("goes through the weeks of the time that is asked for, from the newest on", async () => {
    const { db } = product.services;
    const month = await weeksOf(resource, db, ofAMonth);
    expect(month?.asked.length).toBeGreaterThanOrEqual(5);
    expect(month?.asked.length).toBeLessThanOrEqual(6);
    expect(month?.all).toBeGreaterThanOrEqual(52);
    const [first, second] = month?.asked ?? [];
    expect(Number(first) - Number(second)).toBe(7 * 86_400_000);
    expect(Number(first)).toBeLessThanOrEqual(Number(until));
    const future = [{ expression: "t.datetime", comparison: ">=", at: new Date("2999-01-01") }] as const;
    expect((await weeksOf(resource, db, future))?.asked).toEqual([]);
    const { searchedByWeekOf: _, ...others } = resource.declaration;
    expect(await weeksOf({ ...resource, declaration: others }, db, ofAMonth)).toBeNull();
  });

  test("leaves lists alone that are no logs, and what no index tells", () => {
    const { countsUpTo: _, ...others } = resource.declaration;
    const { db } = product.services;
    const query = { get: () => undefined } as unknown as Parameters<typeof searchOfLog>[1]["query"];
    const narrowing = {
      scope: everything,
      filter: everything,
      terms: ["host"],
      others: everything,
      edges: [],
    };
    expect(searchOfLog({ ...resource, declaration: others }, { db, query }, narrowing)).toBeNull();
    expect(searchOfLog(resource, { db, query }, { ...narrowing, terms: [] })).toBeNull();
    expect(searchOfLog(resource, { db, query }, { ...narrowing, terms: ["a-b"] })).toBeNull();
    expect(searchOfLog(resource, { db, query }, narrowing)).not.toBeNull();
  });
});
