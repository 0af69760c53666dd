import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AssetAreas, startAssetAreas, testPerson } from "../../../testing/asset-areas.ts";

let areas: AssetAreas;
beforeAll(async () => {
  areas = await startAssetAreas([testPerson(1, "boss", "*")]);
});
afterAll(() => areas.close());

const call = (method: string, path: string, body?: unknown) =>
  areas.call(method, `assets/${path}`, body === undefined ? {} : { body });

const customFields = [
  { name: "tenant", label: "Tenant" },
  { name: "token", label: "Token", type: "password" },
  { name: "retries", label: "Retries", type: "int", default: "2", help_text: "Tries before giving up" },
  { name: "secure", label: "Secure", type: "bool", default: "true" },
  { name: "mode", label: "Mode", type: "choice", choices: ["fast", "safe"], default: "safe" },
  { name: "tags", label: "Tags", type: "list" },
];

let counter = 0;
async function addPlatform(more: Record<string, unknown> = {}) {
  counter++;
  const made = await call("POST", "platforms/", {
    name: `Till-${counter}`,
    category: "custom",
    type: `till-${counter}`,
    protocols: [{ name: "tillnet", port: 7000 + counter }],
    custom_fields: customFields,
    ...more,
  });
  expect(made).toMatchObject({ status: 201 });
  return made.body;
}

async function addAsset(platform: number, customInfo?: unknown) {
  counter++;
  return call("POST", "customs/", {
    name: `till-asset-${counter}`,
    address: "10.0.0.1",
    platform,
    ...(customInfo === undefined ? {} : { custom_info: customInfo }),
  });
}

/** What is stored of an asset's custom fields, secrets apart. */
async function storedOf(id: string) {
  const { rows: assets } = await areas.database.pool.query("select custom_info from assets where id = $1", [
    id,
  ]);
  const { rows: secrets } = await areas.database.pool.query(
    "select secret_sealed from asset_custom_secrets where asset_id = $1 and name = 'token'",
    [id],
  );
  return { info: assets[0]?.custom_info, sealed: secrets[0]?.secret_sealed };
}

describe("custom platforms", () => {
  it("make a type of their own, with a category, constraints and choices", async () => {
    const platform = await addPlatform();
    const { type } = platform;
    expect(platform).toMatchObject({ type: { value: type.value, label: type.value }, domain_enabled: false });
    const categories = (await call("GET", "categories/")).body;
    expect(categories.at(-1)).toMatchObject({ value: "custom", label: "Custom type" });
    expect(categories.at(-1).types.map(({ value }: { value: string }) => value)).toContain(type.value);
    const constraints = await call("GET", `categories/constraints/?category=custom&type=${type.value}`);
    expect(constraints.body).toMatchObject({
      charset_enabled: false,
      domain_enabled: false,
      su_enabled: false,
      protocols: [
        { name: "tillnet", port: platform.protocols[0].port, secret_types: ["password"], default: true },
      ],
    });
    const choices = async (path: string) =>
      (await call("OPTIONS", path)).body.actions.GET.type.choices.map(
        ({ value }: { value: string }) => value,
      );
    for (const path of ["platforms/", "customs/", "assets/"])
      expect(await choices(path)).toContain(type.value);
    expect(await choices("hosts/")).not.toContain(type.value);
  });

  it.each([
    [{ type: "linux" }, "type"],
    [{ type: "a b" }, "type"],
    [{ type: "" }, "type"],
    [{ type: "t".repeat(33) }, "type"],
    [{ type: { not: "text" } }, "type"],
    [{ protocols: undefined }, "protocols"],
    [
      {
        custom_fields: [
          { name: "a", label: "A" },
          { name: "a", label: "B" },
        ],
      },
      "custom_fields",
    ],
    [{ custom_fields: [{ name: "a", label: "A", type: "choice" }] }, "custom_fields"],
    [{ custom_fields: [{ name: "a", label: "A", type: "int", default: "many" }] }, "custom_fields"],
    [{ custom_fields: [{ name: "a", label: "A", type: "bool", default: "maybe" }] }, "custom_fields"],
    [
      { custom_fields: [{ name: "a", label: "A", type: "choice", choices: ["x"], default: "y" }] },
      "custom_fields",
    ],
    [{ custom_fields: [{ name: "a", label: "A", type: "password", default: "shared" }] }, "custom_fields"],
    [{ custom_fields: [{ name: "a", label: "A", type: "no such" }] }, "custom_fields"],
    [{ custom_fields: "none" }, "custom_fields"],
  ])("refuse %j on %s", async (more, field) => {
    const answer = await call("POST", "platforms/", {
      name: "refused",
      category: "custom",
      type: "till",
      protocols: [{ name: "tillnet", port: 7000 }],
      ...more,
    });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
  });

  it("keep category, and what is secret, while assets use them", async () => {
    const platform = await addPlatform();
    const open = customFields.map((field) => (field.name === "token" ? { ...field, type: "str" } : field));
    const path = `platforms/${platform.id}/`;
    expect((await call("PATCH", path, { custom_fields: open })).status).toBe(200);
    expect((await call("PATCH", path, { custom_fields: customFields })).status).toBe(200);
    expect((await addAsset(platform.id)).status).toBe(201);
    expect(await call("PATCH", path, { custom_fields: open })).toMatchObject({
      status: 400,
      body: { custom_fields: [expect.stringContaining("token")] },
    });
    expect(
      await call("PATCH", path, { category: "host", type: "linux", protocols: [{ name: "ssh", port: 22 }] }),
    ).toMatchObject({
      status: 400,
      body: { category: [expect.any(String)] },
    });
    expect((await call("PATCH", path, { type: "renamed" })).body.type.value).toBe("renamed");
  });
});

describe("custom assets", () => {
  it("are described by the fields of the platform asked for, or of the asset in the path", async () => {
    const platform = await addPlatform();
    const { children } = (await call("OPTIONS", `customs/?platform=${platform.id}`)).body.actions.POST
      .custom_info;
    expect(Object.keys(children)).toEqual(["tenant", "token", "retries", "secure", "mode", "tags"]);
    expect(children).toMatchObject({
      tenant: { type: "string", label: "Tenant", max_length: 4096, required: false },
      token: { type: "string", write_only: true },
      retries: { type: "integer", default: 2, help_text: "Tries before giving up" },
      secure: { type: "boolean", default: true },
      mode: { type: "choice", choices: [{ value: "fast" }, { value: "safe" }] },
      tags: { type: "list" },
    });
    const { body } = await addAsset(platform.id);
    const detail = (await call("OPTIONS", `customs/${body.id}/`)).body.actions.PUT.custom_info;
    expect(detail.children).toEqual(children);
    expect((await call("OPTIONS", "customs/")).body.actions.POST.custom_info.children).toBeUndefined();
    expect(
      (await call("OPTIONS", "customs/?platform=9999")).body.actions.POST.custom_info.children,
    ).toBeUndefined();
  });

  it("hold values by their types, and secrets sealed, never shown and kept until changed", async () => {
    const platform = await addPlatform();
    const made = await addAsset(platform.id, {
      tenant: "north",
      token: "open sesame",
      retries: "7",
      tags: ["x"],
      alien: 1,
    });
    expect(made).toMatchObject({
      status: 201,
      body: { custom_info: { tenant: "north", retries: 7, secure: true, mode: "safe", tags: ["x"] } },
    });
    expect(Object.keys(made.body.custom_info)).not.toContain("alien");
    const { id } = made.body;
    const opened = async () => {
      const { sealed, info } = await storedOf(id);
      expect(JSON.stringify([sealed, info])).not.toMatch(/sesame|shut/);
      return sealed === undefined
        ? null
        : areas.services.secrets.open(sealed, `asset_custom_secrets:${id}:token`);
    };
    expect(await opened()).toBe("open sesame");
    await call("PATCH", `customs/${id}/`, { custom_info: { tenant: "south", token: "" } });
    expect(await opened()).toBe("open sesame");
    const renamed = await call("PATCH", `customs/${id}/`, {
      custom_info: { tenant: "south", token: "shut" },
    });
    expect(await opened()).toBe("shut");
    for (const text of [
      renamed.body,
      (await call("GET", "customs/")).body,
      (await call("GET", `assets/${id}/`)).body,
    ])
      expect(JSON.stringify(text)).not.toMatch(/sesame|shut|token/);
    await call("PATCH", `customs/${id}/`, { custom_info: { token: null } });
    expect(await opened()).toBeNull();
    expect((await call("PATCH", `customs/${id}/`, { comment: "c" })).body.custom_info).toMatchObject({
      secure: true,
    });
  });

  it.each([
    [{ retries: "many" }, "retries"],
    [{ secure: "perhaps" }, "secure"],
    [{ mode: "slow" }, "mode"],
    [{ tags: "x" }, "tags"],
    [{ tags: [""] }, "tags"],
    [{ tenant: "t".repeat(4097) }, "tenant"],
    [{ tenant: { a: 1 } }, "tenant"],
    [{ token: 1.5e300 * 1e10 }, null],
  ])("refuse the value of %j", async (customInfo, field) => {
    const platform = await addPlatform();
    const answer = await addAsset(platform.id, customInfo);
    if (field === null) return expect(answer.status).toBeLessThan(500);
    expect(answer).toMatchObject({ status: 400, body: { custom_info: { [field]: expect.anything() } } });
  });

  it("take any object where the platform has no fields, and nothing else", async () => {
    const platform = await addPlatform({ custom_fields: [] });
    expect((await addAsset(platform.id, { any: { thing: [1] } })).body.custom_info).toEqual({
      any: { thing: [1] },
    });
    expect((await addAsset(platform.id)).body.custom_info).toEqual({});
    expect((await addAsset(platform.id, null)).body.custom_info).toEqual({});
    for (const bad of ["x", 1, [1]]) {
      expect(await addAsset(platform.id, bad)).toMatchObject({
        status: 400,
        body: { custom_info: expect.anything() },
      });
    }
  });
});
