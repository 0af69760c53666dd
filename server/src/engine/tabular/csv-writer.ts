import { createYield } from "../yield-to-event-loop.ts";
import { type Cell, guardCsv } from "./cells.ts";

/** Characters written at a time. */
const chunkLength = 65_536;

/** Spreadsheet programs tell UTF-8 by its mark. */
const byteOrderMark = "\uFEFF";

const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

function quoted(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows -> the text of a CSV file, piece by piece. */
export async function* writeCsv(
  titles: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  const yieldNow = createYield();
  let text = `${byteOrderMark}${titles.map((title) => quoted(guardCsv(title))).join(",")}\r\n`;
  for await (const rows of batches) {
    for (const row of rows) {
      text += `${row.map((cell) => quoted(guardCsv(cell))).join(",")}\r\n`;
      if (text.length < chunkLength) continue;
      yield text;
      text = "";
      await yieldNow();
    }
  }
  if (text !== "") yield text;
}
