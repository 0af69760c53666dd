import { CsvError, parse } from "csv-parse";
import { withParameters } from "../i18n/messages.ts";
import { createYield } from "../yield-to-event-loop.ts";
import { type ReadRow, readCsvCell } from "./cells.ts";
import { decodeText } from "./decode-text.ts";
import { limits, UnreadableFile } from "./limits.ts";
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
  const yieldNow = createYield();
  const pieces = decodeText(bytes);
  const { value: start = "" } = pieces.next();
  const parser = parse({
    delimiter: detectDelimiter(start),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: limits.cell * 4,
  });
  const take = (): void => {
    for (let record = parser.read(); record !== null; record = parser.read())
      onRow((record as string[]).map(readCsvCell));
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
      await write(start);
      for (const piece of pieces) {
        await write(piece);
        if (parser.destroyed) return;
        await yieldNow();
      }
      parser.end();
    };
    feed().catch(fail);
  });
}

function explained(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = Number((error as { lines?: number }).lines ?? 1);
  return new UnreadableFile(
    error.code === "CSV_MAX_RECORD_SIZE"
      ? withParameters(text.cellTooLong, { row: line, column: "?", limit: limits.cell })
      : withParameters(text.brokenCsv, { line }),
  );
}
