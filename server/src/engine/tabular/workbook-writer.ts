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

/** A sheet of a workbook. */
export interface Sheet {
  /** What people read on its tab; null: a number. */
  readonly name: string | null;
  readonly titles: readonly string[];
  /** Rows, read as they are taken. */
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Most characters of the name of a sheet, and what none may have. */
const longestName = 31;
const unfitInNames = /[[\]:*?/\\\p{Cc}]/gu;

/** The names of sheets as spreadsheet programs take them: short, and each once. */
function sheetName(wanted: string, taken: readonly string[]): string {
  const plain =
    wanted
      .replace(unfitInNames, " ")
      .replace(/^'+|'+$/g, "")
      .trim() || "Sheet";
  const isTaken = (name: string) => taken.some((other) => other.toLowerCase() === name.toLowerCase());
  const short = [...plain].slice(0, longestName).join("");
  for (let number = 2, name = short; ; number++) {
    if (!isTaken(name)) return name;
    const suffix = ` ${number}`;
    name = [...plain].slice(0, longestName - suffix.length).join("") + suffix;
  }
}

/** Rows -> the bytes of a workbook with one sheet (more only beyond what a sheet can hold), piece by piece. */
export const writeWorkbook = (
  titles: readonly string[],
  batches: Sheet["batches"],
): AsyncGenerator<Uint8Array> => writeSheets([{ name: null, titles, batches }]);

/** Sheets -> the bytes of a workbook, piece by piece. What is beyond a sheet's rows goes to a further one. */
export async function* writeSheets(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const yieldNow = createYield();
  const pending: Uint8Array[] = [];
  const archive = new Zip((error, data) => {
    if (error !== null) throw error;
    pending.push(data);
  });
  const names: string[] = [];
  let columns: readonly string[] = [];
  let part: CompressedPart | null = null;
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
  const beginSheet = ({ name, titles }: Sheet, widths: readonly number[]): void => {
    names.push(name === null ? `Sheet${names.length + 1}` : sheetName(name, names));
    columns = titles.map((_title, index) => columnName(index));
    row = 0;
    open(`xl/worksheets/sheet${names.length}.xml`);
    xml = sheetHead(widths);
    writeRow(titles);
  };
  const flush = async (isLast: boolean): Promise<void> => {
    const text = isLast ? `${xml}${sheetTail}` : xml;
    xml = "";
    await part?.add(text, isLast);
  };
  async function* writeSheet(sheet: Sheet): AsyncGenerator<Uint8Array> {
    let widths: readonly number[] | null = null;
    for await (const rows of sheet.batches) {
      if (widths === null) {
        widths = widthsOf(sheet.titles, rows);
        beginSheet(sheet, widths);
      }
      for (const cells of rows) {
        if (row === rowsOfSheet) {
          await flush(true);
          beginSheet(sheet, widths);
        }
        writeRow(cells);
        if (xml.length < chunkLength) continue;
        await flush(false);
        yield* pending.splice(0);
        await yieldNow();
      }
    }
    if (widths === null) beginSheet(sheet, widthsOf(sheet.titles, []));
    await flush(true);
  }

  try {
    await addParts(leadingParts);
    for (const sheet of sheets) yield* writeSheet(sheet);
    await addParts(closingParts(names));
    archive.end();
    yield* pending.splice(0);
  } finally {
    (part as CompressedPart | null)?.abandon();
  }
}
