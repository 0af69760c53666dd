import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AssetAreas, startAssetAreas, testPerson } from "../../testing/asset-areas.ts";

let areas: AssetAreas;
let host: { id: string; nodes: { id: string }[] };
let account: string;
beforeAll(async () => {
  areas = await startAssetAreas([testPerson(1, "boss", "*")]);
  const accounts = [{ username: "root", secret: "p" }];
  host = (
    await areas.call("POST", "assets/hosts/", { body: { name: "h", address: "a", platform: 1, accounts } })
  ).body;
  account = (await areas.call("GET", "accounts/accounts/")).body[0].id;
});
afterAll(() => areas.close());

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    "",
    "\0",
    "a\0b",
    "😀",
    "'",
    "x".repeat(5000),
    -1,
    1e20,
    65536,
    [],
    {},
    [[]],
    [null],
    [{}],
    { id: null },
    { pk: "x" },
    { value: {} },
    "00000000-0000-4000-8000-000000000000",
    "1",
    1,
    true,
    "{{",
    "//",
    "/a//b/",
  ),
);

/** Every write route of the two areas with the fields its metadata names, and their objects. */
const targets = () =>
  [
    ["POST", "assets/hosts/"],
    ["PATCH", `assets/hosts/${host.id}/`],
    ["PUT", `assets/assets/${host.id}/`],
    ["POST", "assets/databases/"],
    ["POST", "assets/webs/"],
    ["POST", "assets/platforms/"],
    ["PATCH", "assets/platforms/7/"],
    ["POST", "assets/nodes/"],
    ["POST", "accounts/accounts/"],
    ["PATCH", `accounts/accounts/${account}/`],
  ] as const;

const valid: Record<string, unknown> = {
  name: "n",
  address: "a",
  platform: 1,
  username: "u",
  category: "host",
  type: "linux",
  db_name: "d",
};

describe("bad input", () => {
  it("is answered with a 4xx that names a field, never a 5xx", async () => {
    const statuses = new Map<number, number>();
    let run = 0;
    for (const [method, path] of targets()) {
      const metadata = (await areas.call("OPTIONS", path)).body.actions;
      const fields = Object.keys(metadata[method === "PUT" ? "PATCH" : method]);
      const base = path.includes("databases")
        ? { ...valid, platform: 17 }
        : path.includes("webs")
          ? { ...valid, platform: 26 }
          : valid;
      await fc.assert(
        fc.asyncProperty(fc.dictionary(fc.constantFrom(...fields), odd, { maxKeys: 3 }), async (fuzzed) => {
          const { status, body } = await areas.call(method, path, {
            body: { ...base, asset: host.id, name: `n${++run}`, username: `u${run}`, ...fuzzed },
          });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 500)
            throw new Error(`${method} ${path} ${JSON.stringify(fuzzed)}: ${JSON.stringify(body)}`);
        }),
        { numRuns: 60 },
      );
    }
    // Some of the values are good ones: otherwise only the first check of each route would have run.
    for (const status of [200, 201, 400]) expect(statuses.get(status)).toBeGreaterThan(10);
  }, 120_000);

  it("of a list's query never ends in a 5xx", async () => {
    const names = [
      "node_id",
      "node",
      "platform",
      "domain",
      "labels",
      "label",
      "protocols",
      "ips",
      "attr_rules",
      "search",
      "order",
      "limit",
      "offset",
      "ids",
      "spm",
      "id",
      "key",
      "all",
      "asset",
      "account",
      "has_secret",
      "secret_type",
      "category",
      "count_resource",
    ];
    const paths = [
      "assets/hosts/",
      "assets/nodes/",
      "assets/nodes/children/",
      "assets/nodes/children/tree/",
      "assets/nodes/category/tree/",
      "assets/platforms/",
      "accounts/accounts/",
      "accounts/accounts/su-from-accounts/",
      "assets/categories/constraints/",
    ];
    const value = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom("\0", "%", "\\", "1:0", "1", host.id, "a#b", "a:b", "IiI=", "e30="),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 }),
        async (path, query) => {
          const { status, body } = await areas.call("GET", `${path}?${new URLSearchParams(query)}`);
          if (status >= 500) throw new Error(`${path} ${JSON.stringify(query)}: ${JSON.stringify(body)}`);
        },
      ),
      { numRuns: 400 },
    );
  }, 60_000);

  it("in the body of an action is a 4xx or has no effect", async () => {
    const node = host.nodes[0]?.id;
    for (const [method, path] of [
      ["PUT", `assets/nodes/${node}/assets/add/`],
      ["PUT", `assets/nodes/${node}/assets/remove/`],
      ["PUT", `assets/nodes/${node}/children/add/`],
      ["POST", `assets/nodes/${node}/children/`],
      ["POST", "assets/platforms/filter-nodes-assets/"],
      ["POST", "accounts/accounts/username-suggestions/"],
      ["PATCH", "accounts/accounts/clear-secret/"],
    ] as const) {
      await fc.assert(
        fc.asyncProperty(odd, odd, async (first, second) => {
          const body = {
            assets: first,
            nodes: second,
            id: second,
            value: first,
            node_ids: first,
            asset_ids: second,
            username: first,
            account_ids: first,
          };
          for (const sent of [body, first]) {
            if (sent === undefined) continue;
            const answer = await areas.call(method, path, { body: sent });
            if (answer.status >= 500) throw new Error(`${method} ${path} ${JSON.stringify(sent)}`);
          }
        }),
        { numRuns: 30 },
      );
    }
    expect((await areas.call("GET", `accounts/accounts/${account}/`)).body.has_secret).toBe(true);
  }, 60_000);

  it.each(["x", "00000000-0000-4000-8000-00000000dead", "%00", "1e9"])(
    "in a path is a 404: %s",
    async (id) => {
      for (const path of ["assets/hosts/", "assets/nodes/", "assets/platforms/", "accounts/accounts/"]) {
        for (const method of ["GET", "PATCH", "DELETE"]) {
          expect(
            (await areas.call(method, `${path}${id}/`, method === "PATCH" ? { body: {} } : {})).status,
          ).toBe(404);
        }
      }
      expect((await areas.call("GET", `assets/nodes/${id}/children/`)).status).toBe(404);
    },
  );
});
