import { CsvError, parse } from "csv-parse";
import { withParameters } from "../i18n/messages.ts";
import { createYield } from "../yield-to-event-loop.ts";
import { type ReadRow, readCsvCell } from "./cells.ts";
import { decodeText } from "./decode-text.ts";
import { limits, readingSlice, UnreadableFile } from "./limits.ts";
import { text } from "./texts.ts";

/** What programs divide cells by, according to the country they were set up for. */
const delimiters = [",", ";", "\t"];

/** The delimiter of a file: the one that its titles are divided by most. */
function detectDelimiter(start: string): string {
  const titles = start.replace(/"(?:[^"]|"")*"/g, "").split(/[\r\n]/, 1)[0] ?? "";
  const counts = delimiters.map((delimiter) => titles.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Tells the rows of a CSV file, the titles first. Throws `UnreadableFile`. */
export async function readCsv(bytes: Buffer, onRow: (row: ReadRow) => void): Promise<void> {
  const yieldNow = createYield(readingSlice);
  const pieces = decodeText(bytes);
  const { value: start = "" } = pieces.next();
  const parser = parse({
    delimiter: detectDelimiter(start),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: limits.row,
  });
  // Characters since the piece in which the last row ended. The parser counts those in cells only: a row of empty
  // cells could be as long as the file.
  let pending = 0;
  let lines = 0;
  const take = (): void => {
    for (let record = parser.read(); record !== null; record = parser.read()) {
      pending = 0;
      lines += 1;
      const cells = record as string[];
      // One beyond the limit is enough to refuse the row.
      onRow(cells.slice(0, limits.columns + 1).map(readCsvCell));
    }
  };
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown): void => {
      parser.destroy();
      reject(explained(error));
    };
    parser.on("error", fail);
    parser.once("end", resolve);
    parser.on("readable", () => {
      try {
        take();
      } catch (error) {
        fail(error);
      }
    });
    const feed = async (): Promise<void> => {
      const write = (piece: string): Promise<void> =>
        new Promise((done) => parser.write(piece, () => done()));
      const feedPiece = async (piece: string): Promise<void> => {
        pending += piece.length;
        await write(piece);
        if (pending > limits.row) {
          throw new UnreadableFile(withParameters(text.rowTooLong, { line: lines + 1, limit: limits.row }));
        }
        await yieldNow();
      };
      await feedPiece(start);
      for (const piece of pieces) {
        if (parser.destroyed) return;
        await feedPiece(piece);
      }
      if (!parser.destroyed) parser.end();
    };
    feed().catch(fail);
  });
}

function explained(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = Number((error as { lines?: number }).lines ?? 1);
  return new UnreadableFile(
    error.code === "CSV_MAX_RECORD_SIZE"
      ? withParameters(text.rowTooLong, { line, limit: limits.row })
      : withParameters(text.brokenCsv, { line }),
  );
}
