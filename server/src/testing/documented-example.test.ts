import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maintenanceArea } from "../../../docs/examples/maintenance-windows.ts";
import { catalogue } from "../engine/i18n/messages.ts";
import type { ResourceDeclaration } from "../engine/resource/declaration.ts";
import { text } from "../engine/resource/field-kinds/text.ts";
import { type Example, examples, startExample } from "./example.ts";

const [windows] = maintenanceArea.resources as readonly [ResourceDeclaration];
const page = readFileSync(join(examples, "../add-a-resource.md"), "utf8");
const read = (name: string): string => readFileSync(join(examples, name), "utf8");

const night = {
  name: "Night",
  date_start: "2026/01/01 22:00:00 +0000",
  date_end: "2026/01/02 02:00:00 +0000",
};

describe("the resource of docs/add-a-resource.md", () => {
  let example: Example;
  beforeAll(async () => {
    example = await startExample(windows);
  });
  afterAll(() => example?.close());

  it("takes under 60 lines, and is the code the page shows", () => {
    const source = read("maintenance-windows.ts");
    expect(source.trimEnd().split("\n").length).toBeLessThan(60);
    expect(page).toContain(source.trim());
    expect(page).toContain(read("maintenance-windows.sql").trim());
  });

  it("is a whole resource over HTTP", async () => {
    const { call } = example;
    const made = await call("POST", "", night);
    expect(made.status).toBe(201);
    expect(made.body.impact).toEqual({ value: "none", label: "None" });
    expect(made.body.org_name).toBe("default");
    expect((await call("POST", "", night)).body).toEqual({ name: ["This field must be unique."] });
    const early = { date_end: "2025/12/31 00:00:00 +0000" };
    expect((await call("PATCH", `${made.body.id}/`, early)).body).toEqual({
      date_end: ["Must be after the start."],
    });
    expect((await call("GET", "?limit=5&search=nig&impact=none&date_from=2025-12-01")).body.count).toBe(1);
    expect((await call("GET", "?impact=flood")).status).toBe(400);
    expect((await call("OPTIONS", "", undefined, { language: "ja" })).body.actions.POST.name).toMatchObject({
      label: "名前",
      required: true,
    });
    expect((await call("GET", "", undefined, { as: "guest" })).status).toBe(403);
    expect((await call("GET", `${made.body.id}/?oid=other`)).status).toBe(404);
    expect((await call("DELETE", `${made.body.id}/`)).status).toBe(204);
  });
});

describe("a field added to it in one line", () => {
  const migration = "alter table maintenance_windows add column contact text not null default '';";
  const line = "contact: text({ label: labels.contact, maxLength: 64 }),";
  const labels = catalogue("maintenance-contact", { contact: ["Contact", "联系人", "連絡先"] });
  let example: Example;
  let call: Example["call"];
  /** A window with a contact, as the API answers it. */
  let made: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    const fields = {
      ...windows.fields,
      contact: text({ label: labels.contact, maxLength: 64 }),
    };
    example = await startExample({ ...windows, fields }, migration);
    call = example.call;
    made = (await call("POST", "", { ...night, contact: "=Ada" })).body;
  });
  afterAll(() => example?.close());

  const csv = { type: "text/csv" };
  const xlsx = { type: "text/xlsx" };
  /** The titles and rows of a workbook, as an import would read it. */
  const workbook = async (query: string) => {
    const { bytes } = await call("GET", `?format=xlsx${query}`);
    return (await call("POST", "render-to-json/", bytes, xlsx)).body;
  };

  it("is the line the page shows", () => {
    expect(page).toContain(`\n${line}\n`);
    expect(page).toContain(migration);
  });

  it("is in the list and the detail", async () => {
    expect((await call("GET", "?limit=5")).body.results).toEqual([made]);
    expect((await call("GET", `${made.id}/`)).body).toEqual(made);
    expect(made.contact).toBe("=Ada");
    expect((await call("GET", "?fields=contact")).body).toEqual([{ contact: "=Ada" }]);
  });

  it("is in OPTIONS, in three languages, and what the console's screens are tested with", async () => {
    const { body } = await call("OPTIONS", "");
    for (const method of ["GET", "POST", "PUT", "PATCH"]) {
      expect(body.actions[method].contact).toMatchObject({ type: "string", max_length: 64, required: false });
    }
    for (const [language, label] of [
      ["en", "Contact"],
      ["zh", "联系人"],
      ["ja", "連絡先"],
    ] as const) {
      const told = await call("OPTIONS", "", undefined, { language });
      expect(told.body.actions.POST.contact.label).toBe(label);
    }
    expect(JSON.parse(read("maintenance-windows.options.json"))).toEqual(body);
  });

  it("keeps to its limit in forms and files", async () => {
    const refused = { contact: [expect.stringContaining("64")] };
    const long = { ...night, name: "Long", contact: "x".repeat(65) };
    expect(await call("POST", "", long)).toMatchObject({ status: 400, body: refused });
    const file = Buffer.from(`id,contact\n${made.id},${"x".repeat(65)}\n`);
    expect(await call("PATCH", "", file, csv)).toMatchObject({ status: 400, body: [refused] });
  });

  it("is in the templates and in exports of both formats", async () => {
    const template = await call("GET", "?format=csv&template=import&limit=1", undefined, { language: "zh" });
    expect(template.body.split("\r\n")[0].split(",")).toContain("联系人");
    const exported = await call("GET", "?format=csv", undefined, { language: "ja" });
    const [titles, row] = exported.body.split("\r\n").map((text: string) => text.split(","));
    expect(row[titles.indexOf("連絡先")]).toBe("'=Ada");
    const { title, data } = await workbook("");
    expect(title).toContainEqual(["Contact", "contact"]);
    expect(data).toMatchObject([{ contact: "=Ada" }]);
    expect((await workbook("&template=import&limit=1")).title).toContainEqual(["Contact", "contact"]);
  });

  it("comes in with imports, by preview and directly", async () => {
    const file = Buffer.from("名称,联系人,Starts,Ends\nDay,Grace,2026-02-01,2026-02-02\n");
    const { body: preview } = await call("POST", "render-to-json/", file, csv);
    expect(preview.data).toMatchObject([{ name: "Day", contact: "Grace" }]);
    const { status, body } = await call("POST", "", file, csv);
    expect(status).toBe(201);
    expect(body).toMatchObject([{ name: "Day", contact: "Grace" }]);
    const template = (await call("GET", "?format=csv&template=update&search=Day")).body;
    const changed = await call("PATCH", "", Buffer.from(template.replace("Grace", "Hopper")), csv);
    expect(changed.body).toMatchObject([{ name: "Day", contact: "Hopper" }]);
  });

  it("is in the OpenAPI document", async () => {
    const { body } = await call("GET", "/api/swagger.json");
    const told = Object.entries<{ properties?: Record<string, unknown> }>(body.components.schemas).filter(
      ([, schema]) => schema.properties?.contact !== undefined,
    );
    expect(told.map(([name]) => name.replace(/^.*?(?=Create|Update|Change|$)/, "")).sort()).toEqual([
      "",
      "Change",
      "Create",
      "Update",
    ]);
    for (const [, { properties }] of told) expect(properties?.contact).toMatchObject({ title: "Contact" });
  });

  it("is in the operate log, with its name and both values", async () => {
    await call("PATCH", `${made.id}/`, { contact: "Lin" });
    const { rows } = await example.database.pool.query(
      "select action, diff from operate_logs where resource_id = $1 order by datetime",
      [made.id],
    );
    const label = { en: "Contact", zh: "联系人", ja: "連絡先" };
    const changes = rows.map(({ action, diff }) => [
      action,
      diff.find(({ field }: { field: string }) => field === "contact"),
    ]);
    expect(changes).toEqual([
      ["create", { field: "contact", label, before: null, after: "=Ada" }],
      ["update", { field: "contact", label, before: "=Ada", after: "Lin" }],
    ]);
  });
});
