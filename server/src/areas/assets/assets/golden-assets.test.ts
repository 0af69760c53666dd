import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";

/** Recorded by hand from the contract; the tests import nothing of the product's description of itself. */
const folder = join(import.meta.dirname, "../../../../../docs/contract/golden");
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));

type FieldMap = Record<string, Record<string, unknown>>;

/** A collection beside hosts: the order of its fields, and those that are not as the hosts' are. */
interface Golden {
  readonly path: string;
  readonly name: string;
  readonly order: readonly string[];
  readonly fields: FieldMap;
  readonly texts: Readonly<Record<"zh" | "ja", Readonly<Record<string, string>>>>;
}

const hosts = read("hosts.json").options;
const rows = read("assets/rows.json");
const goldens: readonly Golden[] = readdirSync(join(folder, "assets"))
  .filter((name) => name !== "rows.json")
  .map((name) => read(`assets/${name}`));

/** The golden answer in full, fields that are not listed being those of hosts. */
function expected({ name, order, fields }: Golden): string {
  const abilities = (field: string) => {
    const { filter, order: sorted } = hosts.actions.GET[field] ?? {};
    return { ...(filter ? { filter } : {}), ...(sorted ? { order: sorted } : {}) };
  };
  const listed = (own: (field: string) => unknown) =>
    Object.fromEntries(order.map((field) => [field, own(field)]));
  const written = listed((field) => fields[field] ?? hosts.actions.POST[field]);
  const shown = listed((field) =>
    fields[field] === undefined ? hosts.actions.GET[field] : { ...fields[field], ...abilities(field) },
  );
  const actions = { GET: shown, POST: written, PUT: written, PATCH: written };
  return JSON.stringify({ ...hosts, name, actions });
}

/** Values that differ from run to run, by what they are. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/"00000000-0000-0000-0000-000000000002"/g, '"<organization>"'],
  [/"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"/g, '"<uuid>"'],
  [/"\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}"/g, '"<instant>"'],
];
const settled = (value: unknown): Record<string, unknown> =>
  JSON.parse(kinds.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), JSON.stringify(value)));

/** The very row, its fields in the very order. Inside JSON columns the order of keys is nobody's. */
function expectRow(actual: unknown, golden: Record<string, unknown>): void {
  const row = settled(actual);
  expect(row).toEqual(golden);
  expect(Object.keys(row)).toEqual(Object.keys(golden));
}

describe("the asset collections as a client of the contract sees them", () => {
  let product: TestProduct;
  let customPlatform: number;
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    product.administrator.call(method, path, body, headers);
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product?.close());

  it("are described for every category", () => {
    expect(goldens.map(({ path }) => path.split("/").at(-2))).toEqual([
      "assets",
      "clouds",
      "customs",
      "databases",
      "devices",
      "gpts",
      "webs",
    ]);
  });

  it.each(goldens.map((golden) => [golden.path, golden] as const))(
    "have the metadata of %s to the letter",
    async (path, golden) => {
      const answer = await call("OPTIONS", path, undefined, { "accept-language": "en" });
      expect(JSON.parse(answer.text)).toEqual(JSON.parse(expected(golden)));
      expect(answer.text).toBe(expected(golden));
    },
  );

  it.each(goldens.map((golden) => [golden.path, golden] as const))(
    "have Chinese and Japanese names in %s",
    async (path, golden) => {
      for (const [language, tag] of [
        ["zh", "zh-CN,zh;q=0.9"],
        ["ja", "ja"],
      ] as const) {
        const { POST } = (await call("OPTIONS", path, undefined, { "accept-language": tag })).body.actions;
        for (const [at, text] of Object.entries(golden.texts[language])) {
          const [field = "", ...rest] = at.split(".");
          const described = POST[field];
          const found =
            rest[0] === "choices"
              ? described.choices.find(({ value }: { value: string }) => value === rest[1])?.label
              : rest[0] === "help_text"
                ? described.help_text
                : described.label;
          expect([at, found]).toEqual([at, text]);
        }
      }
    },
  );

  it("show a platform to the letter", async () => {
    const { create, row } = rows.platforms;
    const { status, body } = await call("POST", "assets/platforms/", create);
    expect(status).toBe(201);
    customPlatform = body.id;
    const numbered = JSON.stringify(body).replaceAll(/"id":\d+/g, '"id":"<id>"');
    expectRow(JSON.parse(numbered), row);
    expect((await call("GET", `assets/platforms/${body.name}/`)).body).toEqual(body);
    expect((await call("GET", `assets/platforms/?name=${body.name}`)).body).toEqual([body]);
  });

  it.each(["hosts", "devices", "databases", "clouds", "webs", "gpts", "customs"])(
    "show a row and the detail of %s to the letter",
    async (path) => {
      const { create, row, detail } = JSON.parse(
        JSON.stringify(rows[path]).replaceAll('"<custom platform>"', String(customPlatform)),
      );
      const made = await call("POST", `assets/${path}/`, create);
      expect(made).toMatchObject({ status: 201, body: detail });
      const {
        body: [listed],
      } = await call("GET", `assets/${path}/?name=${create.name}`);
      expect(Object.keys(listed.auto_config).sort()).toEqual([...rows.auto_config].sort());
      expectRow({ ...listed, auto_config: "<auto_config>" }, row);
      const { body: shown } = await call("GET", `assets/${path}/${made.body.id}/`);
      expect(shown).toEqual({ ...listed, ...detail });
      const { body: generally } = await call("GET", `assets/assets/${made.body.id}/`);
      expect(generally).toMatchObject({ id: made.body.id, ...detail });
      expect(JSON.stringify([made.body, listed, shown, generally])).not.toMatch(/BEGIN|never shown/);
    },
  );
});
