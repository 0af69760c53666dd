import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { zipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpApp } from "../../../http-app.ts";
import type { HttpApp } from "../../http/http-server.ts";
import { catalogue } from "../../i18n/messages.ts";
import { isWellFormed } from "../../json.ts";
import { isDisturbing } from "../../names.ts";
import { createEngineServices } from "../../testing/services.ts";
import { defineResource } from "../declaration.ts";
import { choice, flagTree, labeledChoice } from "../field-kinds/choices.ts";
import { computed, list, nested, nestedList } from "../field-kinds/composites.ts";
import { relation, relations } from "../field-kinds/relations.ts";
import { boolean, datetime, integer, json, uuid } from "../field-kinds/scalars.ts";
import { secret } from "../field-kinds/secret.ts";
import { email, text } from "../field-kinds/text.ts";

const labels = catalogue("files-test", {
  thing: ["Thing", "物品", "もの"],
  id: ["ID", "ID", "ID"],
  name: ["Name", "名称", "名前"],
  note: ["Note", "备注", "メモ"],
  other: ["Other", "其他", "その他"],
  on: ["On", "开启", "オン"],
  off: ["Off", "关闭", "オフ"],
});

const states = [
  { value: "-", label: labels.other },
  { value: "on", label: labels.on },
  { value: "=off", label: labels.off },
];
const target = { table: "parts", key: "uuid" as const };
const label = labels.other;

/** One field of every kind. */
const things = defineResource({
  path: "shop/things",
  app: "shop",
  model: "thing",
  label: labels.thing,
  title: "Shop Thing",
  scope: "organization",
  table: "things",
  fields: {
    id: uuid({ label: labels.id }),
    name: text({ label: labels.name, required: true, trim: false, maxLength: 200 }),
    note: text({ label: labels.note, trim: false }),
    remark: text({ label, nullable: true, trim: false }),
    mail: email({ label }),
    pin: secret({ label, store: () => ({}) }),
    count: integer({ label, nullable: true }),
    works: boolean({ label, nullable: true }),
    at: datetime({ label, nullable: true }),
    data: json({ label, nullable: true }),
    state: labeledChoice({ label, choices: states }),
    level: choice({ label, choices: [1, 2].map((value) => ({ value, label: labels.on })) }),
    flags: flagTree({
      label,
      root: {
        label,
        children: [
          { value: "a", bit: 1, label: labels.on },
          { value: "b", bit: 2, label: labels.off },
        ],
      },
    }),
    part: relation({ label, nullable: true, column: "part_id", target }),
    parts: relations({ label, target, link: { table: "thing_parts", own: "thing_id", other: "part_id" } }),
    tags: list({ label, child: text({ label, trim: false }) }),
    box: nested({ label, children: { a: text({ label, trim: false }), n: integer({ label }) } }),
    rows: nestedList({ label, children: { a: text({ label, trim: false }), n: integer({ label }) } }),
    shown: computed({ label, columns: ["name"], present: (row) => `=${String(row.name)}` }),
  },
  files: { without: ["shown"] },
  order: { by: ["name"], default: ["name"] },
});

const home = "00000000-0000-0000-0000-000000000002";
const away = "00000000-0000-0000-0000-000000000003";
const codes = ["view", "add", "change", "delete"].map((verb) => `shop.${verb}_thing`);

let app: HttpApp;
let close: () => Promise<void>;

beforeAll(async () => {
  const person = (id: number, username: string, own: Record<string, readonly string[]>) => ({
    id: `10000000-0000-4000-8000-00000000000${id}`,
    username,
    name: username,
    isServiceAccount: false,
    mustAcceptTerms: false,
    codes: own,
  });
  const made = await createEngineServices([
    person(1, "keeper", { [home]: codes, [away]: codes }),
    person(2, "reader", { [home]: ["shop.view_thing"] }),
    person(3, "corrector", { [home]: ["shop.view_thing", "shop.change_thing"] }),
  ]);
  await sql`
    create table parts (id uuid primary key default gen_random_uuid(), name text not null);
    create table things (id uuid primary key default gen_random_uuid(), org_id uuid not null, name text not null,
      note text, remark text, mail text, count bigint, works boolean, at timestamptz, data jsonb, state text,
      level integer, flags integer, part_id uuid references parts (id), tags jsonb, box jsonb, rows jsonb,
      constraint things_name_key unique (org_id, name));
    create table thing_parts (thing_id uuid references things (id) on delete cascade, part_id uuid references parts (id));
    insert into parts (id, name) values
      ('a0000000-0000-4000-8000-000000000001', 'plain'), ('a0000000-0000-4000-8000-000000000002', '=odd (x), "y"');
  `.execute(made.database.db);
  app = await createHttpApp(made.services, [{ name: "shop", resources: [things] }]);
  close = async () => {
    await app.fastify.close();
    await made.close();
  };
});
afterAll(() => close());

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  as = "keeper",
) {
  const isFile = Buffer.isBuffer(body);
  const response = await app.fastify.inject({
    method: method as "GET",
    url: `/api/v1/shop/things/${path}`,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: isFile ? body : JSON.stringify(body) }),
  });
  const isJson = String(response.headers["content-type"]).includes("json") && response.body !== "";
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson ? response.json() : response.body,
    bytes: response.rawPayload,
  };
}

const csv = { "content-type": "text/csv" };
const types = { csv, xlsx: { "content-type": "text/xlsx" } };
const empty = async (): Promise<void> => {
  const { body } = await call("GET", "");
  for (const { id } of body) await call("DELETE", `${id}/`);
};

const storable = fc
  .oneof(
    fc.string({ unit: "grapheme", maxLength: 20 }),
    fc.constantFrom(
      "-",
      "'-",
      "=1+1",
      "+1",
      "@a",
      "\ta",
      "a\r\nb",
      '["x"]',
      "{}",
      "null",
      "1",
      "‘’“”",
      "x(1)",
      "，",
      " ",
    ),
  )
  // What a workbook cannot hold is taken out of it; see the tests of the formats.
  .map((value) => value.replace(/[^\P{Cc}\t\n\r]/gu, ""))
  .filter(isWellFormed);
const parts = ["a0000000-0000-4000-8000-000000000001", "a0000000-0000-4000-8000-000000000002"];
const small = fc.record({ a: storable, n: fc.integer() });
const anyJson = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => !/\\u|e[+-]|-0\b/i.test(JSON.stringify(value)));
const thing = fc.record({
  // A name is one line.
  name: fc
    .uuid()
    .chain((id) => storable.filter((value) => !isDisturbing(value)).map((value) => `${value}${id}`)),
  note: storable,
  remark: fc.option(storable),
  mail: fc.constantFrom("", "a@b.c"),
  count: fc.option(fc.maxSafeInteger()),
  works: fc.option(fc.boolean()),
  at: fc.option(fc.date({ min: new Date("1950-01-01"), max: new Date("2150-01-01"), noInvalidDate: true })),
  data: anyJson,
  state: fc.constantFrom("-", "on", "=off"),
  level: fc.constantFrom(1, 2),
  flags: fc.subarray(["a", "b"]),
  part: fc.option(fc.constantFrom(...parts)),
  parts: fc.subarray(parts),
  tags: fc.array(storable, { maxLength: 3 }),
  box: small,
  rows: fc.array(small, { maxLength: 3 }),
});

describe("files of a resource", () => {
  it("bring back every value of every kind", async () => {
    for (const format of ["csv", "xlsx"] as const) {
      await fc.assert(
        fc.asyncProperty(fc.array(thing, { minLength: 1, maxLength: 12 }), async (objects) => {
          await empty();
          const made = await call("POST", "", objects);
          expect(made.status, JSON.stringify(made.body).slice(0, 500)).toBe(201);
          const before = await call("GET", "?order=name");
          const file = await call("GET", `?format=${format}&template=update`);
          await empty();
          const again = await call("POST", "", file.bytes, types[format]);
          expect(again.status, JSON.stringify(again.body).slice(0, 500)).toBe(201);
          expect((await call("GET", "?order=name")).body).toEqual(before.body);
        }),
        { numRuns: 25 },
      );
    }
  }, 120_000);

  it("have the columns and titles of their purpose", async () => {
    await empty();
    await call("POST", "", [{ name: "one", pin: "hush", note: "=1" }]);
    const export_ = await call("GET", "?format=csv&fields=id,name,note,works,pin,state,org_id,shown");
    const [{ id }] = (await call("GET", "")).body;
    expect(export_.body).toBe(`\uFEFFID,*Name,Note,Other,Other (works)\r\n${id},one,'=1,-,-\r\n`);
    expect(export_.headers["content-disposition"]).toMatch(
      /^attachment; filename="shopthing_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv"$/,
    );
    const template = await call("GET", "?format=csv&template=import&limit=1", undefined, {
      "accept-language": "ja",
    });
    expect(template.body).toMatch(/^\uFEFF\*名前,メモ,その他,その他 \(mail\),その他 \(pin\),/);
    expect(template.body).not.toContain("hush");
    const update = await call("GET", "?format=csv&template=update", undefined, { "accept-language": "zh" });
    expect(update.body).toMatch(/^\uFEFFID,\*名称,备注,/);
    const accepted = await call("GET", "", undefined, { accept: "text/csv" });
    expect(accepted.headers["content-type"]).toBe("text/csv");
    expect(
      (await call("GET", "", undefined, { accept: "text/html, */*;q=0.8" })).headers["content-type"],
    ).toContain("json");
    expect((await call("GET", `${id}/?format=csv&fields=name`)).body).toBe("\uFEFF*Name\r\none\r\n");
  });

  it("are told as objects before they are imported", async () => {
    const file = Buffer.from(
      '\uFEFF*名称,メモ,works,Unknown,state,parts,on\n a ,,YES,?,On,"[“x(a0000000-0000-4000-8000-000000000001)”]",\n,,,,,,\nb,\'=1,nope,,-,,\n',
    );
    const { status, body } = await call("POST", "render-to-json/", file, csv);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        title: [
          ["*名称", "name"],
          ["メモ", "note"],
          ["works", "works"],
          ["Unknown", ""],
          ["state", "state"],
          ["parts", "parts"],
          ["on", ""],
        ],
        data: [
          {
            name: " a ",
            note: "",
            works: true,
            state: "on",
            parts: [{ pk: "a0000000-0000-4000-8000-000000000001", name: "x" }],
          },
          { name: "b", note: "=1", works: false, state: "-" },
        ],
      },
    });
  });

  it("change objects, and say by position which rows cannot be taken", async () => {
    await empty();
    await call("POST", "", [{ name: "one" }, { name: "two" }, { name: "three" }]);
    const { body: template } = await call("GET", "?format=csv&template=update&order=name");
    const changed = await call(
      "PATCH",
      "",
      Buffer.from(template.replaceAll(/,(one|two),-,/g, ",$1,new,")),
      csv,
    );
    expect(changed.status).toBe(200);
    expect((await call("GET", "?order=name")).body.map(({ note }: { note: string }) => note)).toEqual([
      "new",
      null,
      "new",
    ]);
    const rows = "name,count\nfour,1\none,1\nfive,many\nsix,2\n";
    const refused = await call("POST", "", Buffer.from(rows), csv);
    expect(refused).toMatchObject({ status: 400, body: [{}, {}, { count: [expect.any(String)] }, {}] });
    const taken = await call("POST", "", Buffer.from("name\nfour\none\nfive\ntwo\n"), csv);
    expect(taken).toMatchObject({
      status: 400,
      body: [{}, { name: [expect.any(String)] }, {}, { name: [expect.any(String)] }],
    });
    expect((await call("GET", "")).body).toHaveLength(3);
  });

  it("stay inside the organization and the permission of their reader", async () => {
    await empty();
    await call("POST", "", { name: "of home" });
    const next = { "x-jms-org": away };
    for (const query of ["", "&template=update", "&oid=nowhere-at-all"]) {
      const { status, body } = await call("GET", `?format=csv${query}`, undefined, next);
      expect(status).toBe(200);
      if (!query.includes("oid")) expect(body).not.toContain("of home");
    }
    expect((await call("GET", "?format=csv", undefined, {}, "reader")).status).toBe(200);
    expect((await call("GET", "?format=csv", undefined, next, "reader")).status).toBe(403);
    expect((await call("POST", "render-to-json/", Buffer.from("name\na\n"), csv, "reader")).status).toBe(403);
    expect((await call("POST", "", Buffer.from("name\na\n"), csv, "reader")).status).toBe(403);
  });

  it("are read for those who may only change what is there", async () => {
    await empty();
    await call("POST", "", [{ name: "one" }, { name: "two" }]);
    const template = await call("GET", "?format=xlsx&template=update", undefined, {}, "corrector");
    const read = await call("POST", "render-to-json/", template.bytes, types.xlsx, "corrector");
    expect(read.status).toBe(200);
    expect(read.body.data.map(({ name }: { name: string }) => name)).toEqual(["one", "two"]);
    const [{ id }] = read.body.data;
    const change = Buffer.from(`id,note\n${id},seen\n`);
    expect((await call("PATCH", "", change, csv, "corrector")).body).toMatchObject([{ id, note: "seen" }]);
    expect((await call("POST", "", Buffer.from("name\nthree\n"), csv, "corrector")).status).toBe(403);
    expect(
      (await call("POST", "render-to-json/", change, { ...csv, "x-jms-org": away }, "corrector")).status,
    ).toBe(403);
  });

  it("leave a cell that is nested too deeply as the text it is", async () => {
    const deep = "[".repeat(50_000) + "]".repeat(50_000);
    const { status, body } = await call(
      "POST",
      "render-to-json/",
      Buffer.from(`name,data\na,${deep}\n`),
      csv,
    );
    expect({ status, data: body.data?.[0]?.data === deep }).toEqual({ status: 200, data: true });
  });

  it("are refused with a reason when they are none, or too much", async () => {
    // What cannot be packed, such as a picture, makes room for what can.
    const bomb = (part: string, picture = 0) =>
      Buffer.from(
        zipSync({
          "_rels/.rels": Buffer.from(
            '<Relationships><Relationship Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
          ),
          "xl/workbook.xml": Buffer.from('<workbook><sheets><sheet name="a" id="r1"/></sheets></workbook>'),
          "xl/_rels/workbook.xml.rels": Buffer.from(
            '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/></Relationships>',
          ),
          "xl/s.xml": Buffer.from(part),
          "xl/media/image1.png": randomBytes(picture),
        }),
      );
    const sheet = (content: string, picture?: number) =>
      bomb(`<worksheet><sheetData>${content}</sheetData></worksheet>`, picture);
    const titled = (content: string, picture?: number) =>
      sheet(`<row><c t="inlineStr"><is><t>name</t></is></c></row>${content}`, picture);
    const cases: [string, keyof typeof types, Buffer, RegExp][] = [
      ["two titles of one field", "csv", Buffer.from("name,*Name\na,b\n"), /"name" and "\*Name".* name/],
      ["no title known", "csv", Buffer.from("foo,bar\na,b\n"), /no column heading/],
      ["an open quotation mark", "csv", Buffer.from('name\n"a\n'), /not valid CSV/],
      ["no text", "csv", Buffer.from([0x61, 0xff, 0xff, 0x80, 0x0a]), /save it as UTF-8/],
      ["a huge cell", "csv", Buffer.from(`name\n${"x".repeat(300_000)}\n`), /200000 characters/],
      ["many rows", "csv", Buffer.from(`name\n${"a\n".repeat(100_001)}`), /100000 rows/],
      ["many columns", "csv", Buffer.from(`name${",".repeat(600)}\n`), /500 columns/],
      ["a workbook that is none", "xlsx", Buffer.from("name\na\n"), /not an Excel workbook/],
      ["an old workbook", "xlsx", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), /password/],
      [
        "a zip bomb",
        "xlsx",
        sheet(`<row><c><v>${"0".repeat(5_000_000)}</v></c></row>`),
        /more than 100 times/,
      ],
      [
        "a large workbook",
        "xlsx",
        sheet(`<row><c><v>${"0".repeat(140_000_000)}</v></c></row>`, 2_000_000),
        /128 MiB/,
      ],
      [
        "a huge cell of a workbook",
        "xlsx",
        sheet(`<row><c t="inlineStr"><is><t>${"x".repeat(300_000)}</t></is></c></row>`),
        /200000 characters/,
      ],
      ["many rows of a workbook", "xlsx", titled("<row/>".repeat(100_002)), /100000 rows/],
      [
        "many cells",
        "xlsx",
        titled(`<row>${"<c/>".repeat(400)}</row>`.repeat(7600), 200_000),
        /3000000 cells/,
      ],
      ["a far column", "xlsx", sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'), /500 columns/],
      ["entities", "xlsx", bomb('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'), /not an Excel workbook/],
      ["an endless tag", "xlsx", bomb(`<worksheet ${"a".repeat(200_000)}`), /not an Excel workbook/],
    ];
    const longText = `<c t="inlineStr"><is><t>${"x".repeat(190_000)}</t></is></c>`;
    const much = titled(`<row>${longText.repeat(10)}</row>`.repeat(20), 1_000_000);
    cases.push(["much text", "xlsx", much, /more than 32 million characters/]);
    const emptyCells = Buffer.from(`name\n${",".repeat(5_000_000)}\n`);
    cases.push(["a row of empty cells", "csv", emptyCells, /line 2 has more than 800000 characters/]);
    for (const [what, format, bytes, reason] of cases) {
      const { status, body } = await call("POST", "render-to-json/", bytes, types[format]);
      expect({ what, status, code: body.code, detail: body.detail }).toEqual({
        what,
        status: 400,
        code: "parse_error",
        detail: expect.stringMatching(reason),
      });
    }
    for (const bytes of [Buffer.from("name,note\n,\n"), Buffer.from("")]) {
      const { status, body } = await call("POST", "render-to-json/", bytes, csv);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining("no rows") },
      });
    }
    const large = await call("POST", "render-to-json/", Buffer.alloc(11_000_000, "a"), csv);
    expect(large).toMatchObject({ status: 400, body: { code: "file_content_overflowed" } });
    expect((await call("GET", "?format=pdf")).status).toBe(404);
    expect((await call("GET", "", undefined, { accept: "image/png" })).status).toBe(406);
  }, 60_000);
});
