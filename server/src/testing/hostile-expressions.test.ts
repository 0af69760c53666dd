import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pattern } from "../transport/targets/pattern.ts";
import { createTestProduct, type TestProduct } from "./product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

const rules = (value: string) =>
  encodeURIComponent(
    Buffer.from(
      JSON.stringify({ type: "attrs", attrs: Array(20).fill({ name: "name", match: "regex", value }) }),
    ).toString("base64"),
  );

/** What takes engines that try again, or compile all at once, for ever. */
const hostile = [
  "^(?:(?:a+)+)+$",
  "(?:a{1,200}){1,200}(?:a{1,200}){1,200}!",
  "(((((x?){60}){60}){60}){60}){60}",
  "(a*)*\\1*b",
];

describe("expressions that would never end", () => {
  test("as rules over users and assets never reach the database", async () => {
    for (const path of ["users/users/", "assets/assets/"]) {
      for (const source of hostile) {
        const { status } = await product.administrator.call(
          "GET",
          `${path}?limit=1&attr_rules=${rules(source)}`,
        );
        expect([path, source, [200, 400].includes(status)]).toEqual([path, source, true]);
      }
    }
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity where datname = current_database() and query ~ '[~]\s*[$]'
        and pid <> pg_backend_pid()`.execute(product.database.db);
    expect(rows).toEqual([]);
  });

  test("do not keep others waiting: the event loop gets its turns", async () => {
    const { db } = product.database;
    await sql`insert into users (id, username, name, email, source)
      select gen_random_uuid(), 'many' || n, repeat('a', 90) || n, 'many' || n || '@example.com', 'local'
      from generate_series(1, 20000) n`.execute(db);
    let turns = 0;
    let searching = true;
    const others = (async () => {
      while (searching) {
        await new Promise((resolve) => setImmediate(resolve));
        turns++;
      }
    })();
    const { status } = await product.administrator.call(
      "GET",
      `users/users/?limit=1&attr_rules=${rules("(?:a|aa|a?b)*!$")}`,
    );
    searching = false;
    await others;
    expect(status).toBe(200);
    // Twenty rules over 20 000 names: in one go nobody else would come in between.
    expect(turns).toBeGreaterThan(20);
  });

  test("as prompts of targets take no more time than the text is long", () => {
    const fail = () => new Error("no usable expression");
    const asks = pattern("^(?:(?:a|aa)+)+$", fail);
    expect(asks(`${"a".repeat(50_000)}!`)).toBe(false);
    expect(asks("aaa")).toBe(true);
    expect(pattern("LOGIN:|登录", fail)("last\nlogin: ")).toBe(true);
    expect(() => pattern("(?=a)", fail)).toThrow("no usable expression");
  });
});
