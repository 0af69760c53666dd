import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Product } from "./product.ts";

/** How to reach the database of a product that was started on a data folder, past the product. */
export const connectionTo = ({ dataFolder }: Pick<Product, "dataFolder">) => ({
  host: `${dataFolder}/postgres/socket`,
  port: 5432,
  user: "sallyport",
  database: "sallyport",
  password: readFileSync(`${dataFolder}/database.password`, "utf8").trim(),
});

/** Runs SQL in the database of a product, past the product. */
export async function withDatabase<T>(
  { dataFolder }: Pick<Product, "dataFolder">,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionTo({ dataFolder }));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Waits until a transaction that is still open has written, its last statement being one on this table. */
export async function untilWriting(product: Pick<Product, "dataFolder">, table: string): Promise<void> {
  await withDatabase(product, async (client) => {
    const late = performance.now() + 30_000;
    while (performance.now() < late) {
      const { rowCount } = await client.query(
        "select 1 from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid() and query like $1",
        [`%"${table}"%`],
      );
      if (rowCount !== 0) return;
      await sleep(5);
    }
    throw new Error(`waited 30 s for a transaction that writes ${table}`);
  });
}
