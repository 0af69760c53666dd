import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ReadRow } from "./cells.ts";
import { readCsv } from "./csv-reader.ts";
import { createLimiter, limits } from "./limits.ts";
import { readWorkbook } from "./workbook-reader.ts";

/** The formats of files of rows, by the word of `?format=`. */
export type TabularFormat = "csv" | "xlsx";

/**
 * Media types that files are distinguished by, in `Content-Type` and `Accept`; the first is the one we answer with.
 */
export const tabularMediaTypes: Readonly<Record<TabularFormat, readonly string[]>> = {
  csv: ["text/csv"],
  xlsx: [
    "application/xlsx",
    "text/xlsx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ],
};

/** The file that is read, and those that wait behind it. */
let lastRead: Promise<unknown> = Promise.resolve();

/** A body that is a file of rows. */
export class TabularFile {
  readonly format: TabularFormat;
  /** Most rows that are written by one request. */
  readonly bulkLimit: number;
  readonly #bytes: Buffer;

  constructor(format: TabularFormat, bytes: Buffer, bulkLimit: number = limits.rows) {
    this.format = format;
    this.bulkLimit = bulkLimit;
    this.#bytes = bytes;
  }

  /**
   * Tells its rows, the titles first, at most `most` of them. One file is read at a time: many at once would add their
   * shares of the event loop up, and their memory. Throws `UnreadableFile`.
   */
  async read(onRow: (row: ReadRow) => void, most: number = limits.rows): Promise<void> {
    const reading = lastRead.then(() => this.#readNow(onRow, most));
    lastRead = reading.catch(() => undefined);
    return reading;
  }

  async #readNow(onRow: (row: ReadRow) => void, most: number): Promise<void> {
    const check = createLimiter(most);
    const read = this.format === "csv" ? readCsv : readWorkbook;
    await read(this.#bytes, (row) => {
      check(row);
      onRow(row);
    });
  }
}

/**
 * Takes files of rows where a request may have one; elsewhere such a body is 415. Call after `acceptBodies`.
 * `bulkLimit`: most rows one request writes.
 */
export function acceptTabular(
  fastify: FastifyInstance,
  bulkLimit: number,
  isTaken: (request: FastifyRequest) => boolean,
): void {
  for (const format of ["csv", "xlsx"] as const) {
    fastify.addContentTypeParser(
      [...tabularMediaTypes[format]],
      { parseAs: "buffer" },
      (request, body, done) => {
        if (isTaken(request)) {
          done(null, new TabularFile(format, body as Buffer, bulkLimit));
          return;
        }
        done(
          Object.assign(new Error("no file is taken here"), {
            statusCode: 415,
            code: "FST_ERR_CTP_INVALID_MEDIA_TYPE",
          }),
          undefined,
        );
      },
    );
  }
}
