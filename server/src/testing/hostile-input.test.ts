import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, type Caller, createPeople, type People } from "./matrix/callers.ts";
import { createFixtures, type Fixtures } from "./matrix/fixtures.ts";
import { createTestProduct, type TestProduct } from "./product.ts";

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

/** Values that no field asked for. */
const strange: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  "",
  "x",
  "a\u0000b",
  "\ud800",
  "9".repeat(5_000),
  "'; drop table users; --",
  "../../etc/passwd",
  "{rsa}:{aes}",
  true,
  [],
  [[[null]]],
  {},
  { pk: {} },
  { id: "\u0000" },
  { value: [] },
  ["", null, 5, {}, "\u0000"],
];

/** Whole bodies, as they arrive. */
const bodies: readonly string[] = [
  "",
  "{",
  "null",
  "5",
  '"text"',
  "[]",
  "[null]",
  "[[]]",
  "{}",
  '{"__proto__": {"admin": true}, "constructor": 1}',
  '{"id": {"a": 1}}',
  '[{"id": "nonsense"}]',
  '{"name": "\\u0000"}',
  JSON.stringify(nested(200)),
  `{"a": ${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
];

const ids = [
  "nonsense",
  "%00",
  "0",
  "-1",
  "99999999999999999999",
  "..%2f..%2fsecret.key",
  "%F0%9F%92%A9",
  "a".repeat(190),
];

const queries = [
  "limit=NaN&offset=-1",
  "limit=1e9&offset=9999999999999999999",
  "limit=1&offset=1.5",
  "order=--name,password,id;drop&order=name",
  "search=%00&ids=%00,x&id=%00",
  "search=%25_%5C%27%22&fields=__proto__,constructor,password,secret",
  "fields!=name&fields_size=__proto__",
  "spm=nonsense&ids=,,,",
  "oid=%00",
  "oid=nonsense&display=1",
  `search=${"x,".repeat(2_000)}`,
  "date_from=yesterday&date_to=%00&days=-1",
  "attr_rules=%00&node_id=x&node=x&asset=x&asset_id=x&platform=x&category=x&type=x",
];

describe("hostile input", () => {
  let product: TestProduct;
  let people: People;
  let fixtures: Fixtures;
  let admin: Caller;
  beforeAll(async () => {
    product = await createTestProduct();
    people = await createPeople(product);
    fixtures = await createFixtures(product, people);
    admin = people.callers.find(({ role }) => role === "system") as Caller;
  });
  afterAll(() => product?.close());

  const routes = () =>
    product.app.routes.filter(
      ({ path }) => path.startsWith("/api/") || path.startsWith("/core/") || path.startsWith("/media/"),
    );
  const fill = (path: string, id: string): string => path.replace(/:\w+/g, id);
  const known = (path: string): string =>
    fill(path, fixtures.objects[path.slice(0, path.indexOf(":"))] ?? "nonsense");
  const send = async (
    method: string,
    url: string,
    payload?: string | Buffer,
    headers: Record<string, string> = {},
  ) =>
    product.app.fastify.inject({
      method: method as "GET",
      url,
      headers: { ...admin.headers, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });

  it("never makes the server fail by its address or query", async () => {
    const problems: string[] = [];
    for (const { method, path } of routes()) {
      if (path === "/core/auth/logout/") continue;
      const addresses = path.includes(":")
        ? ids.map((id) => fill(path, id))
        : queries.map((query) => `${path}?${query}`);
      for (const url of addresses) {
        // Only reads and descriptions here: a filter that is no filter must not empty a list.
        if (!["GET", "OPTIONS"].includes(method) && !path.includes(":")) continue;
        const { statusCode } = await send(method, url);
        if (statusCode >= 500) problems.push(`${method} ${url.slice(0, 120)}: ${statusCode}`);
      }
    }
    expect(problems).toEqual([]);
  }, 300_000);

  it("never makes the server fail by its body", async () => {
    const problems: string[] = [];
    for (const { method, path } of routes()) {
      if (!["POST", "PUT", "PATCH"].includes(method)) continue;
      for (const body of bodies) {
        const { statusCode } = await send(method, known(path), body, { "content-type": "application/json" });
        if (statusCode >= 500) problems.push(`${method} ${path} ${body.slice(0, 60)}: ${statusCode}`);
      }
      for (const [type, body] of [
        ["application/json", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
        ["text/csv", Buffer.from("name\n=cmd()\n")],
        ["application/x-www-form-urlencoded", Buffer.from("a=%00&%ff=%ff&a[b]=c")],
        ["multipart/form-data; boundary=x", Buffer.from("--x\r\n\r\n--x--")],
        ["nonsense", Buffer.from("x")],
      ] as const) {
        const { statusCode } = await send(method, known(path), body, { "content-type": type });
        if (statusCode >= 500) problems.push(`${method} ${path} ${type}: ${statusCode}`);
      }
    }
    expect(problems).toEqual([]);
  }, 300_000);

  it("is refused with the field named, whatever a field is given", async () => {
    const problems: string[] = [];
    let refused = 0;
    const resources = product.product.areas.flatMap((area) => area.resources ?? []);
    for (const resource of resources) {
      const list = `/api/v1/${resource.path}/`;
      if (!product.app.routes.some((route) => route.path === list && route.method === "POST")) continue;
      for (const name of Object.keys(resource.fields)) {
        for (const value of strange) {
          const { status, body } = await ask(product.app.fastify, admin, "POST", list, {
            [name]: value,
          } as never);
          if (status >= 500)
            problems.push(`POST ${list} ${name} = ${JSON.stringify(value)?.slice(0, 40)}: ${status}`);
          if (status === 400) refused += 1;
          if (status === 400 && typeof body !== "object")
            problems.push(`POST ${list} ${name}: a 400 without an explanation`);
        }
      }
    }
    expect(refused).toBeGreaterThan(1_000);
    expect(problems).toEqual([]);
  }, 300_000);

  it("leaves everybody able to work", async () => {
    for (const caller of people.callers) {
      const { status } = await ask(product.app.fastify, caller, "GET", "/api/v1/users/profile/");
      expect([caller.name, status]).toEqual([
        caller.name,
        caller.role === "anonymous" || caller.role === "disabled" ? 401 : 200,
      ]);
    }
  });
});
