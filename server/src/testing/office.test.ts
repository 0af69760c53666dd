import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maintenanceArea } from "../../../docs/examples/maintenance-windows.ts";
import { catalogue } from "../engine/i18n/messages.ts";
import type { ResourceDeclaration } from "../engine/resource/declaration.ts";
import { boolean, integer } from "../engine/resource/field-kinds/scalars.ts";
import { text } from "../engine/resource/field-kinds/text.ts";
import { type Office, officeMissing, openOffice } from "../engine/testing/office.ts";
import { type Example, startExample } from "./example.ts";

const labels = catalogue("office-test", {
  note: ["Note", "备注", "メモ"],
  seats: ["Seats", "座位", "席"],
  paid: ["Paid", "已付款", "支払い済み"],
});

const [windows] = maintenanceArea.resources as readonly [ResourceDeclaration];
const resource: ResourceDeclaration = {
  ...windows,
  fields: {
    ...windows.fields,
    note: text({ label: labels.note, trim: false }),
    seats: integer({ label: labels.seats, nullable: true }),
    paid: boolean({ label: labels.paid, nullable: true }),
  },
};
const migration = `alter table maintenance_windows
  add column note text not null default '', add column seats bigint, add column paid boolean`;

/** What office programs like to take for something else. */
const notes = [
  "=1+1",
  '=HYPERLINK("http://example.com")',
  "+41 44 123 45 67",
  "-5",
  "@SUM(A1)",
  "007",
  "1E5",
  "2026-01-02",
  "1/2",
  "TRUE",
  "-",
  "",
  " spaces around ",
  'a "quoted" word, and; more',
  "first line\nsecond line",
  "维护时段：今晚",
  "メンテナンス",
  "𠮷野家 👩‍🚀🏳️‍🌈 é",
  "long ".repeat(4000).trim(),
];

interface Window {
  readonly id: string;
  readonly name: string;
  readonly note: string;
}

describe.skipIf(officeMissing() !== null)("files in an office program", { timeout: 90_000 }, () => {
  let office: Office;
  let example: Example;
  let call: Example["call"];
  const languages = ["en", "zh", "ja"] as const;
  const xlsx = { type: "text/xlsx" };
  const all = async (): Promise<readonly Window[]> => (await call("GET", "?order=name")).body;
  const file = async (query: string, language: (typeof languages)[number]): Promise<Buffer> =>
    (await call("GET", `?format=xlsx&order=name${query}`, undefined, { language })).bytes;

  beforeAll(async () => {
    office = await openOffice();
    example = await startExample(resource, migration);
    call = example.call;
    const rows = notes.map((note, index) => ({
      name: `window ${String(index).padStart(2, "0")}`,
      note,
      seats: [0, -1, 42, 9_007_199_254_740_991, null][index % 5],
      paid: [true, false, null][index % 3],
      impact: index % 2 === 0 ? "none" : "outage",
      date_start: `2026/0${(index % 9) + 1}/01 22:30:15 +0000`,
      date_end: "2031/12/31 23:59:59 +0800",
    }));
    expect((await call("POST", "", rows)).status).toBe(201);
  });
  afterAll(async () => {
    await example?.close();
    await office?.close();
  });

  it.each(languages)("show every value of an export (%s)", async (language) => {
    const bytes = await file("", language);
    const shown: string[][] = parse(await office.convert(bytes, "xlsx", "csv"), { bom: true });
    const { title, data } = (await call("POST", "render-to-json/", bytes, { ...xlsx, language })).body;
    const [titles = [], ...rows] = shown;
    expect(titles).toEqual(title.map(([label]: [string]) => label));
    expect(rows).toHaveLength(notes.length);
    const column = (field: string) => title.findIndex(([, name]: [string, string]) => name === field);
    // A dash by itself stands for no value, so that a text that is one has an apostrophe before it.
    const asCells = notes.map((note) => (note === "-" ? "'-" : note));
    expect(rows.map((row) => row[column("note")])).toEqual(asCells);
    const told = await all();
    expect(rows.map((row) => row[column("name")])).toEqual(told.map(({ name }) => name));
    expect(rows.map((row) => row[column("seats")]).slice(0, 5)).toEqual([
      "0",
      "-1",
      "42",
      "9007199254740991",
      "-",
    ]);
    expect(rows.map((row) => row[column("paid")]).slice(0, 3)).toEqual(["Yes", "No", "-"]);
    expect(data).toHaveLength(notes.length);
  });

  it.each(languages)("come back without loss after it saved them (%s)", async (language) => {
    const before = await all();
    const saved = await office.convert(await file("&template=update", language), "xlsx", "xlsx");
    const changed = await call("PATCH", "", saved, { ...xlsx, language });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await all()).toEqual(before);
    // And as new objects, with nothing left of the old ones.
    for (const { id } of before) await call("DELETE", `${id}/`);
    expect((await call("POST", "", saved, { ...xlsx, language })).status).toBe(201);
    expect(await all()).toEqual(before);
  });

  it("come back by way of a text file it saved", async () => {
    const before = await all();
    const saved = await office.convert(await file("&template=update", "en"), "xlsx", "csv");
    expect((await call("PATCH", "", saved, { type: "text/csv" })).status).toBe(200);
    expect(await all()).toEqual(before);
  });

  it("are read with the numbers, dates and truth values a person types there", async () => {
    const typed = [
      "Name,Seats,Paid,Starts,Ends,Note",
      "typed,42,TRUE,2026-02-01 10:30:00,2026-02-02,007",
      "bare,-7,FALSE,2026-12-31,2027-01-01 23:59:59,1.5",
    ].join("\n");
    const workbook = await office.convert(Buffer.from(typed), "csv", "xlsx");
    const { status, body } = await call("POST", "", workbook, xlsx);
    expect(status, JSON.stringify(body)).toBe(201);
    const instant = (value: string) => new Date(value).getTime();
    expect(body).toMatchObject([
      { name: "typed", seats: 42, paid: true, note: "7" },
      { name: "bare", seats: -7, paid: false, note: "1.5" },
    ]);
    const local = ["2026-02-01T10:30:00", "2026-12-31T00:00:00"].map(instant);
    expect(body.map((one: { date_start: string }) => instant(one.date_start))).toEqual(local);
    const ends = ["2026-02-02T00:00:00", "2027-01-01T23:59:59"].map(instant);
    expect(body.map((one: { date_end: string }) => instant(one.date_end))).toEqual(ends);
  });

  it.each(languages)("are filled in from the template for new objects (%s)", async (language) => {
    const template = await file("&template=import&limit=1&search=window%2015", language);
    const [titles = [], row = []]: string[][] = parse(await office.convert(template, "xlsx", "csv"), {
      bom: true,
    });
    expect(titles).not.toContain("ID");
    const filled = [titles, row.map((cell) => (cell === "window 15" ? `new ${language}` : cell))];
    const lines = filled.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","));
    const saved = await office.convert(Buffer.from(lines.join("\n")), "csv", "xlsx");
    const made = await call("POST", "", saved, { ...xlsx, language });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body).toMatchObject([{ name: `new ${language}`, note: notes[15], seats: 0, paid: true }]);
  });
});
