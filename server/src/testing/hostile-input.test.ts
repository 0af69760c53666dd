import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSurface, type Surface } from "./hostile/surface.ts";
import {
  anyValue,
  hostileBodies,
  hostileCredentials,
  hostileHeaders,
  hostileKeys,
  hostileQueries,
  hostileValues,
  poisonedObjects,
} from "./hostile/values.ts";

/** Runs of each property; more by hand: `SALLYPORT_HOSTILE_RUNS=5000`. */
const runs = Number(process.env.SALLYPORT_HOSTILE_RUNS ?? 400);
const seed = 20_261;

let surface: Surface;
beforeAll(async () => {
  surface = await createSurface();
});
afterAll(() => surface?.close());

/** The seeded order in which a long product of cases is sampled. */
function sample<T>(cases: readonly T[]): readonly T[] {
  return fc.sample(fc.shuffledSubarray([...cases], { minLength: Math.min(cases.length, runs) }), {
    seed,
    numRuns: 1,
  })[0] as T[];
}

describe("hostile input", () => {
  it("in a body is a 4xx on every writing route, and writes nothing", async () => {
    const problems: string[] = [];
    for (const route of surface.writing) {
      problems.push(...(await surface.refusedWithoutTrace(route, hostileBodies)));
    }
    expect(problems).toEqual([]);
  }, 900_000);

  it("in the value of a declared field is refused under the name of the field, or taken", async () => {
    const problems: string[] = [];
    for (const target of surface.inputs) {
      const shift = target.path.length;
      for (let turn = 0; turn < hostileValues.length; turn += Math.max(1, Math.round(4800 / runs))) {
        const body = Object.fromEntries(
          target.fields.map(({ name }, index) => [
            name,
            hostileValues[(turn + index * 7 + shift) % hostileValues.length],
          ]),
        );
        problems.push(...(await surface.judge(target, body, "all")));
      }
    }
    expect(problems).toEqual([]);
  }, 300_000);

  it("of a type that a field never takes is an error of every such field", async () => {
    const strict = [
      "boolean",
      "integer",
      "datetime",
      "email",
      "labeled_choice",
      "choice",
      "list",
      "m2m_related_field",
    ];
    const problems: string[] = [];
    // Arrays go to the list with PUT and PATCH; what an action takes is its own.
    const objects = surface.inputs.filter(
      ({ method, path }) =>
        (method === "POST" || path.includes(":id/")) &&
        surface.routes.some((route) => route.method === "GET" && route.path === path),
    );
    expect(objects.length).toBeGreaterThan(30);
    for (const { method, path, fields } of objects) {
      const wrong = fields.filter(({ type, readOnly }) => !readOnly && strict.includes(type));
      const body = Object.fromEntries(wrong.map(({ name }) => [name, { nothing: ["of", "use"] }]));
      const answer = await surface.ask(method, surface.address(path), { payload: JSON.stringify(body) });
      const silent = wrong
        .map(({ name }) => name)
        .filter((name) => !(name in answer.body) && !("detail" in answer.body));
      if (silent.length > 0) problems.push(`${method} ${path}: ${answer.status}, silent about ${silent}`);
    }
    expect(problems).toEqual([]);
  }, 60_000);

  it("in one field of an otherwise good object is refused under its name, or taken", async () => {
    const cases = surface.inputs.flatMap((target) => target.fields.map((field) => ({ target, field })));
    const property = fc.asyncProperty(
      fc.constantFrom(...cases),
      anyValue,
      async ({ target, field }, value) => {
        const body = { ...(await surface.goodBody(target)), [field.name]: value };
        expect(await surface.judge(target, body, [field.name])).toEqual([]);
      },
    );
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  }, 300_000);

  it("in a query, a path or a header is a 4xx at most, for everybody", async () => {
    const cases = surface.routes.flatMap((route) => [
      ...hostileQueries.map((query) => ({ route, query })),
      ...(route.path.includes(":") || route.path.includes("*")
        ? hostileKeys.map((key) => ({ route, key }))
        : []),
      ...hostileHeaders.map((headers) => ({ route, headers })),
      ...hostileCredentials.map((headers) => ({ route, headers, anonymous: true })),
    ]);
    const problems: string[] = [];
    for (const each of sample(cases).slice(0, runs * 6)) problems.push(...(await surface.survives(each)));
    expect(problems).toEqual([]);
  }, 300_000);

  it("that turns the direction of text, or commands a terminal, is kept nowhere", async () => {
    // Patterns of commands are no names: they may be about such characters.
    const kept = (path: string, name: string): boolean => /command-groups/.test(path) && name === "content";
    const marks = ["twisted\u202etext", "cleared\u001b[2Jtext"];
    const problems: string[] = [];
    for (const target of surface.inputs) {
      const good = await surface.goodBody(target).catch(() => ({}));
      for (const { name, type, readOnly } of target.fields) {
        if (readOnly || type !== "string" || kept(target.path, name)) continue;
        for (const mark of marks) {
          const payload = JSON.stringify({ ...good, [name]: mark });
          const { status, text } = await surface.ask(target.method, surface.address(target.path), {
            payload,
          });
          const shown = text.includes(JSON.stringify(mark).slice(1, -1));
          if (status < 300 && shown) problems.push(`${target.method} ${target.path} ${name}`);
        }
      }
    }
    expect(problems).toEqual([]);
    const { pool } = surface.product.database;
    const { rows: columns } = await pool.query<{ name: string; column: string }>(
      `select table_name as name, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb', 'ARRAY')`,
    );
    expect(columns.length).toBeGreaterThan(200);
    for (const { name, column } of columns) {
      const { rows } = await pool.query(
        `select 1 from "${name}" where "${column}"::text like '%twisted%text%' or "${column}"::text like '%cleared%text%' limit 1`,
      );
      if (rows.length > 0) problems.push(`${name}.${column}`);
    }
    expect(problems).toEqual([]);
  }, 300_000);

  it("leaves the prototypes of JavaScript alone", async () => {
    for (const body of poisonedObjects) {
      for (const { method, path } of surface.inputs) {
        await surface.ask(method, surface.address(path), { payload: body });
      }
    }
    expect(({} as Record<string, unknown>).is_superuser).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  }, 300_000);

  it("leaves the product working", async () => {
    const { administrator } = surface.product;
    expect((await administrator.call("GET", "users/profile/")).status).toBe(200);
    expect((await administrator.call("GET", "users/users/?limit=1")).body.count).toBeGreaterThan(1);
    expect(administrator.cookies.jms_sessionid).toBeDefined();
  });
});
