import { withParameters } from "../i18n/messages.ts";
import { createYield } from "../yield-to-event-loop.ts";
import { type Archive, openArchive } from "./archive.ts";
import { type ReadCell, type ReadRow, readWorkbookCell } from "./cells.ts";
import { limits, pieceSize, readingSlice, UnreadableFile } from "./limits.ts";
import { text } from "./texts.ts";
import { attribute, createXmlReader, type XmlHandlers } from "./xml-events.ts";

/** The first bytes of what Office saves with a password. */
const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Tells the rows of the first sheet of a workbook, the titles first. Throws `UnreadableFile`. */
export async function readWorkbook(bytes: Buffer, onRow: (row: ReadRow) => void): Promise<void> {
  if (bytes.subarray(0, 4).equals(compoundFile)) throw new UnreadableFile(text.protectedWorkbook);
  const archive = openArchive(bytes);
  const { sheet, sharedTexts } = await locateParts(archive);
  const shared = sharedTexts === null ? [] : await readSharedTexts(archive, sharedTexts);
  await readPart(archive, sheet, sheetHandlers(shared, onRow));
}

async function readPart(archive: Archive, name: string, handlers: XmlHandlers): Promise<void> {
  const yieldNow = createYield(readingSlice);
  const decoder = new TextDecoder("utf-8");
  const reader = createXmlReader(handlers);
  for await (const piece of archive.unpack(name)) {
    // A part that is stored as it is comes in one piece.
    for (let at = 0; at < piece.length; at += pieceSize) {
      reader.write(decoder.decode(piece.subarray(at, at + pieceSize), { stream: true }));
      await yieldNow();
    }
  }
  reader.write(decoder.decode());
  reader.end();
}

interface Parts {
  readonly sheet: string;
  /** Null where every text is in its own cell. */
  readonly sharedTexts: string | null;
}

/** Longest name of a part in an archive that is followed, in characters. */
const longestTarget = 1_000;

/** Follows the workbook's own pointers to its first sheet and its table of texts. */
async function locateParts(archive: Archive): Promise<Parts> {
  const [main] = (await readRelations(archive, "_rels/.rels", "")).filter(
    ({ type }) => type === "officeDocument",
  );
  const workbook = main?.target ?? "xl/workbook.xml";
  const slash = workbook.lastIndexOf("/") + 1;
  const folder = workbook.slice(0, slash);
  const relations = await readRelations(archive, `${folder}_rels/${workbook.slice(slash)}.rels`, folder);
  let first: string | undefined;
  await readPart(archive, workbook, {
    open: (name, attributes) => {
      if (name === "sheet") first ??= attribute(attributes, "id");
    },
    text: () => undefined,
    close: () => undefined,
  });
  const sheet = relations.find(({ id, type }) => id === first && type === "worksheet");
  if (sheet === undefined) throw new UnreadableFile(text.notWorkbook);
  const sharedTexts = relations.find(({ type }) => type === "sharedStrings")?.target;
  return {
    sheet: sheet.target,
    sharedTexts: sharedTexts !== undefined && archive.names.has(sharedTexts) ? sharedTexts : null,
  };
}

interface Relation {
  readonly id: string | undefined;
  /** Last word of the type's address. */
  readonly type: string | undefined;
  /** Name in the archive. */
  readonly target: string;
}

async function readRelations(archive: Archive, name: string, folder: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  await readPart(archive, name, {
    open: (tag, attributes) => {
      if (tag !== "Relationship" || relations.length > 1000) return;
      const target = attribute(attributes, "Target") ?? "";
      if (target.length > longestTarget) return;
      relations.push({
        id: attribute(attributes, "Id"),
        type: attribute(attributes, "Type")?.split("/").at(-1),
        target: target.startsWith("/") ? target.slice(1) : folder + target,
      });
    },
    text: () => undefined,
    close: () => undefined,
  });
  return relations;
}

/** `_x000D_` stands for a character that XML has trouble with. */
function readEscapes(value: string): string {
  return value.includes("_x")
    ? value.replace(/_x([0-9a-f]{4})_/gi, (_whole, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : value;
}

async function readSharedTexts(archive: Archive, name: string): Promise<string[]> {
  const texts: string[] = [];
  const collector = createTextCollector();
  await readPart(archive, name, {
    open: (tag) => {
      if (tag === "si") collector.begin();
      collector.open(tag);
    },
    text: collector.text,
    close: (tag) => {
      collector.close(tag);
      if (tag !== "si") return;
      if (texts.length >= limits.cells)
        throw new UnreadableFile(withParameters(text.tooManyCells, { limit: limits.cells }));
      texts.push(readEscapes(collector.taken()));
    },
  });
  return texts;
}

/** Collects the text of `t` elements, without the readings that Asian texts carry along. */
function createTextCollector() {
  let collected = "";
  let isText = false;
  let inReading = false;
  return {
    begin: () => {
      collected = "";
    },
    open: (tag: string) => {
      if (tag === "rPh") inReading = true;
      if (tag === "t") isText = !inReading;
    },
    text: (part: string) => {
      // One beyond the limit is enough to refuse the cell.
      if (isText && collected.length <= limits.cell) collected += part;
    },
    close: (tag: string) => {
      if (tag === "rPh") inReading = false;
      if (tag === "t") isText = false;
    },
    taken: () => collected,
  };
}

function sheetHandlers(shared: readonly string[], onRow: (row: ReadRow) => void): XmlHandlers {
  const inline = createTextCollector();
  let row: ReadCell[] | null = null;
  let column = 0;
  let type = "";
  let value = "";
  let isValue = false;
  return {
    open: (tag, attributes) => {
      if (tag === "row") {
        row = [];
        column = 0;
      } else if (tag === "c") {
        type = attribute(attributes, "t") ?? "n";
        column = columnOf(attribute(attributes, "r")) ?? column;
        value = "";
        inline.begin();
      } else if (tag === "v") isValue = true;
      else inline.open(tag);
    },
    text: (part) => {
      if (isValue && value.length <= limits.cell) value += part;
      else inline.text(part);
    },
    close: (tag) => {
      if (tag === "v") isValue = false;
      else if (tag === "c" && row !== null) {
        if (column >= limits.columns)
          throw new UnreadableFile(withParameters(text.tooManyColumns, { limit: limits.columns }));
        while (row.length < column) row.push("");
        row[column] = readWorkbookCell(cellValue(type, value, inline.taken(), shared));
        column += 1;
      } else if (tag === "row" && row !== null) {
        onRow(row);
        row = null;
      } else inline.close(tag);
    },
  };
}

/** Column of a reference such as `AB12`, from 0; undefined without one. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,4}/i.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellValue(type: string, value: string, inline: string, shared: readonly string[]): string {
  switch (type) {
    case "s":
      return shared[Number(value)] ?? "";
    case "inlineStr":
      return readEscapes(inline);
    case "str":
      return readEscapes(value);
    case "b":
      return value.trim() === "" ? "" : value.trim() === "1" ? "true" : "false";
    case "n": {
      const number = Number(value);
      return value.trim() === "" || !Number.isFinite(number) ? value : String(number);
    }
    default:
      return value;
  }
}
