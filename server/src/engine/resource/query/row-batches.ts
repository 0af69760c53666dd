import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Pool } from "pg";
import type { CallerContext } from "../../access/context.ts";
import type { Database } from "../../database/database.ts";
import { ApiError } from "../../errors.ts";
import { text } from "../../tabular/texts.ts";
import type { Row } from "../field-kinds/field.ts";
import type { NamedField } from "../resource.ts";
import type { Page } from "./paging.ts";

/** A batch of rows, and the transaction it was read in, which sees what the query saw. */
export interface RowBatch {
  readonly rows: readonly Row[];
  readonly db: Kysely<Database>;
}

/** The rows of a list, wherever they are kept. */
export interface RowSource {
  /** The rows of a page; `fields` are those that are presented. */
  page(fields: readonly NamedField[], page: Page): Promise<readonly Row[]>;
  /** All rows, some at a time. */
  batches(fields: readonly NamedField[], size: number): AsyncIterable<RowBatch>;
}

/** Long reads under way on each pool of connections. */
const underWay = new WeakMap<Pool, number>();

/**
 * Reads the rows of a query through a cursor, so that neither side holds them whole. The cursor lives as long as
 * the generator. Each one keeps a connection for as long as its reader is slow, so at most half of them are given
 * to such reads; others are 503.
 *
 * @param statementTimeout most milliseconds until a batch has come; without it those of the connection. A batch that
 * takes longer ends the read with the error 57014 of the database.
 */
export async function* readRows(
  query: RawBuilder<Row>,
  { db, services }: CallerContext,
  batchSize: number,
  statementTimeout?: number,
): AsyncGenerator<RowBatch> {
  const others = underWay.get(services.pool) ?? 0;
  if (others >= Math.max(1, Math.floor(services.config.poolSizes.web / 2))) {
    throw new ApiError(503, "too_many_exports", text.tooManyExports);
  }
  underWay.set(services.pool, others + 1);
  try {
    const transaction = await db.startTransaction().setAccessMode("read only").execute();
    try {
      if (statementTimeout !== undefined) {
        const timeout = String(statementTimeout);
        await sql`select set_config('statement_timeout', ${timeout}, true)`.execute(transaction);
      }
      await sql`declare long_read no scroll cursor for ${query}`.execute(transaction);
      for (;;) {
        const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from long_read`.execute(transaction);
        if (rows.length > 0) yield { rows, db: transaction };
        if (rows.length < batchSize) return;
      }
    } finally {
      await transaction.rollback().execute();
    }
  } finally {
    underWay.set(services.pool, (underWay.get(services.pool) ?? 1) - 1);
  }
}
