import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { readJsonBody } from "../http/json-body.ts";
import type { ReadRow } from "./cells.ts";
import { TabularFile, type TabularFormat } from "./tabular-file.ts";

const mebibyte = 1_048_576;

/** Most that reading something may take, in MiB. */
const most = 200;

/** MiB the process grew by while `work` ran, at its largest. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let largest = before;
  let turn = setImmediate(function look() {
    largest = Math.max(largest, process.memoryUsage.rss());
    turn = setImmediate(look);
  });
  await work().catch(() => undefined);
  clearImmediate(turn);
  return (Math.max(largest, process.memoryUsage.rss()) - before) / mebibyte;
}

const part = (text: string) => Buffer.from(text);
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;

function workbook(rows: string, texts: string): Buffer {
  return Buffer.from(
    zipSync({
      "_rels/.rels": part(
        `<Relationships>${relation("r1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
      ),
      "xl/workbook.xml": part('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
      "xl/_rels/workbook.xml.rels": part(
        `<Relationships>${relation("r1", "worksheet", "s.xml")}${relation("r2", "sharedStrings", "t.xml")}</Relationships>`,
      ),
      "xl/s.xml": part(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
      "xl/t.xml": part(`<sst>${texts}</sst>`),
    }),
  );
}

const oneText = "<si><t>1</t></si>";
const files: Readonly<Record<string, () => readonly [TabularFormat, Buffer]>> = {
  "millions of cells": () => [
    "xlsx",
    workbook(`<row>${"<c><v>1</v></c>".repeat(30)}</row>`.repeat(99_000), ""),
  ],
  "cells as long as they may be": () => [
    "xlsx",
    workbook(`<row><c t="inlineStr"><is><t>${"x".repeat(190_000)}</t></is></c></row>`.repeat(600), ""),
  ],
  "one text in millions of cells": () => [
    "xlsx",
    workbook(
      `<row>${'<c t="s"><v>0</v></c>'.repeat(30)}</row>`.repeat(50_000),
      `<si><t>${"y".repeat(199_000)}</t></si>`,
    ),
  ],
  "millions of texts": () => ["xlsx", workbook("<row/>", oneText.repeat(2_900_000))],
  "a row of millions of cells": () => ["csv", Buffer.from(`name\n${",".repeat(9_000_000)}\n`)],
};

test.each(Object.entries(files))(
  "a file of %s takes no more than its share of memory",
  async (_what, make) => {
    const [format, bytes] = make();
    // What making it has left behind is room that reading could use without being seen.
    globalThis.gc?.();
    const rows: ReadRow[] = [];
    expect(
      await growthDuring(() => new TabularFile(format, bytes).read((row) => void rows.push(row))),
    ).toBeLessThan(most);
  },
);

test.each([
  ["objects", Buffer.from(`[${"{},".repeat(3_400_000)}{}]`)],
  ["lists", Buffer.from(`[[${"[],".repeat(3_400_000)}[]]]`)],
  ["pairs", Buffer.from(`{${'"a":{},'.repeat(1_400_000)}"b":0}`)],
])("a body of millions of %s takes no more than its share of memory", async (_what, bytes) => {
  expect(await growthDuring(() => readJsonBody(bytes, { bulk: 10_000 }))).toBeLessThan(most);
});
