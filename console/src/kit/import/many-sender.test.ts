import { afterEach, expect, test, vi } from "vitest";
import type { Row } from "../metadata/types.ts";
import type { ImportMode } from "./import-api.ts";
import { type ImportRow, type RowResult, SendingObstacle } from "./import-task.ts";
import { manySender } from "./many-sender.ts";

afterEach(() => vi.unstubAllGlobals());

const url = "/api/v1/assets/hosts/";
const rowsOf = (...values: Row[]): ImportRow[] =>
  values.map((one, index) => ({ index, values: one, status: "sending", reasons: [] }));

/** A server that takes arrays whole or not at all, and refuses by name. */
function serve(refused: (names: readonly unknown[]) => unknown | undefined) {
  const sent: { method: string; names: readonly unknown[] }[] = [];
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("fetch", async (_url: string, { method = "GET", body }: RequestInit) => {
    const items = JSON.parse(String(body)) as Row[];
    const names = items.map(({ name }) => name);
    sent.push({ method, names });
    const error = refused(names);
    const answer = error ?? items.map((item, index) => ({ id: item.id ?? `new-${index}`, name: item.name }));
    return new Response(JSON.stringify(answer), {
      status: error === undefined ? 200 : 400,
      headers: { "Content-Type": "application/json" },
    });
  });
  return sent;
}

async function send(rows: readonly ImportRow[], mode: ImportMode = "create") {
  const results = new Map<number, RowResult>();
  const options = { url, mode, columns: [["*Name", "name"]] as const, fields: {}, missingId: "no ID" };
  await manySender(options, new Map())(rows, (index, result) => results.set(index, result));
  return Object.fromEntries(results);
}

test("a page is one array, and each row is told its key", async () => {
  const sent = serve(() => undefined);
  expect(await send(rowsOf({ name: "a" }, { name: "b" }))).toEqual({
    0: { savedAs: "new-0" },
    1: { savedAs: "new-1" },
  });
  expect(sent).toEqual([{ method: "POST", names: ["a", "b"] }]);
});

test("refused rows are told by their columns, and the others are sent again", async () => {
  const sent = serve((names) =>
    names.includes("bad") ? names.map((name) => (name === "bad" ? { name: ["Too long."] } : {})) : undefined,
  );
  const results = await send(rowsOf({ name: "a" }, { name: "bad" }, { name: "c" }));
  expect(results).toEqual({
    0: { savedAs: "new-0" },
    1: { reasons: ["Name: Too long."] },
    2: { savedAs: "new-1" },
  });
  expect(sent.map(({ names }) => names)).toEqual([
    ["a", "bad", "c"],
    ["a", "c"],
  ]);
});

test("what cannot be told apart is left to be sent row by row", async () => {
  serve(() => ({ detail: "no" }));
  expect(await send(rowsOf({ name: "a" }, { name: "b" }))).toEqual({});
});

test("changes name their objects; rows without a key, and those passed over, are left", async () => {
  const sent = serve(() => undefined);
  const results = await send(rowsOf({ id: "1", name: "a" }, { name: "b" }, { id: "3", name: "c" }), "update");
  expect(results).toEqual({ 0: { savedAs: "1" }, 2: { savedAs: "3" } });
  expect(sent).toEqual([{ method: "PATCH", names: ["a", "c"] }]);
});

test("a server that is away is an obstacle", async () => {
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await expect(send(rowsOf({ name: "a" }, { name: "b" }))).rejects.toBeInstanceOf(SendingObstacle);
});
