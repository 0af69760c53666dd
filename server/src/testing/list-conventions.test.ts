import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResourceDeclaration } from "../engine/resource/declaration.ts";
import { createPeople } from "./matrix/callers.ts";
import type { Objects } from "./matrix/evaluate.ts";
import { createFixtures } from "./matrix/fixtures.ts";
import { withoutConfirmation } from "./matrix/without-confirmation.ts";
import { createTestProduct, type TestProduct } from "./product.ts";
import { routeAddress } from "./route-address.ts";

type Row = Readonly<Record<string, unknown>>;

/** Values no filter should fail on with anything but an error of its own. */
const odd = ["0", "x", "1e9", "a,b", "'", "%25", "\u0000", "日本"];

/** Filters that name one object, which has to be there. */
const absent = new Set(["ops/task-executions task_id"]);

/** Filters that name where rows are kept: the whole list is refused, with a code. */
const coded = new Set(["terminal/commands command_storage_id"]);

/**
 * Lists without pages: trees are read whole, and of accounts to switch from, themes, ports, services of text messages,
 * heartbeats and metrics of components the contract says so.
 */
const isWhole = (path: string): boolean =>
  /\/(tree|su-from-[a-z-]+|themes|db-listen-ports|sms\/backend|status|components\/metrics)\/$/.test(path);

/** Lists that are all of a few things, in which nothing is searched for. */
const unsearched = /-(msg-subscription|message-channels)\/$/;

const nobody = "3f0c6d0e-0000-4000-8000-000000000000";

describe("every list of the product", () => {
  let product: TestProduct;
  let objects: Objects;
  let lists: readonly ResourceDeclaration[];
  let component: Readonly<Record<string, string>>;

  beforeAll(async () => {
    product = await createTestProduct();
    const people = await createPeople(product);
    ({ objects } = await createFixtures(product, people));
    component = people.callers.find(({ role }) => role === "component")?.headers ?? {};
    await withoutConfirmation(product);
    const rows =
      "insert into login_logs (username, type, ip, city, user_agent, mfa, reason, backend, status)";
    await product.database.pool.query(
      `${rows} values ('admin', 'W', '10.0.0.1', 'LAN', 'x', 2, '', 'Password', true)`,
    );
    lists = product.product.areas
      .flatMap((area) => area.resources ?? [])
      .filter(({ operations }) => operations === undefined || operations.includes("list"));
  });
  afterAll(() => product?.close());

  /** A call about a list: as the administrator, and where only components may, as one. */
  const ask = (list: string, method: string, path: string, body?: unknown) =>
    list === "authentication/super-connection-token"
      ? product.anonymous.call(method, path, body, component)
      : product.administrator.call(method, path, body);

  const get = async (path: string, query: Readonly<Record<string, string>> = {}) => {
    const answer = await ask(path, "GET", `${path}/?${new URLSearchParams(query)}`);
    const rows: Record<string, unknown>[] = Array.isArray(answer.body)
      ? answer.body
      : (answer.body?.results ?? []);
    // The seconds a token has left are others in the next answer.
    for (const row of rows) if (row.expire_time !== undefined) row.expire_time = 0;
    return answer;
  };

  async function rowsOf(path: string, query: Readonly<Record<string, string>> = {}): Promise<Row[]> {
    const { status, body, text } = await get(path, query);
    if (status !== 200 || !Array.isArray(body))
      throw new Error(`${path} ${JSON.stringify(query)}: ${status} ${text}`);
    return body;
  }

  /** Runs a check for every list and tells all that fail, by path. */
  async function forEach(
    check: (list: ResourceDeclaration, rows: readonly Row[]) => Promise<void>,
  ): Promise<void> {
    const problems: string[] = [];
    for (const list of lists) {
      try {
        await check(list, await rowsOf(list.path));
      } catch (error) {
        problems.push(`${list.path}: ${(error as Error).message}`);
      }
    }
    expect(problems).toEqual([]);
  }

  it("has no index in an order it does not ask for", async () => {
    // Lists descend with nulls last; an index that descends with nulls first serves no list, even of a column without nulls.
    const { rows } = await product.database.pool.query<{ index: string; table: string; columns: string[] }>(
      `
      select i.indexrelid::regclass::text as index, i.indrelid::regclass::text as table,
        array(select a.attname::text from unnest(i.indkey::int2[], i.indoption::int2[]) o (key, option)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = o.key where o.option & 3 = 3) as columns
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
      where m.amname = 'btree' and i.indrelid::regclass::text = any($1)`,
      [lists.map(({ table }) => table)],
    );
    const useless = lists.flatMap(({ table, order }) =>
      order.default
        .slice(0, 1)
        .filter((term) => term.startsWith("-"))
        .flatMap((term) => rows.filter((row) => row.table === table && row.columns.includes(term.slice(1)))),
    );
    expect([...new Set(useless.map(({ index }) => index))]).toEqual([]);
  });

  it("has something in most of them to look at", async () => {
    let filled = 0;
    await forEach(async (_list, rows) => {
      if (rows.length > 0) filled += 1;
    });
    expect(filled).toBeGreaterThan(lists.length / 2);
  }, 120_000);

  it("is an array without a limit, and a page with one", async () => {
    await forEach(async ({ path }, rows) => {
      const { body } = await get(path, { limit: "1" });
      expect(Object.keys(body)).toEqual(["count", "next", "previous", "results"]);
      expect(body.count).toBe(rows.length);
      expect(body.results).toEqual(rows.slice(0, 1));
      for (const limit of ["0", "-1", "x"]) expect(await rowsOf(path, { limit })).toHaveLength(rows.length);
      expect((await get(path, { limit: "1", offset: "100000" })).body.results).toEqual([]);
      const most = await get(path, { limit: "1000000", offset: "-1" });
      expect(most.body.results).toEqual(rows.slice(0, 100));
    });
  }, 120_000);

  it("answers the fields asked for", async () => {
    await forEach(async ({ path, sizes }, [row]) => {
      if (row === undefined) return;
      const names = Object.keys(row);
      const [one = "", two = ""] = names;
      const keys = async (query: Record<string, string>): Promise<string[]> =>
        Object.keys((await rowsOf(path, query))[0] ?? {});
      expect(await keys({ fields: `${two},${one},nothing` })).toEqual([one, two]);
      expect(await keys({ "fields!": one })).toEqual(names.slice(1));
      expect(await keys({ fields_size: "huge" })).toEqual(names);
      for (const size of ["mini", "small"] as const) {
        const declared = sizes?.[size];
        expect(await keys({ fields_size: size })).toEqual(
          declared === undefined ? names : names.filter((name) => declared.includes(name)),
        );
      }
      const { body } = await ask(path, "OPTIONS", `${path}/?fields=${one}`);
      expect(Object.keys(body.actions.GET)).toEqual([one]);
      if (body.actions.POST !== undefined) expect(Object.keys(body.actions.POST).length).toBeGreaterThan(1);
    });
  }, 120_000);

  it("is narrowed by ids and selections", async () => {
    await forEach(async ({ path }, rows) => {
      const ids = rows.map(({ id }) => String(id));
      const [id] = ids;
      expect(await rowsOf(path, { spm: nobody })).toEqual([]);
      expect(await rowsOf(path, { ids: nobody })).toEqual([]);
      if (id === undefined) return;
      for (const form of [id, id.toUpperCase(), id.replaceAll("-", "")])
        expect(await rowsOf(path, { ids: ` ${form} ,${nobody},x` })).toHaveLength(1);
      const { body } = await ask(path, "POST", "common/resources/cache/", {
        resources: [id],
      });
      expect((await rowsOf(path, { spm: body.spm })).map((row) => String(row.id))).toEqual([id]);
    });
  }, 120_000);

  it("finds one object by its id in every form, and none by another", async () => {
    await forEach(async ({ path, operations }, [row]) => {
      if (row === undefined || operations?.includes("retrieve") === false) return;
      const id = String(row.id);
      for (const form of [id, id.toUpperCase(), id.replaceAll("-", "")]) {
        const { status, body } = await ask(path, "GET", `${path}/${form}/`);
        expect([form, status, String(body.id)]).toEqual([form, 200, id]);
      }
      for (const other of [nobody, "x", "0", "%00", "null"]) {
        const { status } = await ask(path, "GET", `${path}/${other}/`);
        expect([other, status]).toEqual([other, 404]);
      }
    });
  }, 120_000);

  it("can be ordered by what it announces, and by nothing else", async () => {
    await forEach(async ({ path, order }, rows) => {
      const { body } = await ask(path, "OPTIONS", `${path}/`);
      const fields = body.actions.GET as Record<string, { order?: true }>;
      const announced = Object.keys(fields).filter((name) => fields[name]?.order === true);
      const shown = order.announced === false ? [] : order.by.filter((name) => fields[name] !== undefined);
      expect(announced.sort()).toEqual([...shown].sort());
      for (const name of order.by) {
        expect(await rowsOf(path, { order: name })).toHaveLength(rows.length);
        expect(await rowsOf(path, { order: `-${name}` })).toHaveLength(rows.length);
      }
      expect(await rowsOf(path, { order: "password,-nothing" })).toEqual(rows);
    });
  }, 120_000);

  it("takes its filters, or says on the parameter what is wrong", async () => {
    await forEach(async ({ path, filters = {} }, rows) => {
      for (const name of Object.keys(filters)) {
        for (const value of odd) {
          const { status, body } = await get(path, { [name]: value });
          if (status === 200) expect(body.length).toBeLessThanOrEqual(rows.length);
          else if (absent.has(`${path} ${name}`)) expect([name, value, status]).toEqual([name, value, 404]);
          else if (coded.has(`${path} ${name}`))
            expect([name, status, typeof body.code]).toEqual([name, 400, "string"]);
          else expect([name, value, status, Object.keys(body)]).toEqual([name, value, 400, [name]]);
        }
      }
      // What is no filter narrows nothing.
      expect(await rowsOf(path, { nothing__in: "x", q: "x" })).toHaveLength(rows.length);
    });
  }, 120_000);

  it("is searched and dated where it says so", async () => {
    await forEach(async ({ path, search, searchText, filters = {} }, rows) => {
      // A term for each list: reading secrets is written down with its term, which the operate log would find.
      const found = await rowsOf(path, { search: `nothing-in-${path.replaceAll("/", "-")}` });
      const searches = searchText !== undefined || (search ?? []).length > 0 || filters.search !== undefined;
      expect(found).toHaveLength(searches ? 0 : rows.length);
      expect(await rowsOf(path, { search: " , " })).toHaveLength(rows.length);
      if (filters.date_from === undefined) return;
      expect(await rowsOf(path, { date_from: "2999-01-01 00:00:00 +0000" })).toEqual([]);
      expect(await rowsOf(path, { date_to: "1999/01/01 00:00:00 +0000" })).toEqual([]);
      expect(await rowsOf(path, { date_from: "yesterday" })).toHaveLength(rows.length);
    });
  }, 120_000);

  it("keeps to this where it is no resource's own", async () => {
    const declared = new Set(lists.map(({ path }) => `/api/v1/${path}/`));
    const problems: string[] = [];
    let filled = 0;
    for (const { method, path } of product.app.routes) {
      if (method !== "GET" || !path.startsWith("/api/") || declared.has(path)) continue;
      const url = routeAddress(path, objects);
      const get = async (query: Readonly<Record<string, string>> = {}) =>
        (await product.administrator.call("GET", `${url}?${new URLSearchParams(query)}`)).body;
      const rows: Row[] = await get();
      if (!Array.isArray(rows)) continue;
      try {
        expect(await get({ nothing__in: "x", q: "x", order: "password,-nothing", limit: "x" })).toEqual(rows);
        if (isWhole(path)) continue;
        const page = await get({ limit: "1" });
        expect(Object.keys(page)).toEqual(["count", "next", "previous", "results"]);
        expect([page.count, page.results]).toEqual([rows.length, rows.slice(0, 1)]);
        expect((await get({ limit: "1", offset: "100000" })).results).toEqual([]);
        expect((await get({ limit: "1000000", offset: "-1" })).results).toEqual(rows.slice(0, 100));
        expect(await get({ spm: nobody })).toEqual([]);
        expect(await get({ ids: nobody })).toEqual([]);
        if (!unsearched.test(path)) expect(await get({ search: "nothing-is-called-this" })).toEqual([]);
        const [row] = rows;
        if (row === undefined) continue;
        filled += 1;
        const [one = "", ...others] = Object.keys(row);
        expect(Object.keys((await get({ fields: one }))[0])).toEqual([one]);
        expect(Object.keys((await get({ "fields!": one }))[0])).toEqual(others);
        if (row.id !== undefined) expect(await get({ ids: ` ${row.id} ,${nobody}` })).toEqual([row]);
      } catch (error) {
        problems.push(`${path}: ${(error as Error).message}`);
      }
    }
    expect(problems).toEqual([]);
    expect(filled).toBeGreaterThan(30);
  }, 120_000);

  it("is found without its last slash by whoever only reads", async () => {
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      const { status, headers } = await product.administrator.call(method, "users/users?limit=1");
      expect([method, status, headers.location]).toEqual([method, 301, "/api/v1/users/users/?limit=1"]);
    }
    expect((await product.administrator.call("POST", "users/users", {})).status).toBe(404);
  }, 120_000);
});
