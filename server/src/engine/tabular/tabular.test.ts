import fc from "fast-check";
import { unzipSync, zipSync } from "fflate";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isWellFormed } from "../json.ts";
import { type Cell, guardCsv, guardWorkbook, type ReadRow, readCsvCell, readWorkbookCell } from "./cells.ts";
import { writeCsv } from "./csv-writer.ts";
import { UnreadableFile } from "./limits.ts";
import { TabularFile, type TabularFormat } from "./tabular-file.ts";
import { writeWorkbook } from "./workbook-writer.ts";

type Rows = readonly (readonly Cell[])[];

async function* batches(...rows: Rows[]): AsyncGenerator<Rows> {
  yield* rows;
}

const write = { csv: writeCsv, xlsx: writeWorkbook };
const formats = ["csv", "xlsx"] as const;

async function bytesOf(format: TabularFormat, titles: readonly string[], ...rows: Rows[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of write[format](titles, batches(...rows))) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

async function read(format: TabularFormat, bytes: Buffer): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  await new TabularFile(format, bytes).read((row) => void rows.push(row));
  return rows;
}

/** A workbook whose only sheet is this. */
function workbookOf(sheet: string): Buffer {
  const relation = (type: string, target: string) =>
    Buffer.from(`<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/></Relationships>`);
  return Buffer.from(
    zipSync({
      "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
      "xl/workbook.xml": Buffer.from('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
      "xl/_rels/workbook.xml.rels": relation("worksheet", "s.xml"),
      "xl/s.xml": Buffer.from(sheet),
    }),
  );
}

const filled = (row: ReadRow, length: number): ReadRow =>
  Array.from({ length }, (_, index) => (row[index] === undefined ? "" : (row[index] as string | null)));

/** Text as PostgreSQL holds it; a workbook leaves out what XML cannot hold. */
const anyText = fc
  .string({ unit: "grapheme", maxLength: 30 })
  .map((text) => text.replaceAll("\0", ""))
  .filter(isWellFormed);
const awkward = fc.constantFrom(
  "-",
  "'-",
  "''-",
  "=1+1",
  "'=1",
  "+86",
  "@x",
  "\tx",
  "\rx",
  "a\r\nb",
  ' "q" ',
  "_x000D_",
  "_x005F_",
  "]]>",
  "<!--",
  "&amp;",
  "  ",
  "1;2",
  "\u00a0x",
  "\ufeffx",
  "名前，",
);
const cell: fc.Arbitrary<Cell> = fc.oneof(
  anyText,
  awkward,
  fc.constant(null),
  fc.maxSafeInteger(),
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => text.replaceAll("\0", "")),
);

const inWorkbook = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]|\p{Surrogate}/gu, "");

afterEach(() => vi.restoreAllMocks());

describe("files of rows", () => {
  it("give back every cell that was written", async () => {
    for (const format of formats) {
      const table = fc.array(fc.tuple(fc.constant("key"), cell, cell, cell), { maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(table, async (rows) => {
          const found = await read(format, await bytesOf(format, ["a", "b", "c", "d"], rows));
          const expected = rows.map((row) =>
            row.map((value) => {
              if (value === null || typeof value === "number") return value === null ? null : String(value);
              return format === "xlsx" ? inWorkbook(value) : value;
            }),
          );
          expect(found.slice(1).map((row) => filled(row, 4))).toEqual(expected);
        }),
        { numRuns: 150 },
      );
    }
  }, 60_000);

  it("hold no formula", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, awkward), (text) => {
        expect(guardCsv(text)).not.toMatch(/^[=+\-@\t\r]/);
        expect(readCsvCell(guardCsv(text))).toBe(text);
        expect(readWorkbookCell(guardWorkbook(text))).toBe(text);
      }),
    );
  });

  it("are read whatever program wrote their characters", async () => {
    const japanese = Buffer.from([0x96, 0xbc, 0x91, 0x4f, 0x2c, 0x61, 0x0a, 0x82, 0xa0, 0x2c, 0x62]);
    const chinese = Buffer.from([
      0xc3, 0xfb, 0xb3, 0xc6, 0x2c, 0x61, 0x0a, 0xd6, 0xd0, 0xce, 0xc4, 0x2c, 0x62,
    ]);
    expect(await read("csv", japanese)).toEqual([
      ["名前", "a"],
      ["あ", "b"],
    ]);
    expect(await read("csv", chinese)).toEqual([
      ["名称", "a"],
      ["中文", "b"],
    ]);
    for (const bytes of [
      Buffer.from("\ufeff名称;a\n中文;b", "utf16le"),
      Buffer.from("\ufeff名称;a\n中文;b", "utf16le").swap16(),
      Buffer.from("\ufeff名称\ta\r\n中文\tb"),
    ]) {
      expect(await read("csv", bytes)).toEqual([
        ["名称", "a"],
        ["中文", "b"],
      ]);
    }
    await expect(read("csv", Buffer.from([0x61, 0xff, 0xff, 0x80]))).rejects.toThrow(UnreadableFile);
  });

  it("are rows or a clear refusal, whatever their bytes", async () => {
    const good = await bytesOf("xlsx", ["a", "b"], [["x", 1]]);
    const broken = fc
      .tuple(fc.nat(good.length - 1), fc.integer({ min: 1, max: 40 }), fc.uint8Array({ maxLength: 40 }))
      .map(([at, length, bytes]) => Buffer.concat([good.subarray(0, at), bytes, good.subarray(at + length)]));
    const any = fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes));
    const csvLike = fc.stringMatching(/^[a,"\r\n;=\t]{0,200}$/).map((text) => Buffer.from(text));
    for (const [format, bytes] of [
      ["csv", any],
      ["csv", csvLike],
      ["xlsx", any],
      ["xlsx", broken],
    ] as const) {
      await fc.assert(
        fc.asyncProperty(bytes, async (content) => {
          try {
            await read(format, content);
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableFile);
          }
        }),
        { numRuns: 300 },
      );
    }
  }, 60_000);

  it("are read a piece at a time, with everything else in between", async () => {
    // With a clock that runs away, each chance to pause is taken: what comes between two pauses is the longest slice.
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 1_000));
    const filler = "x".repeat(50);
    const files: readonly (readonly [TabularFormat, Buffer])[] = [
      ["csv", Buffer.from(`name\n${`${filler}\n`.repeat(20_000)}`)],
      [
        "xlsx",
        await bytesOf("xlsx", ["name"], ...Array.from({ length: 20 }, () => Array(1_000).fill([filler]))),
      ],
    ];
    for (const [format, bytes] of files) {
      let rows = 0;
      let longest = 0;
      let turn = setImmediate(function count() {
        longest = Math.max(longest, rows);
        rows = 0;
        turn = setImmediate(count);
      });
      await new TabularFile(format, bytes).read(() => void rows++);
      clearImmediate(turn);
      // 16 KiB of rows of at least 51 characters.
      expect([format, longest]).toEqual([
        format,
        expect.toSatisfy((most: number) => most > 0 && most <= 322),
      ]);
    }
  });

  it("are read in time that grows with their size, whatever is in a tag", async () => {
    const sheet = `<worksheet><sheetData>${`<row><c ${"a".repeat(60_000)}><v>1</v></c></row>`.repeat(16)}</sheetData></worksheet>`;
    // Looking for an attribute used to take a minute here.
    expect(await read("xlsx", workbookOf(sheet))).toEqual(Array(16).fill(["1"]));
  });

  it("are read one at a time", async () => {
    const order: string[] = [];
    const file = Buffer.from("name\na\nb\n");
    const broken = new TabularFile("xlsx", Buffer.from("none")).read(() => undefined);
    await Promise.all([
      expect(broken).rejects.toThrow(UnreadableFile),
      ...["one", "two"].map((name) => new TabularFile("csv", file).read(() => void order.push(name))),
    ]);
    expect(order).toEqual(["one", "one", "one", "two", "two", "two"]);
  });

  it("are whole workbooks, also where there is nothing", async () => {
    const bytes = await bytesOf("xlsx", ["Name", "Port"], [["web", 22]], [["長い".repeat(200), null]]);
    const parts = Object.entries(unzipSync(bytes)).map(([name, part]) => [
      name,
      Buffer.from(part).toString(),
    ]);
    const sheet = String(Object.fromEntries(parts)["xl/worksheets/sheet1.xml"]);
    expect(sheet).toContain('<col min="1" max="1" width="30" customWidth="1"/>');
    expect(sheet).toContain(
      '<row r="2" ht="20" customHeight="1"><c r="A2" t="inlineStr"><is><t>web</t></is></c>',
    );
    expect(sheet).toContain('<c r="B2"><v>22</v></c>');
    expect(await read("xlsx", await bytesOf("xlsx", ["Name"]))).toEqual([["Name"]]);
    expect(await read("csv", await bytesOf("csv", ["Name"]))).toEqual([["Name"]]);
  });
});
