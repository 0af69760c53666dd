import type { RouteEntry } from "../../engine/http/routes.ts";
import { createPeople } from "../matrix/callers.ts";
import { createFixtures } from "../matrix/fixtures.ts";
import { createTestProduct, type TestProduct } from "../product.ts";
import { routeAddress } from "../route-address.ts";

/** A field as the metadata of an endpoint describes it. */
interface DescribedField {
  readonly name: string;
  readonly type: string;
  readonly readOnly: boolean;
}

/** An endpoint that takes fields. */
export interface Input {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly DescribedField[];
}

/** One request to make with everything else in order. */
export interface Attack {
  readonly route: RouteEntry;
  readonly query?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly anonymous?: boolean;
}

/** What `ask` answers. */
interface Answer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape are looked into
  readonly body: any;
}

/** A product with one object of every kind, and everything of it that takes input. */
export interface Surface {
  readonly product: TestProduct;
  readonly routes: readonly RouteEntry[];
  readonly writing: readonly RouteEntry[];
  readonly inputs: readonly Input[];
  address(path: string, key?: string): string;
  ask(
    method: string,
    url: string,
    options?: {
      readonly payload?: string;
      readonly headers?: Record<string, string>;
      readonly anonymous?: boolean;
    },
  ): Promise<Answer>;
  /** A body the endpoint would take, made from the object as it is read. */
  goodBody(input: Input): Promise<Record<string, unknown>>;
  /** Sends a body; answers what is wrong with the answer. `suspects`: the only fields that may be complained about. */
  judge(input: Input, body: Record<string, unknown>, suspects: "all" | readonly string[]): Promise<string[]>;
  /** Sends bodies that are all to be refused (or to change nothing); answers which were not. */
  refusedWithoutTrace(route: RouteEntry, bodies: readonly string[]): Promise<string[]>;
  survives(attack: Attack): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Tables that a refused request may write to: sessions are touched, failed sign-ins and refusals are counted, and what is
 * counted becomes evidence.
 */
const bookkeeping = [
  "http_sessions",
  "user_login_logs",
  "login_failures",
  "access_version",
  "bearer_tokens",
  "refusals",
  "evidence_pending",
];

/** Answers that would end the caller's own session. */
const endsSession = (path: string): boolean => path === "/core/auth/logout/";

/** Takes everything out of a list that its query lets through; what a hostile one lets through may be all. */
const empties = (method: string, path: string): boolean => method === "DELETE" || path.endsWith("/remove/");

/** Makes the surface of a fresh product. */
export async function createSurface(): Promise<Surface> {
  const product = await createTestProduct();
  const people = await createPeople(product);
  const { objects } = await createFixtures(product, people);
  const { fastify } = product.app;
  const admin = product.administrator;
  const routes = product.app.routes.filter(({ method, path }) => method !== "HEAD" && !endsSession(path));
  const writing = routes.filter(({ method }) => ["POST", "PUT", "PATCH"].includes(method));
  const { cookies } = admin;
  const credentials = {
    cookie: Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; "),
    "x-csrftoken": cookies.jms_csrftoken ?? "",
  };

  const address = (path: string, key?: string): string => routeAddress(path, objects, key);

  const ask: Surface["ask"] = async (method, url, options = {}) => {
    const { payload, headers = {}, anonymous = false } = options;
    const response = await fastify.inject({
      method: method as "GET",
      url,
      headers: {
        ...(anonymous ? {} : credentials),
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = String(response.headers["content-type"]).includes("json") && response.body !== "";
    return {
      status: response.statusCode,
      text: response.body,
      body: isJson ? JSON.parse(response.body) : response.body,
    };
  };

  const fixed = fixedFields(product);
  const inputs: Input[] = [];
  for (const { method, path } of writing) {
    // Metadata of an action's address would be that of the object of this name.
    if (!product.app.routes.some((route) => route.method === "OPTIONS" && route.path === path)) continue;
    const { body } = await ask("OPTIONS", address(path));
    const described = body?.actions?.[method];
    if (described === undefined) continue;
    const fields = Object.entries<{ type: string; read_only: boolean }>(described).map(([name, field]) => ({
      name,
      type: field.type,
      readOnly: field.read_only || (method !== "POST" && fixed.has(`${path.replace(":id/", "")}${name}`)),
    }));
    inputs.push({ method, path, fields });
  }

  /**
   * Of each table how many rows it has and which transaction wrote the latest: a row that is new or changed is of a later
   * one, and one that is gone is missing in the count. To compare contents would read all of them for each route.
   */
  const state = async (): Promise<ReadonlyMap<string, string>> => {
    const { rows: tables } = await product.database.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
    );
    const parts = tables
      .filter(({ name }) => !bookkeeping.includes(name))
      .map(
        ({ name }) =>
          `select '${name}' as n, concat(count(*), ' ', max(xmin::text::bigint)) as h from "${name}"`,
      );
    const { rows } = await product.database.pool.query<{ n: string; h: string }>(parts.join(" union all "));
    return new Map(rows.map(({ n, h }) => [n, h]));
  };

  const label = (method: string, path: string, body: unknown): string =>
    `${method} ${path} ${(typeof body === "string" ? body : JSON.stringify(body)).slice(0, 300)}`;

  /** State after the route before, so that it is read once a route. */
  let lastState: ReadonlyMap<string, string> | null = null;

  const judge: Surface["judge"] = async ({ method, path, fields }, body, suspects) => {
    const {
      status,
      text,
      body: answer,
    } = await ask(method, address(path), { payload: JSON.stringify(body) });
    const at = label(
      method,
      path,
      suspects === "all" ? body : Object.fromEntries(suspects.map((name) => [name, body[name]])),
    );
    if (status >= 500) return [`${at}: ${status} ${text.slice(0, 200)}`];
    if (status !== 400) return [];
    // Tests of settings answer with a sentence as such (docs/contract/settings.md, "LDAP").
    if (typeof answer === "string") return [];
    // A sentence with a code is a rule of the business; the fall-back of the database layer names nothing.
    if (answer.code === "invalid") return [`${at}: 400 names no field: ${text.slice(0, 200)}`];
    // Accounts made with an asset answer by position (docs/contract/accounts.md, "Accounts with an asset").
    if (Array.isArray(answer) && Array.isArray(body.accounts)) {
      return answer.length === body.accounts.length ? [] : [`${at}: ${answer.length} errors`];
    }
    const named = Object.keys(answer);
    const known = new Set([
      ...fields.map(({ name }) => name),
      "non_field_errors",
      "detail",
      "code",
      "error",
      "msg",
    ]);
    const strange = named.filter((name) => !known.has(name));
    return strange.length === 0 ? [] : [`${at}: names ${strange.join(", ")}: ${text.slice(0, 200)}`];
  };

  return {
    product,
    routes,
    writing,
    inputs,
    address,
    ask,
    judge,
    async goodBody({ path, fields }) {
      const list = path.replace(/:id\/$/, "");
      const id = objects[list];
      if (id === undefined) return {};
      const { status, body } = await ask("GET", `${list}${id}/`);
      if (status !== 200) return {};
      const writable = fields.filter(({ readOnly, name }) => !readOnly && name !== "id" && name in body);
      const good = Object.fromEntries(writable.map(({ name }) => [name, body[name]]));
      if (path.includes(":")) return good;
      const unique = Math.random().toString(36).slice(2);
      for (const name of ["name", "username", "email", "value"]) {
        if (typeof good[name] === "string") good[name] = name === "email" ? `${unique}@example.com` : unique;
      }
      return good;
    },
    async refusedWithoutTrace({ method, path }, bodies) {
      const problems: string[] = [];
      const before = lastState ?? (await state());
      let accepted = false;
      for (const payload of bodies) {
        const { status, text, body } = await ask(method, address(path), { payload });
        if (status >= 500) problems.push(`${label(method, path, payload)}: ${status} ${text.slice(0, 200)}`);
        if (status < 400) accepted = true;
        if (status === 400 && body?.code === "invalid")
          problems.push(`${label(method, path, payload)}: ${text}`);
      }
      const after = await state();
      lastState = after;
      const written = [...after]
        .filter(([table, hash]) => before.get(table) !== hash)
        .map(([table]) => table);
      if (!accepted && written.length > 0) problems.push(`${method} ${path}: wrote to ${written.join(", ")}`);
      return problems;
    },
    async survives({ route: { method, path }, query, key, headers, anonymous }) {
      const url = `${address(path, key)}${query === undefined ? "" : `?${query}`}`.replace("*", key ?? "x");
      const options = {
        ...(headers === undefined ? {} : { headers }),
        anonymous: anonymous === true || (empties(method, path) && key === undefined),
      };
      const { status, text } = await ask(method, url, options);
      const at = `${method} ${url.slice(0, 200)} ${JSON.stringify(headers ?? {}).slice(0, 200)}`;
      if (status >= 500) return [`${at}: ${status} ${text.slice(0, 200)}`];
      return [];
    },
    close: () => product.close(),
  } as Surface;
}

/** Fields that an object keeps from its beginning, by the address of their list: a change takes no notice of them. */
function fixedFields({ product }: Pick<TestProduct, "product">): ReadonlySet<string> {
  const declared = product.areas.flatMap(({ resources = [] }) => resources);
  return new Set(
    declared.flatMap(({ path, fields }) =>
      Object.entries(fields).flatMap(([name, { options }]) =>
        options.createOnly === true ? [`/api/v1/${path}/${name}`] : [],
      ),
    ),
  );
}
