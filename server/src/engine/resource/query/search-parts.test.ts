import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { escapeLike } from "./filters.ts";
import { hasLineOf, hasTerm } from "./search-parts.ts";

let product: TestProduct;

beforeAll(async () => {
  product = await createTestProduct();
});

afterAll(() => product.close());

/** Few characters, so that terms are often there: of one, two, three and four bytes. */
const characters = fc.constantFrom("a", "B", "1", "-", "_", "%", "\\", "é", "京", "凰", "𠮷");
const texts = fc.array(fc.string({ unit: characters, maxLength: 8 }), { minLength: 1, maxLength: 3 });
const terms = fc.string({ unit: characters, minLength: 1, maxLength: 4 });

/** Whether a text has a term, by the search alone and by the parts as well. */
async function found(lines: readonly string[], term: string) {
  const text = sql<string>`lower(${lines.join("\n")}::text)`;
  const typed = escapeLike(term);
  const { rows } = await sql<{ within: boolean; first: boolean; has: boolean; begins: boolean }>`select
    ${text} like lower(${`%${typed}%`}) as within,
    (${text} like lower(${`${typed}%`}) or ${text} like lower(${`%\n${typed}%`})) as first,
    ${hasTerm(text, term) ?? sql<boolean>`true`} as has,
    ${hasLineOf(text, term) ?? sql<boolean>`true`} as begins
  `.execute(product.services.db);
  return rows[0];
}

describe("parts of a text", () => {
  test("find exactly the texts that have the term", async () => {
    await fc.assert(
      fc.asyncProperty(texts, terms, async (lines, term) => {
        const { within, first, has, begins } = (await found(lines, term)) ?? {};
        if (/^[\x20-\x7e]*$/.test(term)) expect([has, begins]).toEqual([true, true]);
        else expect([has, begins]).toEqual([within, first]);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["北京数据库", "上海"],
    ["host-北", "凤"],
    ["host-01", "数"],
  ])("of %s are not those of %s", async (line, term) => {
    expect(await found([line], term)).toMatchObject({ within: false, has: false });
  });

  test("tell the beginning of a line from its middle", async () => {
    expect(await found(["上海", "北京"], "海")).toMatchObject({ has: true, begins: false });
    expect(await found(["上海", "北京"], "北")).toMatchObject({ has: true, begins: true });
  });

  test("lead to rows by an index wherever a resource says so, the logs among them", async () => {
    const searched = product.product.areas
      .flatMap(({ resources = [] }) => resources)
      .flatMap(({ table, searchText, hasSearchParts }) =>
        searchText === undefined || hasSearchParts !== true ? [] : [{ table, searchText }],
      );
    const tables = searched.map(({ table }) => table);
    for (const table of [
      "assets",
      "users",
      "sessions",
      "operate_logs",
      "login_logs",
      "ftp_logs",
      "refusals",
    ]) {
      expect(tables).toContain(table);
    }
    for (const { table, searchText } of searched) {
      const rows = await product.services.db.transaction().execute(async (db) => {
        await sql`set local enable_seqscan = off`.execute(db);
        const text = sql.raw<string>(searchText);
        return sql<{ "QUERY PLAN": string }>`explain select 1 from ${sql.table(table)} t
          where ${hasTerm(text, "北京") ?? sql`true`}`.execute(db);
      });
      const plan = rows.rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan, table).toContain(`${table}_search_parts`);
    }
  });
});
