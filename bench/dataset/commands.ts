import type pg from "pg";
import type { Product } from "../../e2e/support/product.ts";
import { withDatabase, withoutOldLog } from "../fixtures/database.ts";
import { checkRowCounts } from "./check.ts";

const organization = "00000000-0000-0000-0000-000000000002";

/**
 * Stores commands of the last six days in the default organization of a running product, as sessions of fifty each: of
 * 500 users on 2 000 assets, one in 5 000 refused, one in 20 000 with the word "needle".
 *
 * @returns when the newest of them was executed, in ISO 8601
 */
export function createCommands(product: Product, count: number): Promise<string> {
  return withDatabase(product, (database) => withoutOldLog(database, () => store(database, count)));
}

async function store(database: pg.Client, count: number): Promise<string> {
  await database.query("begin");
  await database.query("set local synchronous_commit = off");
  await database.query("set local maintenance_work_mem = '256MB'");
  // An index over so many rows is built at once in a third of the time it takes row by row.
  const { rows: indexes } = await database.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = 'commands'::regclass and not i.indisprimary`,
  );
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  await database.query(
    `insert into commands (org_id, session_id, "user", asset, account, input, command, output, risk_level, source,
       date_executed)
     select $2, md5((n / 50)::text)::uuid, 'Person ' || n % 500 || '(p)',
       'host-' || n % 2000 || '(10.0.0.' || n % 2000 || ')', 'root(root)', text, text, 'output of ' || n,
       case when n % 5000 = 0 then 5 else 0 end, 'screen', now() - n * interval '6 days' / $1::integer
     from (select n, 'systemctl restart unit-' || n % 977 || case when n % 20000 = 7 then ' needle' else '' end as text
           from generate_series(1, $1::integer) n) rows`,
    [count, organization],
  );
  for (const { definition } of indexes) await database.query(definition);
  const { rows } = await database.query<{ newest: Date }>(
    "select max(date_executed) as newest from commands",
  );
  await database.query("commit");
  await database.query("vacuum analyze");
  await checkRowCounts(database);
  return rows[0]?.newest.toISOString() ?? "";
}
