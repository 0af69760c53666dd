import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../api/api-error.ts";
import type { FieldMap } from "../metadata/types.ts";
import {
  FileUnreadable,
  readFile,
  refusalReasons,
  rowSender,
  shownColumns,
  unknownTitles,
} from "./import-api.ts";
import { type ImportRow, RowRefused, SendingObstacle } from "./import-task.ts";

afterEach(() => vi.unstubAllGlobals());

const row = (values: ImportRow["values"], savedAs?: string): ImportRow => ({
  index: 0,
  values,
  status: "sending",
  reasons: [],
  ...(savedAs === undefined ? {} : { savedAs }),
});

function serve(status: number, body: unknown) {
  const seen: { method: string; url: string; body: unknown }[] = [];
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    seen.push({ method: init.method ?? "GET", url, body: JSON.parse(String(init.body)) });
    return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
  });
  return seen;
}
const sender = (mode: "create" | "update", fields: FieldMap = {}) =>
  rowSender({ url: "/api/v1/assets/hosts/", mode, columns: [["*Name", "name"]], fields, missingId: "no ID" });
const withId: FieldMap = { id: { type: "string", read_only: false } };

/** A server that keeps what it is sent and answers, or loses its answer, as told. */
function keep(lost: readonly number[]) {
  const objects = new Map<string, Record<string, unknown>>();
  const seen: string[] = [];
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit) => {
    seen.push(`${method} ${url.replace(/[0-9a-f-]{36}/, "ID")}`);
    const sent = typeof body === "string" ? JSON.parse(body) : {};
    const id = String(sent.id ?? /[0-9a-f-]{36}/.exec(url)?.[0]);
    const isNew = method === "POST";
    if (method !== "GET") objects.set(id, { ...objects.get(id), ...sent });
    const status = isNew ? 201 : objects.has(id) ? 200 : 404;
    if (lost.includes(seen.length)) throw new TypeError("Failed to fetch");
    const answer = JSON.stringify(objects.get(id) ?? {});
    return new Response(answer, { status, headers: { "Content-Type": "application/json" } });
  });
  return { objects, seen };
}

describe("sending a row", () => {
  test("a new object is posted, and its key is told", async () => {
    const seen = serve(201, { id: "h1" });
    expect(await sender("create")(row({ name: "web" }))).toBe("h1");
    expect(seen).toEqual([{ method: "POST", url: "/api/v1/assets/hosts/", body: { name: "web" } }]);
  });
  test("a change is sent to the object it names; what was created is changed", async () => {
    const seen = serve(200, { id: "h1" });
    await sender("update")(row({ id: "h1", name: "web" }));
    await sender("create")(row({ name: "web-2" }, "h1"));
    expect(seen.map(({ method, url }) => [method, url])).toEqual([
      ["PATCH", "/api/v1/assets/hosts/h1/"],
      ["PATCH", "/api/v1/assets/hosts/h1/"],
    ]);
  });
  test("a change that names no object is not sent", async () => {
    const seen = serve(200, {});
    await expect(sender("update")(row({ name: "web" }))).rejects.toEqual(new RowRefused(["no ID"]));
    expect(seen).toEqual([]);
  });
  test("a refusal is told by column", async () => {
    serve(400, { name: ["is taken"], accounts: [{ secret: ["is empty"] }], non_field_errors: ["no"] });
    const refused = await sender("create")(row({ name: "web" })).catch((error: unknown) => error);
    expect((refused as RowRefused).reasons).toEqual(["Name: is taken", "accounts: is empty", "no"]);
  });
  test.each([401, 429, 502, 503, 504])("%i is an obstacle, not a refusal", async (status) => {
    serve(status, { detail: "not now" });
    await expect(sender("create")(row({}))).rejects.toBeInstanceOf(SendingObstacle);
  });
});

describe("reading a file", () => {
  const list = "/api/v1/assets/hosts/";
  test("takes what it holds now: what is written to it later changes nothing", async () => {
    const sent: string[] = [];
    vi.stubGlobal("document", { cookie: "" });
    vi.stubGlobal("fetch", async (url: string, { body, headers }: RequestInit) => {
      sent.push(url, await new Response(body).text(), new Headers(headers).get("content-type") ?? "");
      return Response.json({ title: [["Name", "name"]], data: [{ name: "web" }] });
    });
    let content = "name\nweb\n";
    const file = new File([], "hosts.csv");
    file.arrayBuffer = async () => new TextEncoder().encode(content).buffer as ArrayBuffer;
    const reading = readFile(list, file);
    content = "name\nother\n";
    expect(await reading).toEqual({ title: [["Name", "name"]], data: [{ name: "web" }] });
    expect(sent).toEqual([`${list}render-to-json/`, "name\nweb\n", "text/csv"]);
  });
  test("that changed or went since it was chosen is told, and nothing is sent", async () => {
    const seen = serve(200, {});
    const file = new File([], "hosts.xlsx");
    file.arrayBuffer = () => Promise.reject(new DOMException("changed", "NotReadableError"));
    await expect(readFile(list, file)).rejects.toBeInstanceOf(FileUnreadable);
    expect(seen).toEqual([]);
  });
});

describe("a row whose answer is lost", () => {
  test("is found again and not made twice, with what was corrected since", async () => {
    const { objects, seen } = keep([1]);
    const send = sender("create", withId);
    await expect(send(row({ name: "web" }))).rejects.toBeInstanceOf(SendingObstacle);
    const id = await send(row({ name: "web", comment: "corrected" }));
    expect([...objects]).toEqual([[id, { id, name: "web", comment: "corrected" }]]);
    expect(seen).toEqual([
      "POST /api/v1/assets/hosts/",
      "GET /api/v1/assets/hosts/ID/",
      "PATCH /api/v1/assets/hosts/ID/",
    ]);
  });
  test("is sent again under the same id when it did not arrive", async () => {
    const { objects } = keep([1]);
    const send = sender("create", withId);
    await expect(send(row({ name: "web" }))).rejects.toBeInstanceOf(SendingObstacle);
    const [first] = objects.keys();
    objects.clear();
    expect(await send(row({ name: "web" }))).toBe(first);
    expect(objects.size).toBe(1);
  });
  test("stays an obstacle while nobody answers", async () => {
    keep([1, 2]);
    const send = sender("create", withId);
    await expect(send(row({ name: "web" }))).rejects.toBeInstanceOf(SendingObstacle);
    await expect(send(row({ name: "web" }))).rejects.toBeInstanceOf(SendingObstacle);
    expect(await send(row({ name: "web" }))).toMatch(/^[0-9a-f-]{36}$/);
  });
  test("rows that bring an id of their own keep it", async () => {
    const { objects } = keep([]);
    const id = "10000000-0000-4000-8000-000000000001";
    expect(await sender("create", withId)(row({ id, name: "web" }))).toBe(id);
    expect([...objects.keys()]).toEqual([id]);
  });
});

test("a refusal without fields is told in the server's words", () => {
  expect(refusalReasons(new ApiError(403, { detail: "You may not" }, "/"), [])).toEqual(["You may not"]);
  expect(refusalReasons(new ApiError(400, "Bad", "/"), [])).toEqual(["Bad"]);
});

test("columns are shown when a row says something in them; others are told", () => {
  const file = {
    title: [
      ["*Name", "name"],
      ["Comment", "comment"],
      ["Colour", ""],
    ] as const,
    data: [{ name: "web", comment: "" }],
  };
  expect(shownColumns(file)).toEqual([["*Name", "name"]]);
  expect(unknownTitles(file)).toEqual(["Colour"]);
});
