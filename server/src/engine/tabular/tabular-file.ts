import type { FastifyInstance } from "fastify";
import type { ReadRow } from "./cells.ts";
import { readCsv } from "./csv-reader.ts";
import { createLimiter } from "./limits.ts";
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

/** A body that is a file of rows. */
export class TabularFile {
  readonly format: TabularFormat;
  readonly #bytes: Buffer;

  constructor(format: TabularFormat, bytes: Buffer) {
    this.format = format;
    this.#bytes = bytes;
  }

  /** Tells its rows, the titles first. Throws `UnreadableFile`. */
  async read(onRow: (row: ReadRow) => void): Promise<void> {
    const check = createLimiter();
    const read = this.format === "csv" ? readCsv : readWorkbook;
    await read(this.#bytes, (row) => {
      check(row);
      onRow(row);
    });
  }
}

/** Takes files of rows on routes that declare `tabular`; elsewhere such a body is 415. Call after `acceptBodies`. */
export function acceptTabular(fastify: FastifyInstance): void {
  for (const format of ["csv", "xlsx"] as const) {
    fastify.addContentTypeParser(
      [...tabularMediaTypes[format]],
      { parseAs: "buffer" },
      (request, body, done) => {
        if (request.routeOptions.config.tabular === true) {
          done(null, new TabularFile(format, body as Buffer));
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
