import { Zip } from "fflate";
import { createYield } from "../yield-to-event-loop.ts";
import { type Cell, guardWorkbook } from "./cells.ts";
import { CompressedPart } from "./compressed-part.ts";
import { closingParts, leadingParts, sheetHead, sheetTail } from "./workbook-parts.ts";

/** Most rows a sheet can have; what is beyond goes to another. */
const rowsOfSheet = 1_048_576;

/** Most characters spreadsheet programs take in a cell; longer texts are cut. */
const longestCell = 32_767;

/** Characters compressed at a time. */
const chunkLength = 65_536;

/** Height of a row in points, and limits of the width of a column in characters. */
const rowHeight = 20;
const narrowest = 30;
const widest = 300;

/** What XML cannot hold; it is taken out. */
const illegal = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]|\p{Surrogate}/gu;
const special = /[&<>\r]/g;
const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };
const plainText = /^[^&<>_\p{Cc}\p{Surrogate}\ufffe\uffff]*$/u;

function escapeXml(text: string): string {
  if (plainText.test(text)) return text;
  return text
    .replace(illegal, "")
    .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replace(special, (character) => entities[character] ?? "");
}

/** Whether spreadsheet programs keep all of a number: they hold fifteen digits, and would save others changed. */
const isKept = (value: number): boolean => Number.isFinite(value) && Number(value.toPrecision(15)) === value;

/** Name of a column: A … Z, AA, AB … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

function cut(text: string): string {
  if (text.length <= longestCell) return text;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(longestCell - 1));
  return text.slice(0, isHalf ? longestCell - 1 : longestCell);
}

function writeCell(cell: Cell, reference: string): string {
  if (cell === "") return "";
  if (typeof cell === "number" && isKept(cell)) return `<c r="${reference}"><v>${cell}</v></c>`;
  const text = escapeXml(cut(guardWorkbook(cell === null ? null : String(cell))));
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : "";
  return `<c r="${reference}" t="inlineStr"><is><t${space}>${text}</t></is></c>`;
}

/** Widths of columns, from the titles and the first rows: a stream does not know its longest cell. */
function widthsOf(titles: readonly string[], rows: readonly (readonly Cell[])[]): number[] {
  return titles.map((title, index) => {
    const longest = rows.reduce(
      (length, row) => Math.max(length, String(row[index] ?? "").length),
      title.length,
    );
    return Math.min(Math.max(longest + 2, narrowest), widest);
  });
}

/** Rows -> the bytes of a workbook with one sheet (more only beyond what a sheet can hold), piece by piece. */
export async function* writeWorkbook(
  titles: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  const yieldNow = createYield();
  const pending: Uint8Array[] = [];
  const archive = new Zip((error, data) => {
    if (error !== null) throw error;
    pending.push(data);
  });
  const columns = titles.map((_title, index) => columnName(index));
  let part: CompressedPart | null = null;
  let widths: readonly number[] | null = null;
  let sheets = 0;
  let row = 0;
  let xml = "";

  const open = (name: string): CompressedPart => {
    part = new CompressedPart(name);
    archive.add(part);
    return part;
  };
  const addParts = async (parts: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, content] of Object.entries(parts)) await open(name).add(content, true);
  };
  const writeRow = (cells: readonly Cell[]): void => {
    row += 1;
    const written = cells.map((cell, index) => writeCell(cell, `${columns[index] ?? ""}${row}`));
    xml += `<row r="${row}" ht="${rowHeight}" customHeight="1">${written.join("")}</row>`;
  };
  const beginSheet = (): void => {
    sheets += 1;
    row = 0;
    open(`xl/worksheets/sheet${sheets}.xml`);
    xml = sheetHead(widths ?? []);
    writeRow(titles);
  };
  const flush = async (isLast: boolean): Promise<void> => {
    const text = isLast ? `${xml}${sheetTail}` : xml;
    xml = "";
    await part?.add(text, isLast);
  };

  try {
    await addParts(leadingParts);
    for await (const rows of batches) {
      if (widths === null) {
        widths = widthsOf(titles, rows);
        beginSheet();
      }
      for (const cells of rows) {
        if (row === rowsOfSheet) {
          await flush(true);
          beginSheet();
        }
        writeRow(cells);
        if (xml.length < chunkLength) continue;
        await flush(false);
        yield* pending.splice(0);
        await yieldNow();
      }
    }
    if (widths === null) {
      widths = widthsOf(titles, []);
      beginSheet();
    }
    await flush(true);
    await addParts(closingParts(sheets));
    archive.end();
    yield* pending.splice(0);
  } finally {
    (part as CompressedPart | null)?.abandon();
  }
}
